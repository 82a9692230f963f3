import type { Verdict } from '../../../kit/check/verdict.ts'
import type { ReportedJudgement, ReportedRequirement } from '../../../kit/report/report.ts'
import { withoutIds } from '../grouped-judgements.ts'
import { grouped } from '../grouping.ts'

/** Requirements that are contradicted by the same kind of answer, as far as can be told: one mistake may be behind them. */
interface AlikeRequirements {
  /** What came, `4xx with body {error}`. */
  readonly came: string
  /** The one that most messages contradict comes first. */
  readonly members: readonly ReportedRequirement[]
}

/** Requirements of a verdict by what came, those first that have the most in common. */
export function alikeRequirements(
  requirements: readonly ReportedRequirement[],
  verdict: Verdict,
): readonly AlikeRequirements[] {
  const own = requirements.filter((each) => each.verdict === verdict)
  return [...grouped(own, (each) => cameTo(deciding(each, verdict))).entries()]
    .map(([came, members]) => ({
      came,
      members: members.toSorted((a, b) => contradictions(b, verdict) - contradictions(a, verdict)),
    }))
    .toSorted((a, b) => b.members.length - a.members.length)
}

const deciding = ({ judgements }: ReportedRequirement, verdict: Verdict): ReportedJudgement | undefined =>
  judgements.find((each) => each.verdict === verdict)

const contradictions = ({ judgements }: ReportedRequirement, verdict: Verdict): number =>
  judgements.filter((each) => each.verdict === verdict).length

/** What is the same whatever was asked: ids are new each time, and refusals of one shape have many statuses. */
const cameTo = (judgement: ReportedJudgement | undefined): string =>
  (withoutIds(judgement?.actual) ?? judgement?.reason ?? '').replace(/^4\d\d with body/, '4xx with body')
