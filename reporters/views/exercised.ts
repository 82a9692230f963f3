import { matches } from '../../kit/plan/selection.ts'
import { isAsked } from '../../kit/report/asked/asked.ts'
import { shareReached } from '../../kit/report/outcome.ts'
import type { Report, ReportedRequirement } from '../../kit/report/report.ts'
import { spendsOf, spentTexts } from './plan/spends.ts'

type Verdict = ReportedRequirement['verdict']

/** Verdicts that say nothing of whether a promise is kept. */
const UNJUDGED: readonly Verdict[] = ['inapplicable', 'unexercised', 'blocked', 'broken']

/** Requirements that are named where all but these were exercised. */
const NAMED = 3

const isExercised = ({ verdict }: ReportedRequirement): boolean => !UNJUDGED.includes(verdict)

type Told = Pick<Report, 'requirements' | 'run' | 'plan' | 'cost'>

/** Behind a verdict, where the run ended early: of one whose target went away, or never was there, the verdict says it. */
export const stoppedText = ({ run }: Pick<Report, 'run'>): string =>
  run.stopped === undefined || run.stopped === 'gone'
    ? ''
    : run.stopped === 'bail'
      ? ' (ended before its end, as --bail asks)'
      : ' (stopped before its end)'

/**
 * How much was judged, out of what: `450 of 502 requirements exercised, 9 inapplicable`. Of a run that was narrowed: out
 * of what was asked for, and what else its requests showed: `1 of the 1 asked for exercised, and 5 more by the same requests; requests 9, loans 3`.
 */
export function exercisedText(report: Told): string {
  const { requirements, run } = report
  const asked = requirements.filter((each) => isAsked(each, run.only) && !(run.only.length > 0 && isSkipped(each, run)))
  const exercised = asked.filter(isExercised).length
  const inapplicable = asked.filter(({ verdict }) => verdict === 'inapplicable').length
  const besides = inapplicable === 0 ? '' : `, ${inapplicable} inapplicable`
  if (run.only.length === 0) {
    const share = shareReached(report)
    return `${exercised} of ${requirements.length} requirements exercised${share === '' ? '' : ` (${share})`}${besides}${skippedText(requirements, run)}`
  }
  const more = requirements.filter(isExercised).length - exercised
  // Those decide as well: an exit code that nothing asked for explains would mislead.
  const broken = requirements.filter((each) => each.verdict === 'fail' && !isAsked(each, run.only)).length
  const extra =
    more === 0 ? '' : `, and ${more} more by the same requests${broken === 0 ? '' : `, ${broken} of them broken`}`
  const not = asked.filter((each) => !isExercised(each) && each.verdict !== 'inapplicable').map(({ id }) => id)
  const named = exercised === 0 || not.length === 0 || not.length > NAMED ? '' : ` (not ${not.join(', ')})`
  return `${exercised} of the ${asked.length} asked for exercised${named}${besides}${extra}; ${costText(report)}`
}

/** Whether it was left out of what was asked for, and nothing judged it all the same. */
const isSkipped = ({ id, verdict, judgements }: ReportedRequirement, { skip }: Told['run']): boolean =>
  verdict === 'unexercised' &&
  skip.some((pattern) => matches(id, pattern) || judgements.every(({ check }) => matches(check, pattern)))

/** What was to be left out and decides all the same: checks that judge more than it look at it as well. */
function skippedText(requirements: Told['requirements'], { skip }: Told['run']): string {
  const judged = requirements.filter((each) => isExercised(each) && skip.some((pattern) => matches(each.id, pattern)))
  if (judged.length === 0) return ''
  const names = judged.slice(0, NAMED).map(({ id }) => id)
  const rest = judged.length - names.length
  const it = judged.length === 1 ? 'it' : 'them'
  return `, of them skipped, but judged by checks that judge more than ${it}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** What it cost the target. */
function costText({ plan, cost }: Told): string {
  const spent = spendsOf({ plan, cost }).filter(({ many }) => many > 0)
  const sent = Object.values(cost.requests).reduce((total, many) => total + many, 0)
  return [`requests ${sent}`, ...spentTexts({ plan, cost }, spent)].join(', ')
}
