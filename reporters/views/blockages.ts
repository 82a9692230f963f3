import type { ReportedJudgement, ReportedRequirement } from '../../kit/report/report.ts'
import { grouped } from './grouping.ts'

/** An obstacle that kept one or many requirements from a verdict. */
export interface Blockage {
  readonly judgement: ReportedJudgement
  /** The first of them is the one that the judgement stands under. */
  readonly members: readonly ReportedRequirement[]
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
      : [{ judgement: first.judgement, members: own.map(({ requirement }) => requirement) }]
  })
}
