import type { ReportedRequirement } from '../kit/report.ts'
import type { UnexercisedReason } from '../kit/verdict.ts'
import { grouped } from './grouping.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'

const HEADINGS: Readonly<Record<UnexercisedReason, string>> = {
  'not claimed': 'not claimed: add to the target file',
  'not permitted': 'not permitted: the target file would have to allow',
  unreachable: 'unreachable',
  'not met': 'not met in this run',
  'not selected': 'not selected',
  unobservable: 'unobservable from outside',
}
const ORDER = Object.keys(HEADINGS) as UnexercisedReason[]

/** What was not exercised, by reason; what one line would change stands together. */
export function unexercised(requirements: readonly ReportedRequirement[], verbose: boolean, paint: Paint): string[] {
  const open = requirements.filter((each) => each.verdict === 'unexercised')
  return ORDER.flatMap((why) => {
    const own = open.filter((each) => each.why === why)
    if (own.length === 0) return []
    const heading = `  ${HEADINGS[why]} (${own.length})`
    // Of these there is nothing to do, or the caller asked for it.
    if (!verbose && (why === 'unobservable' || why === 'not selected')) return [heading]
    const groups = grouped(own, ({ line, reason }) => line ?? reason ?? '')
    return [
      heading,
      ...[...groups].flatMap(([cause, members]) => [
        ...cause.split('\n').map((line) => `    ${printable(line)}`),
        ...wrapped(
          members.map(({ id }) => id),
          110,
        ).map((line) => paint('dim', `        ${line}`)),
      ]),
    ]
  })
}

function wrapped(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length + 2 > width) lines.push(word)
    else lines[lines.length - 1] = `${last}, ${word}`
  }
  return lines
}
