import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Matcher, noted, status } from '../../../kit/match/index.ts'

/** What came of a request by which the keys of two merchants are told apart. */
const isOf = (came: Matcher<Exchange>) => (answer: Exchange) => came.test(answer).ok

/**
 * What is expected of another key of the merchant of a first one.
 * @param stranger what the key of another merchant is answered
 */
export const ofSameMerchant = (
  { name }: Key,
  owner: Key,
  expected: Matcher<Exchange>,
  stranger: Matcher<Exchange>,
): Matcher<Exchange> =>
  noted(
    expected,
    `unless payment.keys.${name} is a key of another merchant than payment.keys.${owner.name}`,
    isOf(stranger),
  )

/** What is expected of the key of another merchant; one of the same merchant is shown what is its own. */
export const ofOtherMerchant = (expected: Matcher<Exchange>): Matcher<Exchange> =>
  noted(expected, 'unless payment.keys.otherMerchant is a key of the same merchant', isOf(status('2xx', 409)))
