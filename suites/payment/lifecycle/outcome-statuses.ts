import type { Check } from '../../../kit/check/check.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { all, cameBack, status as statusIs } from '../../../kit/match/index.ts'
import { CREATE, read } from '../client/api.ts'
import { mobilePayment, type Payment } from '../client/payment.ts'
import { unlessIdle } from '../client/recipes.ts'
import { records } from '../client/records.ts'
import { ended, endsByItself, isTerminal, processingPayment, recipeOf, settledPayments } from '../client/settlement.ts'
import { cardCreation, qrCreation } from '../creation/card.ts'
import { type CheckContext, defineCheck } from '../define.ts'
import { tellsOf, unreadable, whatCame } from '../webhooks/deliveries.ts'
import { patienceMs } from '../webhooks/patience.ts'
import { isKnown, statusShown } from './histories.ts'
import { asCreated, naming, referenceIfShown } from './reading.ts'

const IDS = {
  completed: 'pay.status.completes',
  failed: 'pay.status.fails',
  expired: 'pay.status.expires',
  cancelled: 'pay.status.cancels',
} as const

type Outcome = keyof typeof IDS
const OUTCOMES = Object.keys(IDS) as Outcome[]

/** What was brought about is what the payment becomes. */
function becomes(outcome: Outcome): Check {
  const fixture = settledPayments[outcome]
  return defineCheck({
    id: `pay/statuses/${outcome}`,
    title: `A payment whose recipe brings ${outcome} about becomes ${outcome}`,
    covers: [IDS[outcome]],
    needs: fixture.needs,
    uses: [fixture, mobilePayment, records],
    tier: 'write',
    sendsFor: ['pay.create.any-spelling', 'pay/creation/spellings'],
    cost: { requests: { live: 1 }, typical: { requests: {} } },
    async run(t) {
      const { payment, read: last, status, toldByEvent } = await t.use(fixture)
      // Another end than the one that was brought about contradicts; no end at all proves nothing.
      const otherEnd = isTerminal(status) && status !== outcome
      if (status !== outcome && !toldByEvent && !otherEnd) {
        t.abortBlocked(
          `neither an event nor a read showed ${outcome} within ${t.target.timing.settle} s; the last read: ${status ?? cameBack(last)}`,
          // A read that was refused stands in the way itself.
          statusIs('2xx').test(last).ok ? [payment.creation, last] : [last, payment.creation],
        )
      }
      // A step after the creation may come too late; request values do not.
      const late = otherEnd && !toldByEvent && recipeOf(t, outcome).with === undefined
      const other = late ? await endsByItself(t, status ?? '') : undefined
      if (other !== undefined) t.abortBlocked(`payments of this target become ${status} by themselves`, [last, other])
      t.conclude(IDS[outcome], {
        ok: !otherEnd || toldByEvent,
        subject: `payment ${payment.reference}, brought to ${outcome}`,
        expected: `status ${outcome}`,
        actual: `status ${status}`,
        ...(otherEnd && !toldByEvent ? { note: unlessIdle(outcome) } : {}),
        awaited: false,
        evidence: [payment.creation, last],
      })
    },
  })
}

/** Seconds within which a read shows what an event has told. */
const LAG = 10

export const outcomeStatuses: readonly Check[] = [
  // States and transitions, row by row and status by status.
  ...OUTCOMES.map(becomes),

  // Receiver rules: missed events are recoverable by GET.
  defineCheck({
    id: 'pay/statuses/agree-with-events',
    title: 'A payment whose event told of its end reads the same',
    covers: ['pay.read.agrees-with-events'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'webhooks'],
    needsAnyOf: [
      [
        'payment.outcomes.completed',
        'payment.outcomes.failed',
        'payment.outcomes.expired',
        'payment.outcomes.cancelled',
      ],
    ],
    uses: [records, ...Object.values(settledPayments)],
    tier: 'write',
    phase: 'settled',
    cost: { requests: { live: 4 }, typical: { requests: {} } },
    async run(t) {
      const found = await t.use(records)
      const settled = await ended(t)
      const told = settled.filter(({ toldByEvent }) => toldByEvent)
      if (told.length === 0) t.abortUnexercised('not met', 'no event told of the end of a payment')
      for (const { payment, outcome, read: last, status } of told) {
        let answer = last
        let shown = status
        for (
          const until = t.clock.now() + LAG * 1000;
          shown !== outcome && t.clock.now() < until && !t.signal.aborted;
        ) {
          await t.pause(LAG * 250)
          answer = await read(t, payment.key, payment.id, `does it read ${outcome}?`)
          shown = found.status(answer, payment.id)?.toLowerCase()
        }
        if (shown === undefined && answer.response?.status === 200) {
          t.markBlocked(
            'pay.read.agrees-with-events',
            'no status could be told in the read; add payment.record.status to the target file',
            [answer],
          )
          continue
        }
        t.conclude('pay.read.agrees-with-events', {
          ok: shown === outcome,
          subject: `GET /api/v1/payments/{id} (${payment.reference}, reported as ${outcome})`,
          expected: `status ${outcome} within ${LAG} s of the event`,
          actual: shown === undefined ? cameBack(answer) : `status ${shown}`,
          evidence: [answer],
          at: { change: outcome },
        })
      }
    },
  }),

  // Which URL is called: webhook_url on every status change.
  defineCheck({
    id: 'pay/webhooks/every-change',
    title: 'Every change of status that was seen was reported to webhook_url, for payments of every type',
    covers: ['pay.webhook.every-change', 'pay.read.payment'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'webhooks'],
    uses: [mobilePayment, records, processingPayment, ...Object.values(settledPayments), cardCreation, qrCreation],
    tier: 'write',
    phase: 'settled',
    cost: { requests: { live: 3 } },
    async run(t) {
      const first = await t.use(mobilePayment)
      await read(t, first.key, first.id, 'at the end of the run')
      const started = t.has('payment.outcomes.processing')
        ? await t.use(processingPayment).catch(() => undefined)
        : undefined
      const payments = [
        first,
        ...(started === undefined ? [] : [started.payment]),
        ...(await ended(t)).map(({ payment }) => payment),
        ...(await otherTypes(t)),
      ]
      let changes = 0
      for (const payment of payments) changes += await judgeChanges(t, payment)
      if (changes === 0)
        t.markUnexercised('pay.webhook.every-change', 'not met', 'no payment was seen to change its status')
    },
  }),
]

/** The card payment and the QR payment of the run, read once more: their owner reads them like any other. */
async function otherTypes(t: CheckContext): Promise<Payment[]> {
  const found = await t.use(records)
  const payments: Payment[] = []
  for (const [kind, fixture] of Object.entries({ card: cardCreation, qr: qrCreation })) {
    const made = await t.use(fixture).catch(() => undefined)
    const id = made === undefined || !statusIs('2xx').test(made.answer).ok ? undefined : found.id(made.answer)
    if (made === undefined || id === undefined) continue
    const { label: _, ...sent } = made.sent
    payments.push({ id, ...sent, creation: made.answer })
    t.judge(
      'pay.read.payment',
      await read(t, sent.key, id, `${kind} payment at the end of the run`),
      all(statusIs('2xx'), naming(id), referenceIfShown(sent.reference), asCreated(id, sent.body)),
      { kind },
    )
  }
  if (payments.length === 0)
    t.markUnexercised('pay.read.payment', 'not met', 'no answer to a card or QR payment shows its id')
  return payments
}

/** Judges the changes that answers show of one payment, the first status being no change. Returns how many there were. */
async function judgeChanges(t: CheckContext, payment: Payment): Promise<number> {
  if (payment.webhook === undefined) return 0
  const found = await t.use(records)
  const seen = t
    .exchanges()
    .filter(({ operation, request }) => operation !== CREATE && request.url.includes(payment.id))
    .concat(payment.creation)
    .toSorted((a, b) => a.endedAt - b.endedAt)
    .flatMap((exchange) => {
      const status = statusShown(t, found, exchange, payment.id)
      const known = status !== undefined && isKnown(status.toLowerCase())
      return known ? [{ exchange, status: status.toLowerCase() }] : []
    })
  const changed = new Map(seen.map(({ exchange, status }) => [status, exchange]))
  changed.delete(seen[0]?.status ?? '')
  for (const [status, exchange] of changed) await judgeTold(t, payment, status, [exchange])
  return changed.size
}

/** Judges that a change, which an answer showed, was reported to the payment's own webhook_url. */
export async function judgeTold(
  t: CheckContext,
  payment: Payment,
  status: string,
  shown: readonly Exchange[],
): Promise<void> {
  const id = 'pay.webhook.every-change'
  const inbox = payment.webhook
  if (inbox === undefined) {
    t.markUnexercised(id, 'unreachable', 'webhooks cannot be received in this run')
    return
  }
  const within = patienceMs(t, payment.id, (each) => each === status)
  const event = await inbox
    .next(tellsOf(status), { within: unreadable(inbox).length > 0 ? 0 : within })
    .catch(() => undefined)
  if (event === undefined && unreadable(inbox).length > 0) {
    t.markBlocked(id, 'what arrived does not tell its status', unreadable(inbox))
    return
  }
  t.conclude(id, {
    ok: event !== undefined,
    subject: `payment ${payment.reference}, seen to become ${status}`,
    expected: `an event with status ${status} at its webhook_url within ${t.target.webhooks?.deliveryWithin} s`,
    actual: whatCame(inbox, payment),
    awaited: true,
    evidence: event === undefined ? [...shown, payment.creation, ...inbox.deliveries] : [...shown, event],
  })
}
