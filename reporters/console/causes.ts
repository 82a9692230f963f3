import type { Report } from '../../kit/report/report.ts'
import { causeTitle, likelyCauses } from '../views/causes/likely-causes.ts'
import { clipped } from '../views/clipped.ts'
import { printable } from '../views/printable.ts'
import type { Paint } from './text/paint.ts'
import { wrapped } from './text/wrapped.ts'

const WIDTH = 110

/** What may stand behind much of the trouble, with the commands that show it, under a title; nothing where none is known. */
export function causeLines(report: Report, paint: Paint): string[] {
  const causes = likelyCauses(report)
  if (causes.length === 0) return []
  const title = causeTitle(report)
  return [
    paint('bold', causes.length === 1 ? title : `${title}s`),
    ...causes.flatMap((cause) => {
      const [first = '', ids = '', ...commands] = cause.split('\n')
      return [
        `  ${printable(first)}`,
        ...wrapped(ids === '' ? [] : ids.split(', '), WIDTH).map((line) => `    ${printable(line)}`),
        ...commands.map((line) => `    ${printable(line)}`),
      ]
    }),
  ]
}

/** Letters of the first cause that stand at the end. */
const BRIEFLY = 140

/** The first cause once more, where a terminal or the log of a job stands; nothing where the last line tells it, or all is excused. */
export function causeBriefly(report: Report, paint: Paint): string[] {
  const isOver = report.run.stopped === 'gone' || report.gate?.exitCode === 0
  const [cause] = isOver ? [] : likelyCauses(report)
  const [first = ''] = cause?.split('\n') ?? []
  return first === '' ? [] : [`${paint('bold', 'Likely cause, above:')} ${clipped(printable(first), BRIEFLY)}`]
}
