import type { Report } from '../../kit/report/report.ts'
import { obstaclesOf } from '../views/obstacles.ts'
import { printable } from '../views/printable.ts'
import type { Paint } from './paint.ts'
import { wrapped } from './wrapped.ts'

const WIDTH = 100
/** Obstacles that are told where not all is to be listed. */
const TOLD = 20

/** Every must that keeps a certification from its certificate, by what it waits for. */
export function obstacleLines(report: Report, verbose: boolean, paint: Paint): string[] {
  const all = obstaclesOf(report)
  const told = verbose ? all : all.slice(0, TOLD)
  const rest = all.slice(told.length).reduce((sum, { members }) => sum + members.length, 0)
  return [
    ...told.flatMap(({ reason, step, members }) => [
      ...wrapped(
        members.map(({ id }) => id),
        WIDTH,
      ).map((line) => `  ${paint('bold', line)}`),
      `      ${printable(reason)}`,
      paint('cyan', `      ${printable(step)}`),
    ]),
    ...(rest === 0 ? [] : [`  … and ${rest} more; --verbose lists them`]),
  ]
}
