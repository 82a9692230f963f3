import type { ReportedRequirement } from '../../../kit/report/report.ts'
import { grouped } from '../grouping.ts'

/** What a deployment was seen not to have, with the requirements that speak of it. */
export interface Inapplicability {
  readonly observation: string
  readonly members: readonly ReportedRequirement[]
}

/** Requirements that do not apply to a deployment, those of one observation together. */
export function inapplicable(requirements: readonly ReportedRequirement[]): Inapplicability[] {
  const own = requirements.filter(({ verdict }) => verdict === 'inapplicable')
  const groups = grouped(
    own,
    ({ judgements }) => judgements.find((each) => each.verdict === 'inapplicable')?.reason ?? '',
  )
  return [...groups].map(([observation, members]) => ({ observation, members }))
}
