import {
  type Arrangement,
  type Check,
  type CheckContext,
  defineCheck,
  defineFixture,
  type Key,
} from '../../kit/check.ts'
import { subjectOf } from '../../kit/context.ts'
import { type Exchange, json } from '../../kit/http/exchange.ts'
import {
  cameBack,
  equals,
  isUuid,
  isUuidText,
  type Matcher,
  matcher,
  member,
  no,
  ok,
  oneOf,
  status,
  valueAt,
} from '../../kit/match/index.ts'
import type { JsonObject } from '../../kit/target/file.ts'
import { liveStatuses } from '../../specs/index.ts'
import { judgeAccepted, validCreation } from './acceptance.ts'
import { create, otherLiveKey, read } from './api.ts'
import { freshKey, validBody } from './bodies.ts'
import { cardCreation } from './card.ts'
import { declinedCreation } from './outcomes.ts'
import { draft, mobilePayment, type Payment } from './payment.ts'
import { type Records, records } from './records.ts'
import { refusal } from './refusal.ts'
import { isTerminal, processingPayment, settledPayments } from './settlement.ts'

/** What a second creation has other than the first one, beside its key. */
interface Other {
  readonly as?: Key
  readonly body?: JsonObject
}

/** A second creation with the reference of a payment, under a key of its own. */
function sameReference(
  t: Arrangement,
  payment: Payment,
  label: string,
  expects: 'new' | 'refused',
  { as = payment.key, body: other = payment.body }: Other = {},
) {
  const { webhook_url: _w, callback_url: _c, ...body } = other
  return create(t, { label, as, body, idempotencyKey: freshKey(t), expects })
}

/** The usual creation with the reference of a payment: the values of a recipe would end it like the first one. */
const usual = (t: Arrangement, { reference }: Payment, members: JsonObject = {}): JsonObject =>
  validBody(t, 'mobile', { ...members, reference })

/** How much more the second creation asks for: another amount is no other reference. */
const MORE = 100

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
    covers: outcome === 'failed' ? [id, ...SECOND_LIFE] : [id],
    needs: fixture.needs,
    uses: [fixture, records],
    tier: 'write',
    cost: { requests: { live: outcome === 'failed' ? 3 : 1 }, payments: outcome === 'failed' ? 2 : 1 },
    async run(t) {
      const settled = await t.use(fixture)
      if (settled.status?.toLowerCase() !== outcome && !settled.toldByEvent) {
        t.block(`the payment is ${settled.status ?? 'in an unknown status'}, not ${outcome}`, [settled.read])
      }
      const label = `reference of a payment that is ${outcome}`
      const answer = await sameReference(t, settled.payment, label, 'new', { body: usual(t, settled.payment) })
      // Only a refusal for the reference contradicts; the recipe's values may bring the same outcome about at once.
      if (!status('2xx').test(answer).ok && !refused.test(answer).ok && answer.response?.status === 402) {
        if (outcome === 'failed') skipSecondLife(t, SECOND_LIFE, 'the reference was not taken again')
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
      const again = t.judge(id, answer, reused)
      if (outcome !== 'failed') return
      if (again) await judgeSecondLife(t, settled.payment, answer)
      else skipSecondLife(t, SECOND_LIFE, 'the reference was not taken again')
    },
  })
}

/** What is judged of a reference that a dead and a live payment have. */
const SECOND_LIFE = [
  'pay.reference.duplicate-live',
  'pay.reference.existing-transaction-id',
  'pay.reference.existing-status',
] as const

function skipSecondLife(t: CheckContext, ids: readonly (typeof SECOND_LIFE)[number][], why: string): void {
  for (const id of ids) t.skip(id, 'not met', why)
}

/** A reference that is used again is taken again: the dead payment beside the live one does not free it. */
async function judgeSecondLife(t: CheckContext, first: Payment, second: Exchange): Promise<void> {
  const [duplicateLive, ...details] = SECOND_LIFE
  const found = await t.use(records)
  const label = 'reference of a failed and of a live payment'
  const third = await sameReference(t, first, label, 'refused', { body: usual(t, first) })
  const id = found.id(second)
  if (status('2xx').test(third).ok) {
    const now = id === undefined ? undefined : await read(t, first.key, id, 'is the second payment alive?')
    if (now === undefined || isDead(found, now, id) || !status('2xx').test(now).ok)
      t.skip(duplicateLive, 'not met', 'the payment that had taken the reference again was not seen to be alive')
    else t.judge(duplicateLive, third, refused)
    return skipSecondLife(t, details, 'the reference was taken a third time')
  }
  if (!t.judge(duplicateLive, third, refused)) return skipSecondLife(t, details, 'it was not refused as a duplicate')
  // Of the two payments with the reference it is the live one that is named.
  if (id === undefined)
    t.skip('pay.reference.existing-transaction-id', 'not met', 'the answer to the second creation shows no id')
  else t.judge('pay.reference.existing-transaction-id', third, member('/details/existing_transaction_id', sameUuid(id)))
  t.judge('pay.reference.existing-status', third, member('/details/existing_status', oneOf(liveStatuses)))
}

/** Of the creations that checks had refused anyway, one that the upstream or else the validation refused. */
const REFUSED_BY = ['insufficientFunds', 'invalidDetails', 'unclassified', 'limitExceeded'] as const

/** A creation that was refused, and so made no payment. */
const refusedCreation = defineFixture({
  name: 'refused-creation',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [validCreation],
  cost: { requests: { live: 1 }, payments: 1 },
  make: async (t) => {
    t.control(await t.use(validCreation), status('2xx'))
    const outcomes = t.target.payment?.outcomes
    const claimed = REFUSED_BY.find((each) => outcomes?.[each]?.with !== undefined)
    const members = claimed === undefined ? { amount: 0 } : (outcomes?.[claimed]?.with ?? {})
    const sent = draft(t, { label: 'creation that is refused', members, urls: 'none' })
    const answer = await create(t, {
      label: sent.label,
      as: sent.key,
      body: sent.body,
      idempotencyKey: sent.idempotencyKey,
      expects: 'refused',
    })
    return { sent, answer }
  },
})

export const references: readonly Check[] = [
  // Resources: the reference is unique among live payments. What was refused has none, unless it is shown to.
  defineCheck({
    id: 'pay/references/free-after-refusal',
    title: 'The reference of a creation that was refused is free',
    covers: ['pay.reference.free-after-refusal'],
    needs: ['payment.keys.live', 'payment.bodies.mobile'],
    uses: [refusedCreation, records],
    tier: 'write',
    cost: { requests: { live: 2 }, payments: 1 },
    async run(t) {
      const { sent, answer: first } = await t.use(refusedCreation)
      if (first.response === undefined || first.response.status < 400 || first.response.status >= 500)
        t.cannot('not met', `the creation was not refused: ${cameBack(first)}`)
      const body = validBody(t, 'mobile', { reference: sent.reference })
      const answer = await create(t, {
        label: 'reference of a refused creation',
        as: sent.key,
        body,
        idempotencyKey: freshKey(t),
        expects: 'new',
      })
      if (!refused.test(answer).ok) return judgeAccepted(t, 'pay.reference.free-after-refusal', answer)
      const id = valueAt(json(answer.response), '/details/existing_transaction_id')
      // Whether a refusal leaves a record is open: a live payment that can be read may stand in the way.
      const existing = isUuidText(id) ? await read(t, sent.key, id, 'is it there?') : undefined
      const alive =
        existing !== undefined && status('2xx').test(existing).ok && !isDead(await t.use(records), existing, id)
      t.conclude('pay.reference.free-after-refusal', {
        ok: alive,
        subject: subjectOf(answer),
        expected: 'no DUPLICATE_REFERENCE, there being no live payment',
        actual:
          existing === undefined
            ? cameBack(answer)
            : `${cameBack(answer)}, and its payment reads ${cameBack(existing)}`,
        evidence: [first, answer, ...(existing === undefined ? [] : [existing])],
      })
    },
  }),

  // States and transitions: a declined payment is failed, so its reference is free.
  defineCheck({
    id: 'pay/references/reuse-after-declined',
    title: 'The reference of a payment that was declined can be used again',
    covers: ['pay.reference.reuse-after-declined'],
    needs: declinedCreation.needs,
    uses: [declinedCreation],
    tier: 'write',
    cost: { requests: { live: 1 }, payments: 1 },
    async run(t) {
      const { sent, answer } = await t.use(declinedCreation)
      t.control(answer, refusal(['402 PAYMENT_DECLINED']))
      const again = await create(t, {
        label: 'reference of a declined payment',
        as: sent.key,
        body: validBody(t, 'mobile', { reference: sent.reference }),
        idempotencyKey: freshKey(t),
        expects: 'new',
      })
      judgeAccepted(t, 'pay.reference.reuse-after-declined', again)
    },
  }),

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
    title: 'The reference of a completed payment is refused with 409 DUPLICATE_REFERENCE and its details',
    covers: ['pay.reference.duplicate-completed', 'pay.reference.existing-status', 'pay.reference.echo'],
    needs: settledPayments.completed.needs,
    uses: [settledPayments.completed],
    tier: 'write',
    // Towards the end of the run: a reference is not forgotten after a while.
    phase: 'settled',
    cost: { requests: { live: 1 }, payments: 1, typical: { payments: 0 } },
    async run(t) {
      const settled = await t.use(settledPayments.completed)
      if (settled.status !== 'completed' && !settled.toldByEvent) {
        t.block(`the payment is ${settled.status ?? 'in an unknown status'}, not completed`, [settled.read])
      }
      // The reference is the merchant's, whichever of its keys made the payment.
      const other = otherLiveKey(t, settled.payment.key)
      const answer = await sameReference(
        t,
        settled.payment,
        `reference of a completed payment${other === undefined ? '' : ', another key of the merchant'}`,
        'refused',
        other === undefined ? {} : { as: other },
      )
      if (!t.judge('pay.reference.duplicate-completed', answer, refused))
        t.cannot('not met', 'the reference of a completed payment was not refused with 409 DUPLICATE_REFERENCE')
      const { id, reference } = settled.payment
      t.judge('pay.reference.echo', answer, member('/details/reference', equals(reference)))
      const isIt = member('/details/existing_transaction_id', sameUuid(id)).test(answer).ok
      if (!isIt || settled.status !== 'completed')
        t.skip('pay.reference.existing-status', 'not met', 'it is not the completed payment that is named')
      else t.judge('pay.reference.existing-status', answer, member('/details/existing_status', equals('completed')))
    },
  }),

  // States and transitions: pending, processing or completed. The first payment may be pending all the time.
  defineCheck({
    id: 'pay/references/duplicate-of-processing',
    title: 'The reference of a payment that is processing is refused with 409 DUPLICATE_REFERENCE',
    covers: ['pay.reference.duplicate-live', 'pay.reference.existing-status'],
    needs: processingPayment.needs,
    uses: [processingPayment, records],
    tier: 'write',
    cost: { requests: { live: 2 }, payments: 1, adds: MORE },
    async run(t) {
      const found = await t.use(records)
      const { payment, seen } = await t.use(processingPayment)
      if (!seen) return t.cannot('not met', 'the payment was not seen to be processing')
      const { amount } = payment.body
      const body = usual(t, payment, typeof amount === 'number' ? { amount: amount + MORE } : {})
      const label = 'reference of a processing payment, another amount and payer'
      const answer = await sameReference(t, payment, label, 'refused', { body })
      const after = await read(t, payment.key, payment.id, 'is it processing still?')
      const now = found.status(after, payment.id)?.toLowerCase()
      if (now !== 'processing' && now !== 'completed')
        return t.cannot('not met', `the payment was ${now ?? 'in an unknown status'} when its reference was used again`)
      if (!t.judge('pay.reference.duplicate-live', answer, refused) || now !== 'processing')
        t.skip('pay.reference.existing-status', 'not met', 'no refusal was given while the payment was processing')
      else t.judge('pay.reference.existing-status', answer, member('/details/existing_status', equals('processing')))
    },
  }),

  // Resources: unique among the live payments of the merchant, of whichever type.
  defineCheck({
    id: 'pay/references/duplicate-of-another-type',
    title: 'A card payment with the reference of a live mobile payment is refused with 409 DUPLICATE_REFERENCE',
    covers: ['pay.reference.duplicate-live'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.bodies.card'],
    uses: [mobilePayment, cardCreation, duplicate, records],
    tier: 'write',
    cost: { requests: { live: 2 }, payments: 1, typical: { requests: { live: 1 }, payments: 0 } },
    async run(t) {
      const id = 'pay.reference.duplicate-live'
      const payment = await t.use(mobilePayment)
      t.control((await t.use(cardCreation)).answer, status('2xx'))
      // Where the reference is not refused to a payment of the same type either, the type is no matter.
      if (!refused.test(await t.use(duplicate)).ok) t.cannot('not met', 'the reference was not refused before')
      const body = validBody(t, 'card', { reference: payment.reference })
      const label = 'reference of a live payment of another type'
      const answer = await sameReference(t, payment, label, 'refused', { body })
      if (refused.test(answer).ok) return void t.judge(id, answer, refused)
      // What a card payment may be refused for beside its reference is its own.
      if (!status('2xx').test(answer).ok) t.cannot('not met', `it was refused otherwise: ${cameBack(answer)}`)
      const found = await t.use(records)
      const now = await read(t, payment.key, payment.id, 'is the first payment alive still?')
      if (isDead(found, now, payment.id)) t.cannot('not met', 'the first payment had ended, its reference was free')
      t.judge(id, answer, refused)
    },
  }),

  reuse('failed'),
  reuse('expired'),
  reuse('cancelled'),
]

const isDead = (found: Records, answer: Exchange, id: unknown): boolean => {
  const now = found.status(answer, String(id))?.toLowerCase()
  return isTerminal(now) && now !== 'completed'
}

function sameUuid(id: string): Matcher<unknown> {
  return matcher(id, (value) => {
    const outcome = isUuid.test(value)
    if (!outcome.ok) return outcome
    return String(value).toLowerCase() === id.toLowerCase() ? ok : no(String(value))
  })
}
