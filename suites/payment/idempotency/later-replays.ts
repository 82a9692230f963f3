import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { all, cameBack, show, status } from '../../../kit/match/index.ts'
import { read } from '../client/api.ts'
import { isShort, unlessShort } from '../client/one-key.ts'
import { mobilePayment, type Payment } from '../client/payment.ts'
import { type Records, records } from '../client/records.ts'
import { MOST_READS, readUntil } from '../client/rereading.ts'
import { ended, processingPayment, settledPayments, unsettledText } from '../client/settlement.ts'
import { type CheckContext, defineCheck, type FixtureContext } from '../define.ts'
import { type History, histories } from '../lifecycle/histories.ts'
import { creationsById, type PaymentEvent, paymentEvents } from '../webhooks/deliveries.ts'
import { shows } from './idempotency.ts'
import { MOST, replayed } from './replaying.ts'

/** Reads that show the payment as it was before its creation was sent again, or that no lag explains: rules judge them. */
const readAfter = (t: FixtureContext, found: Records, { key, id }: Payment, reached: string): Promise<Exchange> =>
  readUntil(t, key, id, `is it ${reached} still?`, (each) => found.status(each, id)?.toLowerCase() === reached)

const isBegun = ({ status: now, previous }: PaymentEvent): boolean => now === 'processing' && previous === 'pending'

/** An event that tells of the same beginning as one before a replay, and as another one. */
function begunAnew(t: CheckContext, { id }: Payment, replay: Exchange): PaymentEvent | undefined {
  const begun = paymentEvents(t).filter((each) => each.transactionId === id.toLowerCase() && isBegun(each))
  const before = begun.filter(({ delivery }) => delivery.arrivedAt < replay.sentAt)
  if (before.length === 0) return undefined
  // Further attempts share the one or the other.
  const isOther = ({ eventId, timestamp }: PaymentEvent): boolean =>
    before.every((each) => each.eventId !== eventId && each.timestamp !== timestamp)
  return begun.find((each) => !before.includes(each) && isOther(each))
}

function goesBack({ shown, events }: History): boolean {
  const statuses = shown.map((each) => each.status.toLowerCase())
  const began = statuses.indexOf('processing')
  return (
    events.some((each) => each.status === 'pending' && each.previous === 'processing') ||
    (began >= 0 && statuses.slice(began).includes('pending'))
  )
}

/** Transitions beside those of the table are not shown: where others that nobody sent again go back, a replay is not why. */
const othersGoBack = (t: CheckContext, found: Records, { id }: Payment): boolean =>
  [...histories(t, found).values()].some(
    (each) => each.id !== id.toLowerCase() && creationsById(t, each.id).length < 2 && goesBack(each),
  )

/** Errors › Retry rules: no duplicate charge occurs. A payment that the provider has is not handed to it again. */
async function judgeGoingOn(t: CheckContext, found: Records, payment: Payment, replay: Exchange): Promise<void> {
  const { key, id, webhook } = payment
  const is = (status: string) => (each: Exchange) => found.status(each, id)?.toLowerCase() === status
  const first = await read(t, key, id, 'is it processing still?')
  const evidence = [payment.creation, replay, first]
  const expected = `the payment ${id}, which was processing, going on`
  const subject = 'POST /api/v1/payments (replay of a payment that is processing)'
  const judged = { subject, expected, evidence }
  if (!is('pending')(first)) {
    t.conclude('pay.idempotency.no-second-payment', { ...judged, ok: true, actual: '' })
    return
  }
  // A read may lag behind; one that does so still when its time is over does not, nor does an event of another beginning.
  const last = await readUntil(t, key, id, 'is it processing again?', (each) => !is('pending')(each))
  const within = t.target.timing.settle * 500
  if (!is('pending')(last))
    await webhook?.next(() => begunAnew(t, payment, replay) !== undefined, { within }).catch(() => undefined)
  const event = begunAnew(t, payment, replay)
  if (othersGoBack(t, found, payment))
    return t.markUnexercised(
      'pay.idempotency.no-second-payment',
      'not met',
      'payments go back to pending by themselves',
    )
  t.conclude('pay.idempotency.no-second-payment', {
    ...judged,
    ok: !is('pending')(last) && event === undefined,
    actual: `${show(found.status(first, id))} right after the replay, ${event === undefined ? `${show(found.status(last, id))} later` : 'and an event that tells of another beginning'}`,
    awaited: event === undefined,
    evidence: [...evidence, last, ...(event === undefined ? [] : [event.delivery])],
  })
}

/** Retries when the payment has gone on since its creation. */
export const laterReplays: readonly Check[] = [
  // Errors › Retry rules: the original payment is found as it is, and not charged again.
  defineCheck({
    id: 'pay/idempotency/replay-while-processing',
    title: 'A retry with the key of a payment that is processing answers 200 with it, and leaves it processing',
    covers: [
      'pay.idempotency.replay-status',
      'pay.idempotency.replay-same-payment',
      'pay.idempotency.no-second-payment',
    ],
    needs: processingPayment.needs,
    uses: [mobilePayment, processingPayment, records],
    tier: 'write',
    // A second payment that comes of it would be another one with the reference.
    runsAfter: ['pay/references/duplicate-of-processing'],
    cost: {
      requests: { live: 1 + MOST_READS + MOST.requests },
      spends: { payments: MOST.payments },
      typical: { requests: {}, spends: { payments: 0 }, at: unlessShort(2) },
    },
    async run(t) {
      if (isShort(t.service.keys, t.depth)) t.abortUnexercised('not met', 'one live key has no requests to spare')
      const found = await t.use(records)
      const { payment, seen } = await t.use(processingPayment)
      if (!seen) t.abortUnexercised('not met', 'the payment was not seen to be processing')
      const answer = await replayed(t, payment, 'replay of a payment that is processing')
      t.judge('pay.idempotency.replay-status', answer, status(200))
      t.judge('pay.idempotency.replay-same-payment', answer, all(status('2xx'), shows(payment.id, found)))
      if (status(200).test(answer).ok) await judgeGoingOn(t, found, payment, answer)
      else t.markUnexercised('pay.idempotency.no-second-payment', 'not met', `the retry came to ${cameBack(answer)}`)
    },
  }),

  // Errors › Retry rules: the original payment is found whatever became of it since.
  defineCheck({
    id: 'pay/idempotency/replay-after-completion',
    title: 'A retry with the key of a completed payment answers 200 with that payment',
    covers: ['pay.idempotency.replay-after-terminal'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.completed'],
    uses: [settledPayments.completed, records],
    tier: 'write',
    cost: {
      requests: { live: MOST_READS + MOST.requests },
      spends: { payments: MOST.payments },
      typical: {
        requests: { live: 1 },
        spends: { payments: 0 },
        at: (_, depth) => (depth === 'deep' ? { requests: { live: 2 } } : {}),
      },
    },
    async run(t) {
      const settled = await t.use(settledPayments.completed)
      const { payment, read: last } = settled
      if (settled.status !== 'completed') t.abortBlocked(unsettledText(settled, 'completed'), [last, payment.creation])
      const found = await t.use(records)
      const answer = await replayed(t, payment, 'replay after completion')
      t.judge('pay.idempotency.replay-after-terminal', answer, all(status(200), shows(payment.id, found)), {
        change: 'completed',
      })
      if (t.depth === 'deep') await readAfter(t, found, payment, 'completed')
    },
  }),

  // A payment that ended without success is the original payment still: its key is not free again.
  defineCheck({
    id: 'pay/idempotency/replay-after-other-ends',
    title: 'A retry with the key of a payment that failed, expired or was cancelled answers 200 with that payment',
    covers: ['pay.idempotency.replay-after-terminal'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, ...Object.values(settledPayments), records],
    tier: 'write',
    phase: 'settled',
    cost: {
      requests: { live: 3 * (MOST_READS + MOST.requests) },
      spends: { payments: 3 * MOST.payments },
      typical: {
        requests: { live: 3 },
        spends: { payments: 0 },
        at: (_, depth) => (depth === 'deep' ? { requests: { live: 6 } } : {}),
      },
    },
    async run(t) {
      const found = await t.use(records)
      const ends = (await ended(t)).filter(
        ({ outcome, status: reached }) => outcome !== 'completed' && reached === outcome,
      )
      if (ends.length === 0) t.abortUnexercised('not met', 'no payment of the run ended without success')
      for (const { payment, outcome } of ends) {
        const answer = await replayed(t, payment, `replay of a payment that is ${outcome}`)
        t.judge('pay.idempotency.replay-after-terminal', answer, all(status(200), shows(payment.id, found)), {
          change: outcome,
        })
        if (t.depth === 'deep') await readAfter(t, found, payment, outcome)
      }
    },
  }),
]
