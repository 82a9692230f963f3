import type { ReportedRequirement } from '../kit/report.ts'
import { gapsOf } from './gaps.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'

/** What was not exercised, by reason; what one line would change stands together. */
export function unexercised(requirements: readonly ReportedRequirement[], verbose: boolean, paint: Paint): string[] {
  return gapsOf(requirements).flatMap(({ why, heading, many, causes }) => {
    const title = `  ${heading} (${many})`
    // Of these there is nothing to do, or the caller asked for it.
    if (!verbose && (why === 'unobservable' || why === 'not selected')) return [title]
    return [
      title,
      ...causes.flatMap(({ cause, members }) => [
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
