import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { all, any, cameBack, type Matcher, matcher, no, ok, status, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { create } from '../client/api.ts'
import { merged } from '../client/bodies.ts'
import { ofOtherMerchant } from '../client/merchants.ts'
import { COMPLETED_PAYMENT } from '../client/observed.ts'
import { draft, mobilePayment, submit } from '../client/payment.ts'
import { mentions, type Records, records } from '../client/records.ts'
import { refusal } from '../client/refusal.ts'
import { defineCheck, defineFixture, defineRule } from '../define.ts'
import { troubleIn } from '../service/trouble.ts'
import { chargeable, creationsByReference, namesPayments } from '../webhooks/deliveries.ts'
import { MOST, replayed } from './replaying.ts'
import { paymentsThere, READS } from './there.ts'

/** The first payment's creation sent again, byte for byte. */
export const replay = defineFixture({
  name: 'replay',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [mobilePayment],
  cost: {
    requests: { live: MOST.requests },
    spends: { payments: MOST.payments },
    typical: { requests: { live: 1 }, spends: { payments: 0 } },
  },
  make: async (t) => replayed(t, await t.use(mobilePayment), 'replay'),
})

/** An answer that shows the payment with this id, and no other. */
export function shows(id: string, found: Records): Matcher<Exchange> {
  return matcher(`the payment ${id}`, (exchange) => {
    if (mentions(exchange, id)) return ok
    const other = found.id(exchange)
    return no(
      other === undefined ? `${cameBack(exchange)} without that id` : `${cameBack(exchange)} with the payment ${other}`,
    )
  })
}

/** The ids of payments that answers show beyond the one that is known. */
export function otherPayments(answers: readonly Exchange[], id: string | undefined, found: Records): string[] {
  const successes = answers.filter(
    ({ response }) => response !== undefined && response.status >= 200 && response.status < 300,
  )
  const ids = successes
    .filter((each) => id === undefined || !mentions(each, id))
    .map((each) => found.id(each)?.toLowerCase())
  return [...new Set(ids.filter((each) => each !== undefined))]
}

const DUPLICATE = refusal(['409 DUPLICATE_REFERENCE'])

/** The same text with capitals for small letters, and small ones for capitals. */
const otherCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (each) => (each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase()))

/** How much the other amount is above the first one. */
const MORE = 100

/** The step whose answer nobody read. */
export const LOST = 'dropped before the answer'

/** Whether a creation came to the service, and was answered by more than its limiter. */
export const isDealtWith = ({ response }: Exchange): boolean => response !== undefined && response.status !== 429

export const idempotency: readonly Check[] = [
  // Endpoints: a retry with the same key that finds the original payment returns 200 with it.
  defineCheck({
    id: 'pay/idempotency/replay',
    title: 'A retry with the same key and body answers 200 with the original payment',
    covers: ['pay.idempotency.replay-status', 'pay.idempotency.replay-same-payment'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, replay, records],
    tier: 'write',
    async run(t) {
      const { id } = await t.use(mobilePayment)
      const answer = await t.use(replay)
      t.judge('pay.idempotency.replay-status', answer, status(200))
      t.judge('pay.idempotency.replay-same-payment', answer, all(status('2xx'), shows(id, await t.use(records))))
    },
  }),

  // Errors › Retry rules: no duplicate charge occurs. What a used key with another body is answered is left open.
  defineCheck({
    id: 'pay/idempotency/other-body',
    title: 'A used key with another amount and reference makes no second payment',
    covers: ['pay.idempotency.no-second-payment', 'pay.conflict.answer'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, replay, records],
    tier: 'write',
    cost: {
      requests: { live: 2 + 1 + 3 + READS },
      spends: { payments: 2 },
      adds: MORE,
      typical: { requests: { live: 1 }, spends: { payments: 0 } },
    },
    async run(t) {
      const payment = await t.use(mobilePayment)
      const again = await t.use(replay)
      const { key, idempotencyKey, body, id } = payment
      const other = merged(body, {
        reference: t.fresh('Ref'),
        ...(typeof body.amount === 'number' ? { amount: body.amount + MORE } : {}),
      })
      const answer = await create(t, {
        label: 'used key, other body',
        as: key,
        body: other,
        idempotencyKey,
        expects: 'replayed',
      })
      // A key that met another body is still the key of its payment.
      const label = 'used key, its own body after the other'
      const later =
        t.depth === 'deep' ? [await create(t, { label, as: key, body, idempotencyKey, expects: 'replayed' })] : []
      const made = otherPayments([again, answer, ...later], id, await t.use(records))
      const there = made.length === 0 ? [] : (await paymentsThere(t, key, [id, ...made])).filter((each) => each !== id)
      // An id that nobody has is that of no payment; that a retry shows it has a statement of its own.
      if (made.length > 0 && there.length === 0 && otherPayments([again], id, await t.use(records)).length > 0)
        t.markUnexercised(
          'pay.idempotency.no-second-payment',
          'not met',
          `answers name ${made.join(', ')}, which reads do not find: whether there is a second payment was not seen`,
        )
      else
        t.conclude('pay.idempotency.no-second-payment', {
          ok: made.length === 0,
          subject: 'POST /api/v1/payments (used key, same and other body)',
          expected: `no payment but ${id}`,
          actual: there.length > 0 ? `a second payment ${there.join(', ')}` : `${made.join(', ')}, which no read finds`,
          evidence: [payment.creation, again, answer, ...later],
        })
      t.observe('pay.open.idempotency-collision-answer', cameBack(answer), [answer])
      t.judge('pay.conflict.answer', answer, any(refusal(['409 CONFLICT']), status(200)))
    },
  }),

  // Resources › Payment create request: the key is a string of at most 255 characters, all of which count.
  defineCheck({
    id: 'pay/idempotency/long-keys',
    title:
      'Two keys that differ in their 255th character, and two references that differ in capitals, make two payments',
    covers: ['pay.idempotency.long-key-distinct', 'pay.reference.distinct'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, records],
    tier: 'write',
    cost: {
      requests: { live: 2 },
      spends: { payments: 2 },
      typical: { requests: { live: 1 }, spends: { payments: 1 } },
    },
    async run(t) {
      const first = await t.use(mobilePayment)
      const submitWith = (members: JsonObject) =>
        submit(
          t,
          draft(t, {
            label: 'key with another 255th character',
            as: first.key,
            members,
            // The same letter as a capital: a store that does not tell the two apart cuts as much.
            idempotencyKey: `${first.idempotencyKey.slice(0, -1)}K`,
          }),
        )
      // The id of the run stays as it is: what the run left behind is found by it.
      const inCapitals = await submitWith({ reference: first.reference.replace(/^[^a-z]*[a-z]+/i, otherCase) })
      // Refused for its reference, it shows nothing of its key.
      const isTaken = DUPLICATE.test(inCapitals).ok
      const answer = isTaken ? await submitWith({}) : inCapitals
      if (isTaken || status('2xx').test(answer).ok)
        t.conclude('pay.reference.distinct', {
          ok: !isTaken,
          subject: 'POST /api/v1/payments (reference of a live payment in other letters)',
          expected: '2xx, the reference being another one',
          actual: cameBack(inCapitals),
          evidence: [first.creation, inCapitals],
        })
      else t.markUnexercised('pay.reference.distinct', 'not met', `the creation came to ${cameBack(answer)}`)
      t.control(answer, any(status('2xx'), refusal(['409 CONFLICT'])))
      t.conclude('pay.idempotency.long-key-distinct', {
        ok: status('2xx').test(answer).ok && !mentions(answer, first.id),
        subject: 'POST /api/v1/payments (key with another 255th character)',
        expected: 'a payment of its own',
        actual: mentions(answer, first.id)
          ? `${cameBack(answer)} with the first payment ${first.id}`
          : cameBack(answer),
        evidence: [first.creation, answer],
      })
    },
  }),

  // Errors › Retry rules: after a time-out a retry finds the original or is the first to be executed.
  defineCheck({
    id: 'pay/idempotency/lost-answer',
    title: 'Retries after a connection that was dropped end at one payment',
    covers: ['pay.idempotency.after-lost-answer', 'pay.idempotency.replay-status'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [mobilePayment, records],
    tier: 'write',
    cost: {
      requests: { live: 2 + MOST.requests },
      spends: { payments: 2 + MOST.payments },
      typical: { requests: { live: 3 }, spends: { payments: 2 } },
    },
    async run(t) {
      const first = await t.use(mobilePayment)
      const { key } = first
      const found = await t.use(records)
      // One that completes is surely reported: a second payment would be seen in the events.
      const members = t.service.outcomes?.completed?.with ?? {}
      const { body, idempotencyKey } = draft(t, { label: LOST, as: key, members })
      const step = { as: key, body, idempotencyKey }
      const lost = await create(t, {
        ...step,
        label: 'dropped before the answer',
        expects: 'replayed',
        abandonAfterMs: 5,
      })
      let answer = await create(t, { ...step, label: 'retry after the drop', expects: 'new' })
      // The first one may still be under way: 409 CONFLICT is a lawful answer for that moment.
      for (let again = 0; again < 3 && refusal(['409 CONFLICT']).test(answer).ok; again += 1) {
        await t.pause(t.clock.scaled(1) + 200)
        answer = await create(t, { ...step, label: 'retry after a conflict', expects: 'replayed' })
      }
      t.control(answer, any(status('2xx'), refusal(['409 DUPLICATE_REFERENCE'])))
      const again = await replayed(t, { ...first, body, idempotencyKey }, 'second retry')
      // A limiter that answers in place of the service says nothing of the payment, nor does a bad moment.
      const isAside =
        again.response?.status === 429 || troubleIn(again, 'pay.idempotency.after-lost-answer') !== undefined
      if (isAside) t.control(again, status('2xx'))
      // Whether the first retry found a payment or made it, the second one finds it.
      if (status('2xx').test(answer).ok) t.judge('pay.idempotency.replay-status', again, status(200))
      else t.markUnexercised('pay.idempotency.replay-status', 'not met', 'the first retry came to no payment')
      const id = found.id(answer)
      // A retry may show several UUIDs, or none, in another shape than a first creation: then the events tell.
      if (id === undefined && [answer, again].every((each) => status('2xx').test(each).ok))
        return t.markUnexercised(
          'pay.idempotency.after-lost-answer',
          'not met',
          'the retries show no UUID known to be the id',
        )
      t.conclude('pay.idempotency.after-lost-answer', {
        ok: status('2xx').test(answer).ok && status('2xx').test(again).ok && id !== undefined && mentions(again, id),
        subject: 'POST /api/v1/payments (retries after a dropped connection)',
        expected: 'the payment, and then the same one',
        actual: `${cameBack(answer)} with ${id ?? 'no id'}, then ${cameBack(again)} with ${found.id(again) ?? 'no id'}`,
        evidence: [lost, answer, again],
      })
    },
  }),

  // The same promise, as the events tell it: the answer that was lost may have been that of another payment.
  defineRule({
    id: 'pay/idempotency/lost-answer-events',
    title: 'Events of a creation whose answer was lost tell of one payment',
    covers: ['pay.idempotency.after-lost-answer'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'webhooks'],
    observes: COMPLETED_PAYMENT,
    async run(t) {
      const lost = t.exchanges().find(({ label }) => label === LOST)
      const reference = String(valueAt(json(lost?.request), '/reference'))
      const { ids, told } = chargeable(t, reference)
      if (told.length === 0) t.abortUnexercised('not met', 'no event told of the creation whose answer was lost')
      if (!namesPayments(t)) t.abortUnexercised('not met', 'events name payments by other ids than answers do')
      // Of one creation one payment is no news: a retry shows what it leads to where the service has dealt with it.
      if (ids.size <= 1 && !creationsByReference(t, reference).some(isDealtWith))
        t.abortUnexercised('not met', 'no retry of the creation whose answer was lost was answered')
      t.conclude('pay.idempotency.after-lost-answer', {
        ok: ids.size <= 1,
        subject: `the events of the reference ${reference}`,
        expected: 'one payment',
        actual: `${ids.size} payments: ${[...ids].join(', ')}`,
        evidence: [...(lost === undefined ? [] : [lost]), ...told.slice(0, 5)],
      })
    },
  }),

  // Errors › Not found: what another merchant owns is not to be had, not even by its key.
  defineCheck({
    id: 'pay/idempotency/other-merchant',
    title: "Another merchant's request with the same key and reference is that merchant's own",
    covers: ['pay.idempotency.merchant-scope', 'pay.reference.merchant-scope'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.keys.otherMerchant'],
    uses: [mobilePayment],
    tier: 'write',
    cost: { requests: { otherMerchant: 1 }, spends: { payments: 1 } },
    async run(t) {
      const mine = await t.use(mobilePayment)
      const as = t.key('otherMerchant')
      // The very same body: one that differs would hide a shared key behind a collision.
      const answer = await create(t, {
        label: 'another merchant, same key and reference',
        as,
        body: mine.body,
        idempotencyKey: mine.idempotencyKey,
        expects: 'new',
      })
      t.judge(
        'pay.idempotency.merchant-scope',
        answer,
        ofOtherMerchant(
          matcher('nothing of the first merchant', (exchange) =>
            exchange.response === undefined
              ? no(cameBack(exchange))
              : mentions(exchange, mine.id)
                ? no(`${cameBack(exchange)} with ${mine.id}`)
                : ok,
          ),
        ),
      )
      if (mentions(answer, mine.id) && status('2xx').test(answer).ok) {
        t.markBlocked('pay.reference.merchant-scope', 'the other merchant was given the first payment', [answer])
        return
      }
      t.judge(
        'pay.reference.merchant-scope',
        answer,
        ofOtherMerchant(
          matcher('no 409 DUPLICATE_REFERENCE', (exchange) =>
            refusal(['409 DUPLICATE_REFERENCE']).test(exchange).ok ? no(cameBack(exchange)) : ok,
          ),
        ),
      )
    },
  }),
]
