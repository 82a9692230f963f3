import type { Check } from '../../../../kit/check/check.ts'
import { cameBack, equals, member, oneOf, status } from '../../../../kit/match/index.ts'
import { liveStatuses } from '../../../../specs/payment/statuses.ts'
import { otherLiveKey, read } from '../../client/api.ts'
import { controlCreation } from '../../client/control.ts'
import { ofSameMerchant } from '../../client/merchants.ts'
import { mobilePayment } from '../../client/payment.ts'
import { records } from '../../client/records.ts'
import { readUntil } from '../../client/rereading.ts'
import { processingPayment, settledControl, settledPayments } from '../../client/settlement.ts'
import { defineCheck, defineFixture } from '../../define.ts'
import { cardCreation } from '../card.ts'
import { duplicateOfCard } from './duplicate-of-card.ts'
import { firstOfDuplicates } from './first-of-duplicates.ts'
import { endedReferences, unusedReferences } from './reference-reuse.ts'
import { isDead, refused, sameReference, sameUuid, usual } from './same-reference.ts'

/** How much more the second creation asks for: another amount is no other reference. */
const MORE = 100

/** A mobile creation with the reference of a live one. */
export const duplicate = defineFixture({
  name: 'duplicate-reference',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [mobilePayment],
  cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } } },
  make: async (t) => sameReference(t, await t.use(mobilePayment), 'reference of a live payment', 'refused'),
})

export const references: readonly Check[] = [
  ...unusedReferences,
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
        const found = await t.use(records)
        const { key } = await t.use(mobilePayment)
        const now = await readUntil(t, key, id, 'is the first payment alive?', (each) => isDead(found, each, id))
        if (isDead(found, now, id))
          t.abortBlocked(`the first payment is ${found.status(now, id)} already: its reference is free`, [now])
      }
      if (!t.judge('pay.reference.duplicate-live', answer, refused)) {
        for (const each of [
          'pay.reference.existing-transaction-id',
          'pay.reference.existing-status',
          'pay.reference.echo',
        ] as const) {
          t.markBlocked(each, 'the duplicate was not refused with 409 DUPLICATE_REFERENCE', [answer])
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
    cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } } },
    async run(t) {
      const settled = await t.use(settledPayments.completed)
      settledControl(t, settled, 'completed')
      // The reference is the merchant's, whichever of its keys made the payment.
      const other = otherLiveKey(t, settled.payment.key)
      const answer = await sameReference(
        t,
        settled.payment,
        `reference of a completed payment${other === undefined ? '' : ', another key of the merchant'}`,
        'refused',
        other === undefined ? {} : { as: other },
      )
      const expected =
        other === undefined ? refused : ofSameMerchant(other, settled.payment.key, refused, status('2xx'))
      if (!t.judge('pay.reference.duplicate-completed', answer, expected))
        t.abortUnexercised(
          'not met',
          'the reference of a completed payment was not refused with 409 DUPLICATE_REFERENCE',
        )
      const { id, reference } = settled.payment
      t.judge('pay.reference.echo', answer, member('/details/reference', equals(reference)))
      const isIt = member('/details/existing_transaction_id', sameUuid(id)).test(answer).ok
      if (!isIt || settled.status !== 'completed')
        t.markUnexercised('pay.reference.existing-status', 'not met', 'it is not the completed payment that is named')
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
    cost: { requests: { live: 2 }, spends: { payments: 1 }, typical: { spends: { payments: 0 } }, adds: MORE },
    async run(t) {
      const found = await t.use(records)
      const { payment, seen } = await t.use(processingPayment)
      if (!seen) return t.abortUnexercised('not met', 'the payment was not seen to be processing')
      const { amount } = payment.body
      const body = usual(t, payment, typeof amount === 'number' ? { amount: amount + MORE } : {})
      const label = 'reference of a processing payment, another amount and payer'
      const answer = await sameReference(t, payment, label, 'refused', { body })
      const after = await read(t, payment.key, payment.id, 'is it processing still?')
      const now = found.status(after, payment.id)?.toLowerCase()
      if (now !== 'processing' && now !== 'completed')
        return t.abortUnexercised(
          'not met',
          `the payment was ${now ?? 'in an unknown status'} when its reference was used again`,
        )
      if (!t.judge('pay.reference.duplicate-live', answer, refused) || now !== 'processing')
        t.markUnexercised(
          'pay.reference.existing-status',
          'not met',
          'no refusal was given while the payment was processing',
        )
      else t.judge('pay.reference.existing-status', answer, member('/details/existing_status', equals('processing')))
    },
  }),

  // Resources: unique among the live payments of the merchant, of whichever type.
  defineCheck({
    id: 'pay/references/duplicate-of-another-type',
    title: 'A mobile payment with the reference of a live card payment is refused with 409 DUPLICATE_REFERENCE',
    covers: ['pay.reference.duplicate-live', 'pay.reference.duplicate-completed'],
    needs: ['payment.keys.live', 'payment.bodies.mobile', 'payment.bodies.card'],
    uses: [cardCreation, duplicate, duplicateOfCard],
    tier: 'write',
    async run(t) {
      const id = 'pay.reference.duplicate-live'
      controlCreation(t, (await t.use(cardCreation)).answer, 'card')
      const { answer, isFree, live } = await t.use(duplicateOfCard)
      // Where the reference is not refused to a payment of the same type either, the type is no matter.
      if (!refused.test(await t.use(duplicate)).ok)
        t.abortUnexercised(
          'not met',
          'the reference of a payment of the same type was not refused as it is to be, either',
        )
      if (!refused.test(answer).ok && !status('2xx').test(answer).ok)
        t.abortUnexercised('not met', `it came to ${cameBack(answer)}`)
      if (isFree) t.abortUnexercised('not met', 'the first payment had ended, its reference was free')
      // One that is live is refused as it is to be: it is the completed one whose reference is taken again.
      const isOfCompleted = live !== undefined && refused.test(live).ok
      if (isOfCompleted) t.judge('pay.reference.duplicate-completed', answer, refused)
      else t.markUnexercised('pay.reference.duplicate-completed', 'not met', 'the first payment was not seen completed')
      t.judge(id, isOfCompleted ? live : answer, refused)
    },
  }),
  ...firstOfDuplicates,
  ...endedReferences,
]
