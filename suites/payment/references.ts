import { type Arrangement, type Check, defineCheck, defineFixture } from '../../kit/check.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import {
  cameBack,
  equals,
  isUuid,
  type Matcher,
  matcher,
  member,
  no,
  ok,
  oneOf,
  status,
} from '../../kit/match/index.ts'
import { liveStatuses } from '../../specs/index.ts'
import { create, read } from './api.ts'
import { freshKey } from './bodies.ts'
import { mobilePayment, type Payment } from './payment.ts'
import { records } from './records.ts'
import { refusal } from './refusal.ts'
import { isTerminal, settledPayments } from './settlement.ts'

/** A second creation with the reference of a payment, under a key of its own. */
function sameReference(t: Arrangement, payment: Payment, label: string, expects: 'new' | 'refused') {
  const { webhook_url: _w, callback_url: _c, ...body } = payment.body
  return create(t, { label, as: payment.key, body, idempotencyKey: freshKey(t), expects })
}

const duplicate = defineFixture({
  name: 'duplicate-reference',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [mobilePayment],
  cost: { requests: { live: 1 }, payments: 1, typical: { payments: 0 } },
  make: async (t) => sameReference(t, await t.use(mobilePayment), 'reference of a live payment', 'refused'),
})

const refused = refusal(['409 DUPLICATE_REFERENCE'])

/** Anything but a refusal for the reference: the other reasons of a deployment are its own. */
const reused: Matcher<Exchange> = matcher('2xx, the reference being free again', (exchange) =>
  status('2xx').test(exchange).ok ? ok : no(cameBack(exchange)),
)

/** The reference of a payment that ended without success is free. */
function reuse(outcome: 'failed' | 'expired' | 'cancelled'): Check {
  const fixture = settledPayments[outcome]
  const id = `pay.reference.reuse-after-${outcome}` as const
  return defineCheck({
    id: `pay/references/reuse-after-${outcome}`,
    title: `The reference of a payment that is ${outcome} can be used again`,
    covers: [id],
    needs: fixture.needs,
    uses: [fixture],
    tier: 'write',
    cost: { requests: { live: 1 }, payments: 1 },
    async run(t) {
      const settled = await t.use(fixture)
      if (settled.status?.toLowerCase() !== outcome && !settled.toldByEvent) {
        t.block(`the payment is ${settled.status ?? 'in an unknown status'}, not ${outcome}`, [settled.read])
      }
      const answer = await sameReference(t, settled.payment, `reference of a payment that is ${outcome}`, 'new')
      // Only a refusal for the reference contradicts; the recipe's values may bring the same outcome about at once.
      if (!status('2xx').test(answer).ok && !refused.test(answer).ok && answer.response?.status === 402) {
        t.conclude(id, {
          ok: true,
          subject: 'POST /api/v1/payments',
          expected: reused.expected,
          actual: '',
          note: 'declined, not refused for its reference',
          evidence: [answer],
        })
        return
      }
      t.judge(id, answer, reused)
    },
  })
}

export const references: readonly Check[] = [
  // States and transitions: while a payment with it is pending, processing or completed, creation is rejected.
  defineCheck({
    id: 'pay/references/duplicate',
    title: 'The reference of a live payment is refused with 409 DUPLICATE_REFERENCE and its details',
    covers: [
      'pay.reference.duplicate-live',
      'pay.reference.existing-transaction-id',
      'pay.reference.existing-status',
      'pay.reference.echo',
    ],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, duplicate, records],
    tier: 'write',
    cost: { requests: { live: 1 }, typical: { requests: {} } },
    async run(t) {
      const { id, reference } = await t.use(mobilePayment)
      const answer = await t.use(duplicate)
      if (!refused.test(answer).ok && status('2xx').test(answer).ok) {
        const now = await read(t, (await t.use(mobilePayment)).key, id, 'is the first payment alive?')
        const found = (await t.use(records)).status(now, id)
        if (isTerminal(found) && found !== 'completed')
          t.block(`the first payment is ${found} already: its reference is free`, [now])
      }
      if (!t.judge('pay.reference.duplicate-live', answer, refused)) {
        for (const each of [
          'pay.reference.existing-transaction-id',
          'pay.reference.existing-status',
          'pay.reference.echo',
        ] as const) {
          t.blocked(each, 'the duplicate was not refused with 409 DUPLICATE_REFERENCE', [answer])
        }
        return
      }
      t.judge('pay.reference.existing-transaction-id', answer, member('/details/existing_transaction_id', sameUuid(id)))
      t.judge('pay.reference.existing-status', answer, member('/details/existing_status', oneOf(liveStatuses)))
      t.judge('pay.reference.echo', answer, member('/details/reference', equals(reference)))
    },
  }),

  // States and transitions: completed payments keep their reference.
  defineCheck({
    id: 'pay/references/duplicate-of-completed',
    title: 'The reference of a completed payment is refused with 409 DUPLICATE_REFERENCE',
    covers: ['pay.reference.duplicate-completed'],
    needs: settledPayments.completed.needs,
    uses: [settledPayments.completed],
    tier: 'write',
    cost: { requests: { live: 1 }, payments: 1, typical: { payments: 0 } },
    async run(t) {
      const settled = await t.use(settledPayments.completed)
      if (settled.status !== 'completed' && !settled.toldByEvent) {
        t.block(`the payment is ${settled.status ?? 'in an unknown status'}, not completed`, [settled.read])
      }
      const answer = await sameReference(t, settled.payment, 'reference of a completed payment', 'refused')
      t.judge('pay.reference.duplicate-completed', answer, refused)
    },
  }),

  reuse('failed'),
  reuse('expired'),
  reuse('cancelled'),
]

function sameUuid(id: string): Matcher<unknown> {
  return matcher(id, (value) => {
    const outcome = isUuid.test(value)
    if (!outcome.ok) return outcome
    return String(value).toLowerCase() === id.toLowerCase() ? ok : no(String(value))
  })
}
