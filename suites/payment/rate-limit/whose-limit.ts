import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { isMeant } from '../client/error-matchers.ts'
import type { FixtureContext } from '../define.ts'
import { anonymousProbe, isLimited, probe } from './probes.ts'

/** Seconds of the document's time after which whoever guards against floods lets some through again. */
const REST = 3
/** Requests with the key, each beside one without any. */
const PAIRS = 3

/** A 429 that has no word of the service: a page, or nothing. A gateway may have given it in its place. */
export const isBare = (exchange: Exchange): boolean => isLimited(exchange) && !isMeant(exchange)

/**
 * Whether a 429 without a word of the service is the limit of a key all the same: the key stays refused when a flood would be
 * forgotten, and whoever comes from the same place without a key is answered.
 */
export async function isOfKey(t: FixtureContext, key: Key): Promise<boolean> {
  await t.pause(t.clock.scaled(REST))
  // In turn: what is counted over both cannot refuse every one of the first and none of the others.
  const answers = await Promise.all(
    Array.from({ length: PAIRS }, () => [
      probe(t, key, 'is it the key that is limited?'),
      anonymousProbe(t, 'is whoever has no key limited as well?'),
    ]).flat(),
  )
  return answers.every((each) => each.response !== undefined && isLimited(each) === (each.key === key.name))
}
