import type { ReportedRequirement } from '../../kit/report/report.ts'
import { printable } from '../views/printable.ts'
import { gapsOf } from '../views/unexercised-words.ts'
import type { Paint } from './paint.ts'
import { wrapped } from './wrapped.ts'

/** Requirements that were not exercised, by reason; those that one line would change stand together. */
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
