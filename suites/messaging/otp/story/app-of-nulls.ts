import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { isSuccess } from '../../client/answers.ts'
import type { Beside } from './beside.ts'
import { tookPart } from './bisect.ts'
import { isSameEvent, isSameKind, since } from './callback-inbox.ts'
import type { OtpScenario } from './otp-scenario.ts'

/** The resend of a bound key that stands for that with nulls, where another app was named beside it. */
export const namedOther = ({ beside, nulls }: OtpScenario): Beside | undefined =>
  beside.find(({ answer, isOther }) => isOther && answer === nulls.trial.whole && isSuccess(answer))

/** What the second place was told of the resend with nulls, where it was seen to be told of codes. */
export function keptOf({ places, second, nulls, elsewhere, verified }: OtpScenario): readonly Delivery[] | undefined {
  if (places === undefined || verified || !tookPart(second.trial, 'callback')) return undefined
  const isInForce = since(places.second, second.from, nulls.from).length > 0
  return isInForce ? since(places.second, nulls.from, elsewhere.from) : undefined
}

/** Whether what the second place was told next is the first step of a code, as it was told of its own one. */
function begins(story: OtpScenario): boolean {
  const { places, second, nulls } = story
  const before = places === undefined ? [] : since(places.second, second.from, nulls.from)
  const [start] = before
  return (keptOf(story) ?? []).some(
    (each) => start !== undefined && isSameKind(each, start) && !before.some((known) => isSameEvent(known, each)),
  )
}

/**
 * Whose code the resend with nulls brought: that of the app of its key where the target of that app is told of it, or the
 * code before it is over.
 */
export function appOfNulls(story: OtpScenario): 'own' | 'other' | 'unknown' {
  if (namedOther(story) === undefined || begins(story)) return 'own'
  const { second, later } = story
  const [before, after] = [second.code?.active, later.second?.active]
  if (before !== true || after === undefined) return 'unknown'
  return after ? 'other' : 'own'
}
