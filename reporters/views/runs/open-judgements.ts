import { decisive, notAskedAgain } from '../../../kit/report/asked/asked-again.ts'
import type { Report, ReportedJudgement } from '../../../kit/report/report.ts'
import { failingByRestart } from '../causes/crashes/restarts.ts'
import { isNarrower } from './asked.ts'

/** What runs held against a target by one requirement, the last of them first, and has not been sent again since. */
export type OpenJudgements = readonly {
  readonly report: Report
  /** Empty where runs that kept it have sent all of it again. */
  readonly judgements: readonly ReportedJudgement[]
}[]

/** What is left open by a run that kept the requirement. */
export const openBehind = (open: OpenJudgements, later: Report): OpenJudgements =>
  open.map(({ report, judgements }) => ({ report, judgements: notAskedAgain(judgements, report, later) }))

/** What is open by a run that it failed in: what failed before and was not sent there may fail still. */
export const openWith = (open: OpenJudgements, report: Report, id: string): OpenJudgements => [
  { report, judgements: decisive(report, id) },
  ...openBehind(open, report).filter(({ judgements }) => judgements.length > 0),
]

export const isAllSent = (open: OpenJudgements): boolean => open.every(({ judgements }) => judgements.length === 0)

/** Whether a run asked for less than one that it failed in. */
export const isOfLess = (report: Report, open: OpenJudgements): boolean =>
  open.some((each) => isNarrower(report, each.report))

/** Whether a restart of the service may be all that made it fail: nothing need have been repaired for it to be kept. */
export const isByRestart = (open: OpenJudgements, id: string): boolean =>
  open.every(({ report }) => failingByRestart(report).has(id))
