import type { Report } from '../../kit/report/report.ts'
import { printable } from '../views/printable.ts'
import { obstaclesOf } from '../views/unexercised/obstacles.ts'
import type { Paint } from './text/paint.ts'
import { wrapped } from './text/wrapped.ts'

const WIDTH = 100

/** More ids than these would stand between a reader and what to do. */
const FEW = 8

/** Every must that keeps a certification from its certificate, by what it waits for; of many what brings them comes first. */
export function obstacleLines(report: Report, paint: Paint): string[] {
  return obstaclesOf(report).flatMap(({ reason, step, members }) => {
    const ids = wrapped(
      members.map(({ id }) => id),
      WIDTH,
    )
    const steps = step
      .split('\n')
      .map((line, index) => paint('cyan', `      ${index === 0 ? '' : '  '}${printable(line)}`))
    return members.length > FEW
      ? [
          `  ${paint('bold', `${members.length} musts`)}: ${printable(reason)}`,
          ...steps,
          ...ids.map((line) => `      ${line}`),
        ]
      : [...ids.map((line) => `  ${paint('bold', line)}`), `      ${printable(reason)}`, ...steps]
  })
}
