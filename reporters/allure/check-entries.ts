import type { Report, ReportedJudgement, ReportedRequirement } from '../../kit/report/report.ts'
import { knownFailures } from '../views/baseline-words.ts'
import { failsIn } from '../views/failing.ts'

/** One judgement of a check, with the requirement that it speaks of. */
export interface JudgedEntry extends Pick<ReportedRequirement, 'level' | 'at'> {
  readonly requirement: ReportedRequirement['id']
  readonly judgement: ReportedJudgement
}

/** A check of a report with everything that it judged. */
export type CheckEntry = Report['checks'][number] & {
  readonly judged: readonly JudgedEntry[]
  /** A baseline knows everything that it contradicts. */
  readonly known: boolean
}

/** The checks of a report: it has its judgements by requirement. */
export function checkEntries(report: Report): readonly CheckEntry[] {
  const byCheck = new Map<string, JudgedEntry[]>()
  for (const { id: requirement, level, at, judgements } of report.requirements) {
    for (const judgement of judgements) {
      const own = byCheck.get(judgement.check) ?? []
      byCheck.set(judgement.check, own)
      own.push({ requirement, level, at, judgement })
    }
  }
  const known = knownFailures(report)
  const fails = failsIn(report)
  return report.checks.map((check) => {
    const judged = byCheck.get(check.id) ?? []
    const failed = judged.filter(({ judgement }) => fails(judgement))
    return { ...check, judged, known: failed.length > 0 && failed.every(({ requirement }) => known.has(requirement)) }
  })
}
