import type { ReportedRequirement } from '../../kit/report/report.ts'
import { inapplicable } from '../views/inapplicable.ts'
import { printable } from '../views/printable.ts'
import type { Paint } from './paint.ts'
import { wrapped } from './wrapped.ts'

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
