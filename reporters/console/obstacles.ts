import type { Report } from '../../kit/report/report.ts'
import { printable } from '../views/printable.ts'
import { obstaclesOf } from '../views/unexercised/obstacles.ts'
import type { Paint } from './text/paint.ts'
import { wrapped } from './text/wrapped.ts'

const WIDTH = 100

/** Every must that keeps a certification from its certificate, by what it waits for. */
export function obstacleLines(report: Report, paint: Paint): string[] {
  return obstaclesOf(report).flatMap(({ reason, step, members }) => [
    ...wrapped(
      members.map(({ id }) => id),
      WIDTH,
    ).map((line) => `  ${paint('bold', line)}`),
    `      ${printable(reason)}`,
    ...step.split('\n').map((line, index) => paint('cyan', `      ${index === 0 ? '' : '  '}${printable(line)}`)),
  ])
}
