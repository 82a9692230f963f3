import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { ReportedJudgement, ReportedRequirement } from '../../../kit/report/report.ts'
import { withoutIds } from '../grouped-judgements.ts'
import { grouped } from '../grouping.ts'

/** Requirements to which the same was expected and the same came: one mistake may be behind them. */
interface AlikeRequirements {
  /** What they have in common: `where 400 was expected and 201 came`. */
  readonly common: string
  /** The one that most messages contradict comes first. */
  readonly members: readonly ReportedRequirement[]
}

/** Requirements of a verdict by what was expected and what came, those first that have the most in common. */
export function alikeRequirements(
  requirements: readonly ReportedRequirement[],
  verdict: Verdict,
): readonly AlikeRequirements[] {
  const own = requirements.filter((each) => each.verdict === verdict)
  return [...grouped(own, (each) => commonTo(deciding(each, verdict))).entries()]
    .map(([common, members]) => ({
      common,
      members: members.toSorted((a, b) => contradictions(b, verdict) - contradictions(a, verdict)),
    }))
    .toSorted((a, b) => b.members.length - a.members.length)
}

const deciding = ({ judgements }: ReportedRequirement, verdict: Verdict): ReportedJudgement | undefined =>
  judgements.find((each) => each.verdict === verdict)

const contradictions = ({ judgements }: ReportedRequirement, verdict: Verdict): number =>
  judgements.filter((each) => each.verdict === verdict).length

/** A refusal whose body is described, as judgements tell it. */
const REFUSAL = /^(4\d\d) with body (.+)$/
const STATUS = /\b[1-5](?:\d\d|xx)\b/g

/** Ids are new each time, and errors of one shape have many statuses: where the status is one of those expected, their body is wrong. */
function commonTo(judgement: ReportedJudgement | undefined): string {
  const expected = withoutIds(judgement?.expected)
  const came = withoutIds(judgement?.actual)
  if (came === undefined) return `of which is said: ${withoutIds(judgement?.reason) ?? 'nothing'}`
  const [, status = '', body] = REFUSAL.exec(came) ?? []
  const statuses: readonly string[] = expected?.match(STATUS) ?? []
  if (body !== undefined && (statuses.length === 0 || statuses.includes(status)))
    return `where the body of an error was ${body}`
  return expected === undefined ? `where ${came} came` : `where ${expected} was expected and ${came} came`
}
