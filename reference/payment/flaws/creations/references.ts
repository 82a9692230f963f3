import type { PaymentStatus } from '../../../../specs/payment/statuses.ts'
import { isLive, type JsonObject } from '../../domain/payment.ts'
import { lawfulBehaviour } from '../../lawful.ts'
import { apply, type Patch, recode, together, waive } from '../../patch.ts'
import { fates } from '../../recipes.ts'
import { type Flaw, flaw } from '../flaw.ts'
import { NOBODY } from './duplicates.ts'

const without = (member: string): Patch =>
  recode(['duplicate-reference'], ({ details }) => {
    const { [member]: _, ...rest } = details as JsonObject
    return { details: rest }
  })

const withMember = (member: string, value: unknown): Patch =>
  recode(['duplicate-reference'], ({ details }) => ({ details: { ...(details as JsonObject), [member]: value } }))

const alsoTaken = (status: PaymentStatus): Patch => ({
  referenceTaken: (existing) => isLive(existing.status) || existing.status === status,
})

/** So soon after a creation no other request comes but one that waited for it. */
const AT_ONCE_MS = 5

export const referenceFlaws: Record<string, Flaw> = {
  'accepts-live-reference': flaw(
    'A reference of a pending or processing payment is accepted again',
    ['pay.reference.duplicate-live', 'pay.reference.concurrent-one-live'],
    waive(['duplicate-reference'], ({ payment }) => payment?.status !== 'completed'),
  ),
  'duplicate-card-as-conflict': flaw(
    'A card payment with the reference of a completed one answers CONFLICT',
    ['pay.reference.duplicate-completed'],
    recode(
      ['duplicate-reference'],
      { code: 'CONFLICT', details: undefined },
      ({ payment, type }) => type === 'card' && payment?.status === 'completed',
    ),
  ),
  'duplicate-reference-as-conflict': flaw(
    'A live reference answers CONFLICT',
    ['pay.reference.duplicate-live'],
    recode(['duplicate-reference'], { code: 'CONFLICT' }, ({ payment }) => payment?.status !== 'completed'),
  ),
  'accepts-completed-reference': flaw(
    'A reference of a completed payment is accepted again',
    ['pay.reference.duplicate-completed'],
    { referenceTaken: (existing) => existing.status === 'pending' || existing.status === 'processing' },
  ),
  'reference-of-one-key': flaw(
    'Another key of the merchant may use a live reference again',
    ['pay.reference.duplicate-completed'],
    { referenceScope: (merchantId, reference, key) => `${merchantId} ${key.token} ${reference}` },
  ),
  'reference-of-one-amount': flaw(
    'Another amount makes a live reference another one',
    ['pay.reference.duplicate-live', 'pay.reference.duplicate-completed'],
    { referenceTaken: ({ request, status }, _key, asked) => isLive(status) && request.amount === asked.amount },
  ),
  'duplicate-without-id': flaw(
    'DUPLICATE_REFERENCE does not name the payment',
    ['pay.reference.existing-transaction-id'],
    without('existing_transaction_id'),
  ),
  'duplicate-names-reference-as-id': flaw(
    'DUPLICATE_REFERENCE gives the reference for the id',
    ['pay.reference.existing-transaction-id'],
    recode(['duplicate-reference'], ({ details }) => {
      const named = details as JsonObject
      return { details: { ...named, existing_transaction_id: named.reference } }
    }),
  ),
  'duplicate-without-status': flaw(
    'DUPLICATE_REFERENCE gives no status',
    ['pay.reference.existing-status'],
    without('existing_status'),
  ),
  'duplicate-status-stale': flaw(
    'DUPLICATE_REFERENCE always says cancelled',
    ['pay.reference.existing-status'],
    withMember('existing_status', 'cancelled'),
    // A payment that is cancelled afterwards reads so.
    ['pay.reference.reuse-after-cancelled'],
  ),
  'duplicate-without-reference': flaw(
    'DUPLICATE_REFERENCE does not repeat the reference',
    ['pay.reference.echo'],
    without('reference'),
  ),
  'keeps-failed-reference': flaw(
    'The reference of a failed payment stays taken',
    ['pay.reference.reuse-after-failed', 'pay.reference.reuse-after-declined'],
    alsoTaken('failed'),
  ),
  'keeps-expired-reference': flaw(
    'The reference of an expired payment stays taken',
    ['pay.reference.reuse-after-expired'],
    alsoTaken('expired'),
  ),
  'keeps-expired-reference-of-cards': flaw(
    'The reference of an expired card payment stays taken',
    ['pay.reference.reuse-after-expired'],
    { referenceTaken: ({ status, request }) => isLive(status) || (request.type === 'card' && status === 'expired') },
  ),
  'keeps-declined-reference-of-qr': flaw(
    'The reference of a QR payment that was declined stays taken',
    ['pay.reference.reuse-after-declined'],
    {
      referenceTaken: ({ status, request, history }) =>
        isLive(status) || (request.type === 'qr' && status === 'failed' && history.length === 1),
    },
  ),
  'keeps-cancelled-reference': flaw(
    'The reference of a cancelled payment stays taken',
    ['pay.reference.reuse-after-cancelled'],
    alsoTaken('cancelled'),
  ),
  'keeps-declined-reference': flaw(
    'The reference of a declined payment stays taken',
    ['pay.reference.reuse-after-declined', 'pay.reference.reuse-after-failed'],
    { referenceTaken: ({ status, history }) => isLive(status) || (status === 'failed' && history.length === 1) },
  ),
  'keeps-refused-reference': flaw(
    'The reference of a creation that was refused for want of funds stays taken',
    [
      'pay.reference.free-after-refusal',
      'pay.reference.existing-transaction-id',
      'pay.reference.existing-status',
      'pay.reference.echo',
    ],
    (before) => {
      const burnt = new Set<string>()
      return {
        ...before,
        objects: (operation, to) => {
          const { request } = to
          if (operation !== 'create' || request === undefined) return before.objects(operation, to)
          const taken = burnt.has(request.reference)
          if (request.phone === fates.insufficientFunds.phone) burnt.add(request.reference)
          return taken ? 'duplicate-reference' : before.objects(operation, to)
        },
      }
    },
  ),
  'refused-card-keeps-reference': flaw(
    'The reference of a card payment without its redirect_url stays taken, by a payment that nobody can read',
    ['pay.reference.free-after-refusal', 'pay.reference.existing-transaction-id'],
    (before) => {
      const burnt = new Set<unknown>()
      let asked = ''
      return {
        ...before,
        refuse: (refusal, facts) => {
          const next = before.refuse(refusal, facts)
          if (next?.cause === 'card-field' && facts.value !== undefined) burnt.add(facts.value)
          if (next?.cause !== 'duplicate-reference' || facts.payment !== undefined) return next
          const details = { existing_transaction_id: NOBODY, existing_status: 'pending', reference: asked }
          return { ...next, details }
        },
        objects: (operation, to) => {
          asked = to.request?.reference ?? asked
          const taken = operation === 'create' && to.request !== undefined && burnt.has(asked)
          return taken ? 'duplicate-reference' : before.objects(operation, to)
        },
      }
    },
  ),
  'references-without-case': flaw(
    'References are compared without regard to capitals',
    ['pay.reference.distinct', 'pay.reference.echo'],
    {
      referenceScope: (merchantId, reference) => `${merchantId} ${reference.toLowerCase()}`,
    },
  ),
  'references-without-hyphens': flaw(
    'References are compared without their hyphens',
    ['pay.reference.distinct', 'pay.reference.echo'],
    {
      referenceScope: (merchantId, reference) => `${merchantId} ${reference.replaceAll('-', '')}`,
    },
  ),
  'long-references-cut': flaw(
    'References are compared by their first 40 characters',
    ['pay.reference.distinct', 'pay.reference.echo'],
    {
      referenceScope: (merchantId, reference) => `${merchantId} ${reference.slice(0, 40)}`,
    },
  ),
  'accepts-processing-reference': flaw(
    'A reference of a processing payment is accepted again',
    ['pay.reference.duplicate-live'],
    { referenceTaken: ({ status }) => status === 'pending' || status === 'completed' },
    ['pay.reference.concurrent-one-live'],
  ),
  'accepts-reference-of-processing-qr': flaw(
    'A reference of a QR payment that is processing is accepted again',
    ['pay.reference.duplicate-live'],
    { referenceTaken: ({ status, request }) => isLive(status) && (request.type !== 'qr' || status !== 'processing') },
  ),
  'accepts-reference-of-completed-card': flaw(
    'A reference of a card payment that is completed is accepted again',
    ['pay.reference.duplicate-completed'],
    { referenceTaken: ({ status, request }) => isLive(status) && (request.type !== 'card' || status !== 'completed') },
  ),
  'looks-at-first-payment-only': flaw(
    'Of several payments with a reference only the first one counts',
    ['pay.reference.duplicate-live'],
    () => {
      const first = new Map<string, string>()
      return {
        ...lawfulBehaviour,
        referenceTaken: ({ id, status, merchantId, request }) => {
          const name = `${merchantId} ${request.reference}`
          if (!first.has(name)) first.set(name, id)
          return first.get(name) === id && isLive(status)
        },
      }
    },
  ),
  'duplicate-names-first-of-reference': flaw(
    'DUPLICATE_REFERENCE names the first payment that had the reference',
    ['pay.reference.existing-transaction-id'],
    (before) => {
      const first = new Map<string, string>()
      return {
        ...before,
        record: (payment, operation) => {
          const { reference } = payment.request
          if (operation === 'create' && !first.has(reference)) first.set(reference, payment.id)
          return before.record(payment, operation)
        },
        refuse: (refusal, facts) => {
          const next = before.refuse(refusal, facts)
          const earliest = first.get(facts.payment?.request.reference ?? '')
          if (next?.cause !== 'duplicate-reference' || earliest === undefined) return next
          return { ...next, details: { ...(next.details as JsonObject), existing_transaction_id: earliest } }
        },
      }
    },
  ),
  'reference-of-one-type': flaw(
    'A payment of another type may have a live reference',
    ['pay.reference.duplicate-live', 'pay.reference.duplicate-completed'],
    { referenceTaken: ({ request, status }, _key, asked) => isLive(status) && request.type === asked.type },
  ),
  'reference-of-qr-apart': flaw(
    'A QR payment may have a live reference of another one',
    ['pay.reference.duplicate-completed'],
    {
      referenceTaken: ({ request, status }, _key, asked) =>
        isLive(status) && (asked.type !== 'qr' || request.type === 'qr'),
    },
  ),
  'qr-duplicate-without-details': flaw(
    'DUPLICATE_REFERENCE of QR payments has no details',
    ['pay.reference.existing-transaction-id', 'pay.reference.existing-status', 'pay.reference.echo'],
    (before) => {
      let isQr = false
      const mine = recode(['duplicate-reference'], { details: undefined }, () => isQr)
      return apply(
        {
          ...before,
          referenceTaken: (existing, key, asked) => {
            isQr = asked.type === 'qr'
            return before.referenceTaken(existing, key, asked)
          },
        },
        mine,
      )
    },
  ),
  'reference-of-one-phone': flaw(
    'Another phone makes a live reference another one',
    ['pay.reference.duplicate-live', 'pay.reference.duplicate-completed'],
    { referenceTaken: ({ request, status }, _key, asked) => isLive(status) && request.phone === asked.phone },
  ),
  'duplicate-status-of-creation': flaw(
    'DUPLICATE_REFERENCE always says pending',
    ['pay.reference.existing-status'],
    withMember('existing_status', 'pending'),
  ),
  'reference-shared-between-merchants': flaw(
    'A reference is unique over all merchants',
    ['pay.reference.merchant-scope', 'pay.idempotency.merchant-scope'],
    { referenceScope: (_merchantId, reference) => reference },
  ),
  'duplicate-charged-unseen': flaw(
    'A completing creation that is refused as a duplicate is executed all the same',
    ['pay.reference.concurrent-one-live', 'pay.error.no-effect'],
    {
      executes: (cause, { payment }) =>
        cause === 'duplicate-reference' && payment?.request.phone === fates.completed.phone ? 'completes' : undefined,
    },
    // Their events have the reference of creations that share a key.
    ['pay.idempotency.no-second-payment'],
  ),
  'reference-race-joined': flaw(
    'Who comes too late with a reference is given the payment of who came first',
    ['pay.reference.concurrent-answers'],
    together(
      recode(
        ['duplicate-reference'],
        { status: 201 },
        ({ payment }) => payment !== undefined && Date.now() - payment.createdAt.getTime() < AT_ONCE_MS,
      ),
      (before) => ({
        ...before,
        errorBody: (refusal) =>
          refusal.status === 201
            ? {
                status: 'success',
                data: { id: (refusal.details as JsonObject).existing_transaction_id, status: 'pending' },
              }
            : before.errorBody(refusal),
      }),
    ),
  ),
  'reference-race-500': flaw(
    'Who comes too late with a reference meets an unexpected failure',
    ['pay.reference.concurrent-answers'],
    recode(
      ['duplicate-reference'],
      { status: 500, code: 'INTERNAL_ERROR', details: undefined },
      ({ payment }) => payment !== undefined && Date.now() - payment.createdAt.getTime() < AT_ONCE_MS,
    ),
  ),
  'reference-race-400': flaw(
    'Who comes too late with a reference is answered 400',
    ['pay.reference.concurrent-answers', 'pay.error.code-matches-status'],
    recode(
      ['duplicate-reference'],
      { status: 400 },
      ({ payment }) => payment !== undefined && Date.now() - payment.createdAt.getTime() < AT_ONCE_MS,
    ),
  ),
  'reference-race': flaw(
    'The reference is looked up, and written after a pause',
    ['pay.reference.concurrent-one-live'],
    { locksReference: false, authoriseMs: 6000 },
  ),
}
