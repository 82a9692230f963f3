import type { PaymentRequirementId } from '../../../specs/payment/requirements.ts'
import type { JsonObject } from '../domain/payment.ts'
import type { Cause, Refusal } from '../http/refusal.ts'
import { objectsTo, type Patch, recode, waive } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

const declined = (change: (details: JsonObject) => JsonObject): Patch =>
  recode(['declined'], ({ details }) => ({ details: change(details as JsonObject) }))

const drops = (member: string) => (details: JsonObject) => {
  const { [member]: _, ...rest } = details
  return rest
}

/** A row of the error tables answered as another row. */
const mistaken = (cause: Cause, breaks: PaymentRequirementId, status: number, code: string): Flaw =>
  flaw(`${cause} answers ${status} ${code}`, [breaks], recode([cause], { status, code } satisfies Partial<Refusal>))

/** A creation that is refused as it should be, and goes on to its completion. */
const charged = (cause: Cause, breaks: PaymentRequirementId): Flaw =>
  flaw(`A creation that is refused for ${cause} is completed all the same`, [breaks], {
    executes: (refused) => (refused === cause ? 'completes' : undefined),
  })

const ANOTHER = '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a13'

export const outcomeFlaws: Record<string, Flaw> = {
  'declined-payment-completes': flaw(
    'A payment that was declined is completed all the same',
    ['pay.declined.queryable'],
    (before) => ({
      ...before,
      declinedCourse: 'completes',
      movable: (payment) => before.movable(payment) || payment.history[0] === 'failed',
    }),
    ['pay.status.terminal-is-final', 'pay.event.chain', 'pay.reference.reuse-after-declined', 'pay.error.no-effect'],
  ),
  'declined-card-gone': flaw(
    'A card payment that was declined cannot be read',
    ['pay.declined.queryable'],
    objectsTo(
      'read',
      'not-found',
      ({ payment }) => payment?.request.type === 'card' && payment.history[0] === 'failed',
    ),
  ),
  'qr-fee-failure-400': flaw(
    'A fee that cannot be computed for a QR payment answers 400',
    ['pay.server.fee-error', 'pay.error.code-matches-status'],
    recode(['fee'], { status: 400 }, ({ type }) => type === 'qr'),
  ),
  'card-outage-504': flaw(
    'An outage of the upstream answers a card payment with 504',
    ['pay.upstream.unavailable', 'pay.error.code-matches-status'],
    recode(['provider-unavailable'], { status: 504 }, ({ type }) => type === 'card'),
  ),
  'declined-as-success': flaw(
    'A declined creation is answered as a success',
    ['pay.declined.answer'],
    waive(['declined']),
  ),
  'declined-as-payment-failed': mistaken('declined', 'pay.declined.answer', 400, 'PAYMENT_FAILED'),
  'declined-as-insufficient-funds': mistaken('declined', 'pay.declined.answer', 402, 'INSUFFICIENT_FUNDS'),
  'declined-without-id': flaw(
    'PAYMENT_DECLINED does not name the payment',
    ['pay.declined.transaction-id'],
    declined(drops('transaction_id')),
  ),
  'declined-without-status': flaw(
    'PAYMENT_DECLINED gives no status',
    ['pay.declined.status'],
    declined(drops('status')),
  ),
  'declined-status-declined': flaw(
    'PAYMENT_DECLINED gives status declined',
    ['pay.declined.status', 'pay.status.known'],
    declined((details) => ({ ...details, status: 'declined' })),
  ),
  'declined-without-reference': flaw(
    'PAYMENT_DECLINED does not repeat the reference',
    ['pay.declined.reference'],
    declined(drops('reference')),
  ),
  'declined-not-readable': flaw(
    'A declined payment cannot be read',
    ['pay.declined.queryable'],
    objectsTo('read', 'not-found', ({ payment }) => payment?.history.length === 1 && payment.status === 'failed'),
  ),
  'declined-reads-pending': flaw(
    'A declined payment reads as pending',
    ['pay.declined.queryable', 'pay.status.terminal-is-final'],
    (before) => ({
      ...before,
      record: (payment, operation) => {
        const record = before.record(payment, operation)
        return payment.status === 'failed' && payment.history.length === 1 ? { ...record, status: 'pending' } : record
      },
    }),
  ),
  'declined-reads-another': flaw(
    'A read of a declined payment shows another one that failed',
    ['pay.declined.queryable'],
    (before) => ({
      ...before,
      record: (payment, operation) => {
        const record = before.record(payment, operation)
        const declined = payment.history.length === 1 && payment.status === 'failed'
        return declined && operation === 'read' ? { ...record, id: ANOTHER, reference: 'another-order' } : record
      },
    }),
    ['pay.read.payment'],
  ),
  'insufficient-funds-charged': charged('insufficient-funds', 'pay.outcome.insufficient-funds'),
  'rejected-details-charged': charged('invalid-details', 'pay.outcome.invalid-details'),
  'over-the-limit-charged': charged('limit-exceeded', 'pay.outcome.limit-exceeded'),
  'risky-payment-charged': charged('risk', 'pay.access.risk'),
  'blocked-payment-charged': charged('screening', 'pay.access.blocked'),
  'test-key-charged': charged('test-mode', 'pay.access.test-key'),
  'insufficient-funds-as-declined': mistaken(
    'insufficient-funds',
    'pay.outcome.insufficient-funds',
    402,
    'PAYMENT_DECLINED',
  ),
  'insufficient-funds-400': mistaken('insufficient-funds', 'pay.outcome.insufficient-funds', 400, 'PAYMENT_FAILED'),
  'invalid-details-400': mistaken('invalid-details', 'pay.outcome.invalid-details', 400, 'VALIDATION_ERROR'),
  'limit-exceeded-400': mistaken('limit-exceeded', 'pay.outcome.limit-exceeded', 400, 'VALIDATION_ERROR'),
  'no-transaction-limit': flaw('No amount is too large', ['pay.outcome.limit-exceeded'], waive(['limit-exceeded'])),
  'unclassified-500': mistaken('unclassified', 'pay.outcome.unclassified', 500, 'INTERNAL_ERROR'),
  'unclassified-validation-error': mistaken('unclassified', 'pay.outcome.unclassified', 400, 'VALIDATION_ERROR'),
  'internal-error-502': mistaken('internal', 'pay.server.internal-error', 502, 'PROVIDER_ERROR'),
  'fee-as-internal-error': mistaken('fee', 'pay.server.fee-error', 500, 'INTERNAL_ERROR'),
  'outage-as-provider-error': mistaken('provider-unavailable', 'pay.upstream.unavailable', 502, 'PROVIDER_ERROR'),
  'outage-503': flaw(
    'An outage answers 503',
    ['pay.upstream.unavailable', 'pay.error.code-matches-status'],
    recode(['provider-unavailable'], { status: 503 }),
  ),
  'provider-error-as-unavailable': mistaken('provider-error', 'pay.upstream.error', 502, 'PROVIDER_UNAVAILABLE'),
  'provider-error-500': mistaken('provider-error', 'pay.upstream.error', 500, 'INTERNAL_ERROR'),
}
