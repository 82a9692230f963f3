import type { Verdict } from '../../kit/check/verdict.ts'
import type { ReportedRequirement } from '../../kit/report/report.ts'

/** Verdicts that say nothing of whether a promise is kept. */
const UNJUDGED: readonly Verdict[] = ['inapplicable', 'unexercised', 'blocked', 'broken']

/** How much was judged, out of what: `450 of 502 requirements exercised, 9 inapplicable`. */
export function exercisedText(requirements: readonly ReportedRequirement[]): string {
  const exercised = requirements.filter(({ verdict }) => !UNJUDGED.includes(verdict)).length
  const inapplicable = requirements.filter(({ verdict }) => verdict === 'inapplicable').length
  const besides = inapplicable === 0 ? '' : `, ${inapplicable} inapplicable`
  return `${exercised} of ${requirements.length} requirements exercised${besides}`
}
