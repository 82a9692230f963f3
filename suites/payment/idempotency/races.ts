import type { Check } from '../../../kit/check/check.ts'
import type { Evidence } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { cameBack, type Matcher, matcher, no, ok, soft, status } from '../../../kit/match/index.ts'
import { create, creation, read } from '../client/api.ts'
import { freshKey } from '../client/bodies.ts'
import { draft, mobilePayment } from '../client/payment.ts'
import { records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { defineCheck } from '../define.ts'
import { otherPayments } from './idempotency.ts'

/** How many requests are let go at the same moment. */
const AT_ONCE = 5

/** What one of several simultaneous requests with one key may be answered. */
const concurrentAnswer: Matcher<Exchange> = matcher('the payment or 409 CONFLICT', (exchange) => {
  if (status('2xx').test(exchange).ok || refusal(['409 CONFLICT']).test(exchange).ok) return ok
  if (refusal(['409 DUPLICATE_REFERENCE']).test(exchange).ok)
    return soft(cameBack(exchange), 'it names the payment, but the key was the same')
  return no(cameBack(exchange))
})

export const races: readonly Check[] = [
  // Errors › Retry rules: no duplicate charge, also when the retry overtakes the original.
  defineCheck({
    id: 'pay/idempotency/concurrent',
    title: 'Simultaneous requests with one key make one payment',
    covers: ['pay.idempotency.concurrent-one-payment', 'pay.idempotency.concurrent-answers'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, records],
    tier: 'write',
    cost: { requests: { live: AT_ONCE + 1 }, spends: { payments: AT_ONCE + 1 }, typical: { spends: { payments: 1 } } },
    async run(t) {
      await t.use(mobilePayment)
      const found = await t.use(records)
      const { key, body, idempotencyKey } = draft(t, { label: 'simultaneous requests, one key' })
      const step = { as: key, body, idempotencyKey }
      const answers = await t.sendTogether(
        Array.from({ length: AT_ONCE }, (_, index) =>
          creation(t, {
            ...step,
            label: `simultaneous, one key, ${index + 1} of ${AT_ONCE}`,
            expects: index === 0 ? 'new' : 'replayed',
          }),
        ),
      )
      const after = await create(t, { ...step, label: 'after the simultaneous requests', expects: 'replayed' })
      const ids = otherPayments([...answers, after], undefined, found)
      const evidence: Evidence[] = [...answers, after]
      if (ids.length === 0)
        t.abortBlocked(
          'none of the simultaneous requests, nor the one after them, was answered with a payment',
          evidence,
        )
      t.conclude('pay.idempotency.concurrent-one-payment', {
        ok: ids.length === 1,
        subject: `POST /api/v1/payments (${AT_ONCE} at once with one key)`,
        expected: 'one payment',
        actual: `${ids.length} payments: ${ids.join(', ')}`,
        evidence,
      })
      for (const answer of answers) t.judge('pay.idempotency.concurrent-answers', answer, concurrentAnswer)
    },
  }),

  // Resources: the reference is unique among live payments of the merchant.
  defineCheck({
    id: 'pay/references/concurrent',
    title: 'Simultaneous requests with one reference and different keys leave one live payment',
    covers: ['pay.reference.concurrent-one-live'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, records],
    tier: 'write',
    cost: { requests: { live: AT_ONCE }, spends: { payments: AT_ONCE }, typical: { spends: { payments: 1 } } },
    async run(t) {
      await t.use(mobilePayment)
      const found = await t.use(records)
      const { key, body } = draft(t, { label: 'simultaneous requests, one reference' })
      const answers = await t.sendTogether(
        Array.from({ length: AT_ONCE }, (_, index) =>
          creation(t, {
            as: key,
            body,
            idempotencyKey: freshKey(t),
            label: `simultaneous, one reference, ${index + 1} of ${AT_ONCE}`,
            expects: index === 0 ? 'new' : 'replayed',
          }),
        ),
      )
      const ids = otherPayments(answers, undefined, found)
      if (ids.length === 0) t.abortBlocked('none of the simultaneous requests was answered with a payment', answers)
      // A payment that ended meanwhile frees its reference: only payments that live together contradict.
      const live: string[] = []
      if (ids.length > 1) {
        for (const id of ids) {
          const now = await read(t, key, id, 'does it live?')
          if (!['failed', 'expired', 'cancelled'].includes(found.status(now, id) ?? '')) live.push(id)
        }
      }
      t.conclude('pay.reference.concurrent-one-live', {
        ok: live.length < 2,
        subject: `POST /api/v1/payments (${AT_ONCE} at once with one reference)`,
        expected: 'one live payment',
        actual: `${live.length} live payments: ${live.join(', ')}`,
        evidence: answers,
      })
    },
  }),
]
