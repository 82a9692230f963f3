import type { ReportedJudgement, ReportedRequirement } from '../../../kit/report/report.ts'
import { grouped } from '../grouping.ts'

/** An obstacle that kept one or many requirements from a verdict. */
export interface Blockage {
  readonly judgement: ReportedJudgement
  /** Those that the same message keeps from a verdict; the first of them is the one that the judgement stands under. */
  readonly members: readonly ReportedRequirement[]
  /** Those that met the same at messages of their own. */
  readonly alike: readonly ReportedRequirement[]
}

/** Blocked requirements by their cause: one control that fails blocks everything that builds on it. */
export function blockagesOf(requirements: readonly ReportedRequirement[]): Blockage[] {
  const blocked = requirements.flatMap((requirement) => {
    const judgement = requirement.judgements.find(({ verdict }) => verdict === 'blocked')
    return requirement.verdict === 'blocked' && judgement !== undefined ? [{ requirement, judgement }] : []
  })
  return [...grouped(blocked, ({ judgement }) => judgement.reason ?? judgement.check).values()].flatMap((own) => {
    const [first] = own
    return first === undefined
      ? []
      : [
          {
            judgement: first.judgement,
            members: own.filter(({ judgement }) => isOfOne(judgement, first.judgement)).map(of),
            alike: own.filter(({ judgement }) => !isOfOne(judgement, first.judgement)).map(of),
          },
        ]
  })
}

const of = ({ requirement }: { readonly requirement: ReportedRequirement }): ReportedRequirement => requirement

const isOfOne = (one: ReportedJudgement, other: ReportedJudgement): boolean =>
  one === other || (one.evidence.length === 0 && other.evidence.length === 0) || one.evidence[0] === other.evidence[0]
