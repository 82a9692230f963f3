import type { Exchange } from '../../../kit/http/exchange.ts'
import { OF_NOBODY, type Row, refusalOfKey } from '../client/refusal.ts'
import type { CheckContext, RequirementId } from '../define.ts'
import type { PaymentSection } from '../service/section.ts'

/** Keys of the target file that are refused, each with a row of its own. */
export type RefusedKey = Exclude<keyof NonNullable<PaymentSection['keys']>, 'live' | 'otherMerchant' | 'noDefaults'>

/** Judges what a key of the target file is answered that is to be refused. Blocks where it is the answer to any key. */
export function judgeRefusedKey(
  t: CheckContext,
  requirement: RequirementId,
  answer: Exchange,
  name: RefusedKey,
  row: Row,
): void {
  const expected = refusalOfKey(`payment.keys.${name}`, row)
  const live = lastLive(t.exchanges())
  const isOfAny = live !== undefined && OF_NOBODY.test(live).ok && OF_NOBODY.test(answer).ok
  if (isOfAny && !expected.test(answer).ok)
    t.markBlocked(requirement, 'a live key is answered the same: 401 invalid_api_key', [answer, live])
  else t.judge(requirement, answer, expected)
}

/** The newest answer to a live key: what was let in before may be so no longer. A limiter has not looked at the key. */
function lastLive(exchanges: readonly Exchange[]): Exchange | undefined {
  return exchanges
    .filter(({ key, response }) => key.startsWith('live[') && response !== undefined && response.status !== 429)
    .toSorted((one, other) => one.endedAt - other.endedAt)
    .at(-1)
}
