import type { Report } from '../../kit/report/report.ts'
import { firstSteps, gainOf, isOpenLine } from '../views/next-step-words.ts'
import { printable } from '../views/printable.ts'
import { gapsOf } from '../views/unexercised-words.ts'
import type { Paint } from './paint.ts'
import { folded, wrapped } from './wrapped.ts'

const WIDTH = 78

/** The lines of the target file that would have more exercised, what brings the most first. */
export function nextStepLines(report: Pick<Report, 'nextSteps'>, verbose: boolean, paint: Paint): string[] {
  const { first, rest } = firstSteps(report)
  const shown = verbose ? (report.nextSteps ?? []) : first
  const lines = shown.flatMap((step, index) => [
    ...step.lines.map((line) => `  ${paint('cyan', printable(line))}`),
    paint('dim', `      ${index === 0 ? 'up to ' : 'then '}${gainOf(step)}`),
  ])
  const open = shown.some((step) => step.lines.some(isOpenLine)) ? ['  … stands for what only you know.'] : []
  return [...lines, ...open, ...(verbose || rest === undefined ? [] : [`  ${rest}; --verbose lists them`])]
}

/** How many requirements were not exercised, by reason; with each of them and its line where all is to be listed. */
export function unexercised({ requirements }: Pick<Report, 'requirements'>, verbose: boolean, paint: Paint): string[] {
  const gaps = gapsOf(requirements)
  if (!verbose)
    return folded(gaps.map(({ short, many }) => `${many} ${short}`).join(', '), WIDTH).map((line) => `  ${line}`)
  return gaps.flatMap(({ heading, many, causes }) => [
    `  ${heading} (${many})`,
    ...causes.flatMap(({ cause, members }) => [
      ...cause.split('\n').map((line) => `    ${printable(line)}`),
      ...wrapped(
        members.map(({ id }) => id),
        WIDTH - 8,
      ).map((line) => paint('dim', `        ${line}`)),
    ]),
  ])
}
