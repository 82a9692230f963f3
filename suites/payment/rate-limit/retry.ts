import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { status } from '../../../kit/match/index.ts'
import { judgeAccepted } from '../client/acceptance.ts'
import { CREATE, create, keyOf } from '../client/api.ts'
import { mobilePayment } from '../client/payment.ts'
import { records } from '../client/records.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { shows } from '../idempotency/idempotency.ts'
import { exceed, MOST_READS } from './burst.ts'
import { isLimited } from './probes.ts'
import { CREATION_OVER, creationOver } from './scope.ts'

/** Seconds on the clock of the documents. */
const WINDOW = 60

/** The last valid creation of the run that was answered 429. */
const limitedOf = (t: CheckContext): Exchange | undefined =>
  t
    .exchanges()
    .filter((each) => each.operation === CREATE && each.label === CREATION_OVER && isLimited(each))
    .at(-1)

/**
 * One is sent at once where the key of a burst goes over its limit again: the window of the one before had ended just then.
 * Nobody is driven over a limit that no burst has met.
 */
async function limitedAnew(t: CheckContext): Promise<Exchange | undefined> {
  const burst = t.exchanges().filter((each) => each.expects429 === true && each.key.startsWith('live['))
  const before = burst.findLast(isLimited)
  const key = before === undefined ? undefined : t.key(before.key as `live[${number}]`)
  if (key === undefined) return undefined
  if ((await exceed(t, key)).refused === undefined) return undefined
  const sent = await creationOver(t, key)
  return sent !== undefined && isLimited(sent) ? sent : undefined
}

// Errors › Retry rules: retry with the same Idempotency-Key after 429.
export const retryAfterLimit: Check = defineCheck({
  id: 'pay/rate-limit/retry',
  title: 'A creation that was answered 429 is accepted with its key after the reset, and makes one payment',
  covers: ['pay.idempotency.after-rate-limit'],
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [mobilePayment, records],
  tier: 'write',
  phase: 'exclusive',
  // It leaves the key as it is when the time of its reset has passed.
  runsAfter: ['pay/rate-limit/burst'],
  cost: {
    // Where another check has had one refused, it is that one.
    requests: { live: 2 + MOST_READS + 1 },
    spends: { payments: 3 },
    typical: { requests: { live: 2 }, spends: { payments: 1 } },
    // A deep burst leaves its key without room for a window.
    lingers: ({ timeScale }, depth) => (depth === 'deep' ? WINDOW / timeScale : 0),
  },
  async run(t) {
    const id = 'pay.idempotency.after-rate-limit'
    await t.use(mobilePayment)
    const first = limitedOf(t) ?? (await limitedAnew(t))
    const as = first === undefined ? undefined : t.key(first.key as `live[${number}]`)
    if (first === undefined || as === undefined)
      return t.abortUnexercised('not met', 'no valid creation of this run was answered 429')
    const step = { as, body: first.request.body, idempotencyKey: keyOf(first) }
    const retry = await create(t, { ...step, label: 'retry of a creation that was answered 429', expects: 'new' })
    judgeAccepted(t, id, retry)
    if (!status('2xx').test(retry).ok) return
    const found = await t.use(records)
    const made = found.id(retry)
    const again = await create(t, { ...step, label: 'the same retry again', expects: 'replayed' })
    // How a retry is answered is judged elsewhere; here, that it makes no other payment.
    if (made !== undefined && status('2xx').test(again).ok) t.judge(id, again, shows(made, found))
  },
})
