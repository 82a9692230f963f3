import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'

/** A requirement on which runs of one target do not agree. */
export interface Difference {
  readonly requirement: string
  /** The verdict in each of the runs. */
  readonly verdicts: readonly Verdict[]
}

/** What reports of the same checks do not agree on. */
export function differencesOf(reports: readonly Pick<Report, 'requirements'>[]): readonly Difference[] {
  const verdictIn = reports.map(({ requirements }) => new Map(requirements.map(({ id, verdict }) => [id, verdict])))
  const ids = [...new Set(verdictIn.flatMap((each) => [...each.keys()]))]
  return ids
    .map((requirement) => ({
      requirement,
      verdicts: verdictIn.map((each) => each.get(requirement) ?? ('unexercised' as const)),
    }))
    .filter(({ verdicts }) => new Set(verdicts).size > 1)
}

/** Whether those that judged it agree: the others came to nothing, as with another seed, which is no word on the target. */
export const isJudgedBySome = ({ verdicts }: Difference): boolean =>
  new Set(verdicts.filter((each) => each !== 'unexercised')).size < 2
