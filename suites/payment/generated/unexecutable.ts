import type { Exchange } from '../../../kit/http/exchange.ts'
import { type Matcher, matcher } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { BAD_BODY, refusal } from '../client/refusal.ts'
import type { FixtureContext } from '../define.ts'

/** A body that is refused for a second reason as well, so that not even a target which overlooks the first executes it. */
export interface Barred {
  readonly body: JsonObject
  /** What is expected of the first fault, or of the second. */
  also(expected: Matcher<Exchange>): Matcher<Exchange>
}

const NEVER = refusal(['400 PAYMENT_FAILED', ...BAD_BODY, '422 INVALID_PAYMENT_DETAILS'])

/**
 * Bars a defective creation on a target where it could be executed: nothing is charged on a local one, elsewhere its
 * amount and its phone are none either. Then the answer is one of the rows for either fault.
 */
export function unexecutable(t: FixtureContext, body: JsonObject, pointer: string): Barred {
  if (t.target.environment === 'local') return { body, also: (expected) => expected }
  const bars = { ...(pointer === '/amount' ? {} : { amount: -1 }), ...(pointer === '/phone' ? {} : { phone: 'none' }) }
  return {
    body: { ...body, ...bars },
    also: (expected) =>
      matcher(`${expected.expected}, or the refusal of its amount or phone`, (exchange) => {
        const outcome = expected.test(exchange)
        return outcome.ok || !NEVER.test(exchange).ok ? outcome : NEVER.test(exchange)
      }),
  }
}
