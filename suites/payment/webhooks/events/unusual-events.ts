import type { Check } from '../../../../kit/check/check.ts'
import { Blocked, NotExercised } from '../../../../kit/check/signals.ts'
import { subjectOf } from '../../../../kit/check/verdicts/subject.ts'
import { header } from '../../../../kit/http/exchange.ts'
import { cameBack, equals, isString, show, status, valueAt } from '../../../../kit/match/index.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { read } from '../../client/api.ts'
import { judgeHandled } from '../../client/defect.ts'
import { accepted, draft, mobilePayment, type Payment, submit } from '../../client/payment.ts'
import { answerAlways, answerOnce, isTerminalEvent } from '../../client/receivers.ts'
import { records } from '../../client/records.ts'
import { bringAbout, tellsOfProcessing } from '../../client/settlement.ts'
import { cardCreation, qrCreation } from '../../creation/card.ts'
import { FRACTION, withDecimals } from '../../creation/fractions.ts'
import { duplicateOfCard } from '../../creation/references/duplicate-of-card.ts'
import { type CheckContext, type Claim, defineCheck, defineFixture, type FixtureContext } from '../../define.ts'
import { judgeQuery, QUERY } from '../called-query.ts'
import { receiver } from '../deliveries.ts'
import { patienceMs } from '../patience.ts'

/** Letters that encoders of JSON write in two ways, and of which a body signed in one way and sent in the other betrays itself. */
const LETTERS = 'é&/'

/** Whether the recipe of an end works for this payment. */
async function ends(t: FixtureContext, payment: Payment, outcome: 'completed' | 'cancelled' | 'expired') {
  try {
    await bringAbout(t, payment, outcome)
    return true
  } catch (error) {
    if (error instanceof Blocked || error instanceof NotExercised) return false
    throw error
  }
}

/** The event of the end of a payment, which its recipe has brought about. */
async function endOf(t: CheckContext, payment: Payment) {
  const isIts = ({ json }: Pick<Delivery, 'json'>) =>
    isTerminalEvent({ json }) && String(valueAt(json, '/transaction_id')).toLowerCase() === payment.id.toLowerCase()
  return payment.webhook?.next(isIts, { within: patienceMs(t, payment.id) }).catch(() => undefined)
}

const unsteadyNeeds = [
  'payment.keys.live',
  'payment.bodies.mobile',
  'payment.outcomes.completed',
  'webhooks',
] as const satisfies readonly Claim[]

/**
 * A payment whose webhook_url has a query, and whose receiver fails when it is told of anything but the end: what comes
 * after a failed attempt is told all the same. The other receiver answers 201.
 */
export const unsteadyPayment = defineFixture({
  name: 'unsteady-payment',
  needs: unsteadyNeeds,
  uses: [mobilePayment, records],
  cost: { requests: { live: 1 }, spends: { payments: 1 } },
  make: async (t) => {
    await t.use(mobilePayment)
    const members = t.service.outcomes?.completed?.with ?? {}
    const plain = draft(t, { label: 'payment whose URL has a query', members })
    const inbox = receiver(t, plain.webhook)
    answerOnce(t, inbox, { kind: 'status', status: 500 }, tellsOfProcessing)
    answerAlways(plain.callback, { kind: 'status', status: 201 })
    const sent = { ...plain, body: { ...plain.body, webhook_url: `${inbox.url}?${QUERY}` } }
    const answer = await submit(t, sent)
    if (!status('2xx').test(answer).ok) return { answer, payment: undefined }
    const payment = await accepted(t, await t.use(records), sent, answer)
    await ends(t, payment, 'completed')
    return { answer, payment }
  },
})

export const unusualEvents: readonly Check[] = [
  // Resources › Webhook payload: merchant_reference is the reference, whatever it is made of. The rules judge the rest.
  defineCheck({
    id: 'pay/unusual-events/letters',
    title: 'An event repeats a reference with letters that are written in several ways',
    covers: ['pay.event.merchant-reference'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.outcomes.completed', 'webhooks'],
    uses: [mobilePayment, records],
    tier: 'write',
    cost: { requests: { live: 1 }, spends: { payments: 1 } },
    async run(t) {
      const id = 'pay.event.merchant-reference'
      await t.use(mobilePayment)
      const members = t.service.outcomes?.completed?.with ?? {}
      const reference = `${t.fresh('Ref')}-${LETTERS}`
      const sent = draft(t, { label: 'payment with an unusual reference', members: { ...members, reference } })
      const answer = await submit(t, sent)
      // Which letters a reference may hold is open.
      t.observe('pay.open.text-lengths', `a reference with ${LETTERS}: ${cameBack(answer)}`, [answer])
      if (!status('2xx').test(answer).ok) t.abortUnexercised('not met', `a reference with ${LETTERS} is not taken`)
      const payment = await accepted(t, await t.use(records), sent, answer)
      const event = (await ends(t, payment, 'completed')) ? await endOf(t, payment) : undefined
      if (event === undefined)
        return t.abortUnexercised('not met', 'no event told of the payment with an unusual reference')
      const outcome = equals(reference).test(valueAt(event.json, '/merchant_reference'))
      t.conclude(id, {
        ok: outcome.ok,
        subject: subjectOf(event),
        expected: `merchant_reference ${show(reference)}`,
        actual: outcome.ok ? '' : outcome.actual,
        note: `declared as ${header(event.headers, 'Content-Type') ?? 'nothing'}`,
        evidence: [answer, event],
      })
    },
  }),

  // URL resolution: the URL of the creation applies to that payment, all of it.
  defineCheck({
    id: 'pay/unusual-events/query',
    title: 'A webhook_url with a query is called with it',
    covers: ['pay.webhook.payment-url'],
    needs: unsteadyNeeds,
    scriptsReceiver: true,
    uses: [unsteadyPayment],
    tier: 'write',
    cost: { requests: { live: 1 }, typical: { requests: {} } },
    async run(t) {
      const { answer, payment } = await t.use(unsteadyPayment)
      // Which URLs are taken is open.
      t.observe('pay.open.webhook-url-rules', `a URL with a query: ${cameBack(answer)}`, [answer])
      if (payment === undefined)
        return t.abortUnexercised('not met', `a webhook_url with a query came to ${cameBack(answer)}`)
      const event = await endOf(t, payment)
      if (event === undefined) {
        // What became of it: a rule judges whether the end of it should have come.
        await read(t, payment.key, payment.id, 'no event told of its end')
        return t.abortUnexercised('not met', 'no event told of the payment whose URL has a query')
      }
      judgeQuery(t, 'pay.webhook.payment-url', event, [answer])
    },
  }),

  // Resources › Webhook payload: amount is a number, decimals and all. The rules judge it.
  defineCheck({
    id: 'pay/unusual-events/decimals',
    title: 'An event repeats an amount with decimals',
    covers: ['pay.event.amount', 'pay.error.handled'],
    needs: unsteadyNeeds,
    uses: [mobilePayment, records],
    tier: 'write',
    cost: { requests: { live: 1 }, spends: { payments: 1 }, adds: FRACTION },
    async run(t) {
      const id = 'pay.event.amount'
      await t.use(mobilePayment)
      const given = { ...t.service.bodies?.mobile, ...t.service.outcomes?.completed?.with }
      const amount = withDecimals(t, given)
      if (amount === undefined)
        return t.abortUnexercised('not met', 'no amount with decimals is near the one of the target file')
      const members = { ...t.service.outcomes?.completed?.with, amount }
      const sent = draft(t, { label: 'payment with decimals', members })
      const answer = await submit(t, sent)
      // Whether an amount has decimals is open.
      t.observe('pay.open.amount-forms', `amount ${amount}: ${cameBack(answer)}`, [answer])
      // Taken or refused, it is a number: nothing unexpected is about it.
      judgeHandled(t, answer)
      if (!status('2xx').test(answer).ok)
        return t.markUnexercised(id, 'not met', `an amount with decimals came to ${cameBack(answer)}`)
      const payment = await accepted(t, await t.use(records), sent, answer)
      const event = (await ends(t, payment, 'completed')) ? await endOf(t, payment) : undefined
      if (event === undefined) return t.abortUnexercised('not met', 'no event told of the payment with decimals')
      const told = valueAt(event.json, '/data/amount')
      t.conclude(id, {
        ok: typeof told === 'number' && Math.abs(told - members.amount) < 1,
        subject: subjectOf(event),
        expected: `data.amount ${members.amount}, rounded or not`,
        actual: show(told),
        evidence: [answer, event],
      })
    },
  }),

  // Resources › Webhook payload: the table is that of every payment, of whichever type. The rules judge the rest.
  defineCheck({
    id: 'pay/unusual-events/types',
    title: 'Events of card and QR payments name their type',
    covers: ['pay.event.payment-type'],
    needs: ['payment.keys.live', 'webhooks'],
    uses: [cardCreation, qrCreation, duplicateOfCard, mobilePayment, records],
    tier: 'write',
    async run(t) {
      const id = 'pay.event.payment-type'
      const recipes = t.service.outcomes ?? {}
      // Request values are those of mobile payments, and nobody is asked to act for a payment that no check needs.
      const outcome = (['completed', 'cancelled', 'expired'] as const).find(
        (each) => recipes[each]?.with === undefined && recipes[each]?.call !== undefined,
      )
      if (outcome === undefined)
        return t.abortUnexercised('not met', 'no recipe ends a payment whose values are not those of a recipe')
      await t.use(mobilePayment).catch(() => undefined)
      // It is refused while the card payment lives.
      await t.use(duplicateOfCard).catch(() => undefined)
      const found = await t.use(records)
      for (const fixture of [cardCreation, qrCreation]) {
        const made = await t.use(fixture).catch(() => undefined)
        if (made === undefined || !status('2xx').test(made.answer).ok || found.id(made.answer) === undefined) continue
        const payment = await accepted(t, found, made.sent, made.answer)
        const event = (await ends(t, payment, outcome)) ? await endOf(t, payment) : undefined
        if (event === undefined) continue
        const type = valueAt(event.json, '/data/payment_type')
        t.conclude(id, {
          ok: isString.test(type).ok,
          subject: subjectOf(event),
          expected: 'data.payment_type, a string',
          actual: show(type),
          evidence: [made.answer, event],
        })
      }
      t.markUnexercised(id, 'not met', 'no event told of the end of a card or QR payment')
    },
  }),
]
