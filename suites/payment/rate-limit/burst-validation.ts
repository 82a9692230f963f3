import type { Check } from '../../../kit/check/check.ts'
import { isBrokenOff } from '../../../kit/http/exchange.ts'
import { knowsRefreshing, NO_REFRESHING } from '../access/identifiers.ts'
import { defineCheck } from '../define.ts'
import { burst } from './burst.ts'
import { MIXED_IDS } from './mixture.ts'
import { isLimited } from './probes.ts'

/** Answers of what stands in front of a service that is asked much at once. */
const OVERLOADED: readonly number[] = [502, 503, 504]

// Errors: what is wrong with a request is told, also of one among many.
export const burstValidation: Check = defineCheck({
  id: 'pay/rate-limit/validation',
  title: 'Bad requests among many are refused as such until the limit is reached',
  covers: MIXED_IDS,
  needs: ['payment.keys.live'],
  uses: [burst],
  tier: 'refuse',
  phase: 'exclusive',
  runsAfter: ['pay/rate-limit/burst'],
  inPassing: ['pay.rate.limited'],
  async run(t) {
    const { mixed, mixing, exchanges } = await t.use(burst)
    const judged = new Set<string>()
    for (const { mixed: sent, exchange } of mixed) {
      if (isLimited(exchange) || OVERLOADED.includes(exchange.response?.status ?? 0)) continue
      // A connection among many may break over anything.
      if (sent.id === 'pay.error.handled' && isBrokenOff(exchange)) continue
      judged.add(sent.id)
      if (sent.id === 'pay.id.missing-refresh' && sent.expected.test(exchange).ok && !knowsRefreshing(t))
        t.markUnexercised(sent.id, 'not met', NO_REFRESHING)
      else t.judge(sent.id, exchange, sent.expected)
    }
    // What was executed, or had no budget, leaves out the creations alone; a limit, and the end of a burst without one, the rest.
    const why = exchanges.some(isLimited)
      ? 'the limit was reached before such a request was sent'
      : mixing.isCut
        ? 'one of the burst was executed that should have been refused, or the budget was used up, before such a request was sent'
        : 'the burst had no such request, or was over before it was sent'
    for (const id of MIXED_IDS.filter((each) => !judged.has(each))) t.markUnexercised(id, 'not met', why)
  },
})
