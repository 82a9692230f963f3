import type { CheckContext, RequirementId } from '../../define.ts'
import { tookPart } from '../story/bisect.ts'
import { since } from '../story/callback-inbox.ts'
import type { OtpScenario } from '../story/otp-scenario.ts'

/** Callbacks that tell it. */
const NAMED = 3

/**
 * Says why something was not looked at that shows once a code is sent. Which steps of a code are told is not shown: where
 * callbacks came, and none of them when a code was sent, there is nothing to be seen.
 */
export function markUntold(t: CheckContext, id: RequirementId, story: OtpScenario, reason: string): void {
  const { places, rich, second, nulls, verified, expired } = story
  const all = places === undefined ? [] : [places.first, places.second]
  const came = all.flatMap(({ inbox }) => inbox.deliveries)
  // A code is verified where nothing had been told of any.
  const atOnce = verified ? [] : all.flatMap((place) => since(place, rich.from, nulls.from))
  // A quick run waits for nobody: what it did not see in time may have been on its way.
  const hasWaited = t.depth !== 'quick'
  const isQuiet =
    hasWaited && (verified || expired) && atOnce.length === 0 && came.length > 0 && tookPart(second.trial, 'callback')
  if (isQuiet)
    t.markInapplicable(id, 'callbacks tell of other steps of a code than that it is sent', came.slice(0, NAMED))
  else t.markUnexercised(id, 'not met', reason)
}
