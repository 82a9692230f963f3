import { type PaymentErrorCode, paymentErrors } from '../../../specs/payment/errors.ts'
import type { Operation, Payment } from '../domain/payment.ts'

/** One fault of a field that a body-binding failure lists. */
export interface Problem {
  readonly field: string
  readonly kind: 'missing' | 'type' | 'format' | 'range'
  readonly message: string
  readonly value?: unknown
}

/** What stands behind a refusal; not all of it is told to the caller. */
export interface Facts {
  readonly operation: Operation
  readonly problems?: readonly Problem[]
  readonly field?: string
  readonly payment?: Payment
  readonly value?: unknown
  /** Which kind of payment a body asks for. */
  readonly type?: unknown
  /** The body, where it is not looked at yet. */
  readonly raw?: Buffer
}

/** An error response before it is rendered. `code` is free text, so that a flaw can misspell it. */
export interface Refusal {
  readonly cause: Cause
  /** 0: no answer comes, the connection is closed. */
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: unknown
}

interface Row {
  readonly code: PaymentErrorCode
  readonly message: string
  readonly details?: (facts: Facts) => unknown
}

const binding = (facts: Facts) => facts.problems?.map(({ field, message }) => ({ field, message }))

const rows = {
  'no-authorization': { code: 'unauthorized', message: 'Authorization header is missing' },
  'bad-scheme': { code: 'unauthorized', message: 'Authorization is not a Bearer token' },
  'key-unknown': { code: 'invalid_api_key', message: 'The API key is not valid' },
  'key-revoked': { code: 'invalid_api_key', message: 'The API key is revoked' },
  'merchant-inactive': { code: 'invalid_api_key', message: 'The merchant account is deactivated' },
  'identity-unresolved': { code: 'UNAUTHORIZED', message: 'The merchant identity cannot be resolved' },
  'merchant-unknown': { code: 'MERCHANT_NOT_FOUND', message: 'The merchant account of this key does not exist' },
  rate: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests with this key' },
  'test-mode': { code: 'TEST_MODE_UNAVAILABLE', message: 'Test mode is not enabled' },
  risk: { code: 'RISK_CHECK_FAILED', message: 'Blocked by the risk policy' },
  screening: { code: 'TRANSACTION_BLOCKED', message: 'The transaction was blocked' },
  'key-missing': { code: 'IDEMPOTENCY_KEY_REQUIRED', message: 'Idempotency-Key header is required' },
  'key-too-long': { code: 'VALIDATION_ERROR', message: 'Idempotency-Key is longer than 255 characters' },
  'key-collision': { code: 'CONFLICT', message: 'Idempotency-Key was used with another body' },
  'key-busy': { code: 'CONFLICT', message: 'A request with this Idempotency-Key is in progress' },
  'malformed-json': { code: 'VALIDATION_ERROR', message: 'The body is not valid JSON' },
  'media-type': { code: 'INVALID_REQUEST', message: 'The body is not declared as JSON' },
  'not-an-object': { code: 'VALIDATION_ERROR', message: 'The body is not a JSON object' },
  binding: { code: 'VALIDATION_ERROR', message: 'The body has invalid fields', details: binding },
  type: { code: 'VALIDATION_ERROR', message: 'The payment type is not supported' },
  phone: { code: 'VALIDATION_ERROR', message: 'The phone number is not valid' },
  currency: { code: 'VALIDATION_ERROR', message: 'The currency is not supported' },
  reference: { code: 'VALIDATION_ERROR', message: 'The reference has letters that are not taken' },
  email: { code: 'VALIDATION_ERROR', message: 'The e-mail address is not valid' },
  name: { code: 'VALIDATION_ERROR', message: 'A name has letters that are not taken' },
  network: { code: 'VALIDATION_ERROR', message: 'The network is not valid' },
  'amount-minimum': { code: 'PAYMENT_FAILED', message: 'The amount is below the minimum' },
  'card-field': { code: 'PAYMENT_FAILED', message: 'A card payment lacks a required field' },
  'id-invalid': { code: 'INVALID_ID', message: 'The id is not a UUID' },
  'not-found': { code: 'RESOURCE_NOT_FOUND', message: 'There is no such payment' },
  foreign: { code: 'RESOURCE_NOT_FOUND', message: 'There is no such payment' },
  route: { code: 'RESOURCE_NOT_FOUND', message: 'There is no such resource' },
  'duplicate-reference': {
    code: 'DUPLICATE_REFERENCE',
    message: 'A live payment with this reference exists',
    details: ({ payment }) => ({
      existing_transaction_id: payment?.id,
      existing_status: payment?.status,
      reference: payment?.request.reference,
    }),
  },
  declined: {
    code: 'PAYMENT_DECLINED',
    message: 'The payment was declined and the customer was not charged',
    details: ({ payment }) => ({
      transaction_id: payment?.id,
      status: payment?.status,
      reference: payment?.request.reference,
    }),
  },
  'insufficient-funds': { code: 'INSUFFICIENT_FUNDS', message: 'The wallet does not hold enough' },
  'invalid-details': { code: 'INVALID_PAYMENT_DETAILS', message: 'The payment details were rejected' },
  'limit-exceeded': { code: 'TRANSACTION_LIMIT_EXCEEDED', message: 'The amount is over the limit' },
  unclassified: { code: 'PAYMENT_FAILED', message: 'The payment could not be created' },
  internal: { code: 'INTERNAL_ERROR', message: 'Unexpected failure' },
  fee: { code: 'FEE_CALCULATION_ERROR', message: 'The fee could not be computed' },
  'provider-unavailable': { code: 'PROVIDER_UNAVAILABLE', message: 'The provider is unavailable for the moment' },
  'provider-error': { code: 'PROVIDER_ERROR', message: 'The provider failed' },
  'refresh-provider': { code: 'PROVIDER_ERROR', message: 'The provider did not report a status' },
  'update-rejected': { code: 'UPDATE_FAILED', message: 'The profile was not updated: a URL is not acceptable' },
  'update-unbound': { code: 'UPDATE_FAILED', message: 'The profile was not updated', details: binding },
  gateway: { code: 'PROVIDER_UNAVAILABLE', message: 'Nothing that the service says itself' },
  'state-conflict': { code: 'CONFLICT', message: 'The state of the payment does not allow this' },
} as const satisfies Record<string, Row>

/** Why a request is refused, finer than the code that the caller sees. */
export type Cause = keyof typeof rows

export function refusalOf(cause: Cause, facts: Facts): Refusal {
  const row: Row = rows[cause]
  const { status } = paymentErrors[row.code]
  const details = row.details?.(facts)
  return { cause, status, code: row.code, message: row.message, ...(details === undefined ? {} : { details }) }
}

/** Carries a refusal out of the steps of a request. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
