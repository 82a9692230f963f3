import { matches } from '../../kit/plan/selection.ts'
import type { Report, ReportedRequirement } from '../../kit/report/report.ts'

type Verdict = ReportedRequirement['verdict']

/** Verdicts that say nothing of whether a promise is kept. */
const UNJUDGED: readonly Verdict[] = ['inapplicable', 'unexercised', 'blocked', 'broken']

const isExercised = ({ verdict }: ReportedRequirement): boolean => !UNJUDGED.includes(verdict)

/**
 * How much was judged, out of what: `450 of 502 requirements exercised, 9 inapplicable`. Of a run that was narrowed: out
 * of what was asked for, and what else its requests showed: `1 of the 1 asked for exercised; 5 more came for nothing`.
 */
export function exercisedText({ requirements, run }: Pick<Report, 'requirements' | 'run'>): string {
  const asked = run.only.length === 0 ? requirements : requirements.filter((each) => isAsked(each, run.only))
  const exercised = asked.filter(isExercised).length
  const inapplicable = asked.filter(({ verdict }) => verdict === 'inapplicable').length
  const besides = inapplicable === 0 ? '' : `, ${inapplicable} inapplicable`
  if (run.only.length === 0) return `${exercised} of ${requirements.length} requirements exercised${besides}`
  const more = requirements.filter(isExercised).length - exercised
  const extra = more === 0 ? '' : `; ${more} more came for nothing`
  return `${exercised} of the ${asked.length} asked for exercised${besides}${extra}`
}

/** By its own id, or as what a check that is named covers. */
export const isAsked = ({ id, judgements }: ReportedRequirement, only: readonly string[]): boolean =>
  only.some((pattern) => matches(id, pattern) || judgements.some(({ check }) => matches(check, pattern)))
