import type { Check } from '../check/check.ts'
import { NO_WEBHOOKS } from '../run/preflight/open-receiver.ts'
import { generatedAmong } from './entry.ts'
import type { ReportedJudgement, ReportedRequirement } from './schema/report.ts'
import { needsOf } from './steps/next-steps.ts'

/** How reasons begin of what such a run says nothing of. */
const UNRECEIVED = 'webhooks cannot be received in this run'

/** How suites say that nothing was there to receive what a check waits for. */
const RECEIVED_NONE = 'cannot be received in this run'

export const isUnreceived = ({ reason }: Pick<ReportedRequirement, 'reason'>): boolean =>
  reason?.startsWith(`${UNRECEIVED}: `) === true

/**
 * Whether what needs a claim of the target file comes to nothing, whatever else the file says: the target denies it, or
 * webhooks were to be received and none could come.
 */
export const deniedIn =
  (session: { isDenied(claim: string): boolean }, notes: readonly string[]) =>
  (claim: string): boolean =>
    session.isDenied(claim) || (claim === 'webhooks' && notes.some((note) => note.startsWith(NO_WEBHOOKS)))

/** A line that has webhooks come: the file has said already how. */
const OF_WEBHOOKS = /^webhooks\b/m

/**
 * Gives what waited for webhooks the one reason that it was not exercised for, where none can come: what each check missed
 * of them, another seed or a line of the target file would not bring.
 * @param notes of the run
 */
export function withoutWebhooks(
  requirements: readonly ReportedRequirement[],
  checks: readonly Check[],
  notes: readonly string[],
): ReportedRequirement[] {
  const because = notes.find((note) => note.startsWith(NO_WEBHOOKS))?.slice(NO_WEBHOOKS.length)
  if (because === undefined) return [...requirements]
  const generated = generatedAmong(checks)
  const waiting = new Set(checks.flatMap((check) => (needsOf(check).includes('webhooks') ? [check.id] : [])))
  return requirements.map((requirement) => {
    const { verdict, why, judgements } = requirement
    const own = judgements.filter(({ check }) => !generated.has(check))
    if (verdict !== 'unexercised' || why === 'not reached' || own.length === 0) return requirement
    const isWaiting = own.some(({ check, reason }) => waiting.has(check) || reason?.endsWith(RECEIVED_NONE) === true)
    // A line that the file lacks besides would not have it exercised either.
    const wentWithout = ({ verdict, why, check, line = '' }: ReportedJudgement): boolean =>
      verdict === 'unexercised' &&
      (why === 'not met' ||
        why === 'unreachable' ||
        (why === 'not claimed' && waiting.has(check) && !OF_WEBHOOKS.test(line)))
    if (!isWaiting || !own.every(wentWithout)) return requirement
    const { line: _, ...rest } = requirement
    return { ...rest, why: 'unreachable', reason: `${UNRECEIVED}: ${because}` }
  })
}
