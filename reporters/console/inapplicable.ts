import type { ReportedRequirement } from '../../kit/report/report.ts'
import { printable } from '../views/printable.ts'
import { inapplicable } from '../views/unexercised/inapplicable.ts'
import type { Paint } from './text/paint.ts'
import { wrapped } from './text/wrapped.ts'

/** Requirements that do not apply to this deployment, under the observation that makes it so. */
export function inapplicableLines(requirements: readonly ReportedRequirement[], paint: Paint): string[] {
  return inapplicable(requirements).flatMap(({ observation, members }) => [
    `  ${printable(observation)}`,
    ...wrapped(
      members.map(({ id }) => id),
      110,
    ).map((line) => paint('dim', `      ${line}`)),
  ])
}
