import type { ErrorRow } from '../contract.ts'

/**
 * Every row of the error tables, in their order. Codes are compared case-sensitively: `unauthorized` and
 * `UNAUTHORIZED` are two rows.
 *
 * The document does not list which rows are payment outcomes, so every row of the Payments table may carry an
 * object. UPDATE_FAILED may carry an array, because a profile body that does not bind is a body-binding failure too.
 */
export const paymentErrors = {
  // Authentication
  unauthorized: { status: 401, meaning: 'No Authorization header was sent.', details: 'none' },
  invalid_api_key: {
    status: 401,
    meaning: 'The key is unknown, revoked or inactive, or its merchant is deactivated.',
    details: 'none',
  },
  UNAUTHORIZED: { status: 401, meaning: 'The merchant behind the key cannot be resolved.', details: 'none' },
  MERCHANT_NOT_FOUND: { status: 401, meaning: 'The key has no merchant account.', details: 'none' },

  // Access control
  TEST_MODE_UNAVAILABLE: {
    status: 403,
    meaning: 'A test key asked to move money while test mode is off.',
    details: 'none',
  },
  RISK_CHECK_FAILED: { status: 403, meaning: "The merchant's risk policy blocks the request.", details: 'none' },
  TRANSACTION_BLOCKED: {
    status: 403,
    meaning: 'Screening for fraud or money laundering blocks the request, without a reason.',
    details: 'none',
  },

  // Request and validation
  VALIDATION_ERROR: { status: 400, meaning: 'The body or a parameter is not valid.', details: 'binding' },
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, meaning: 'A creation came without Idempotency-Key.', details: 'none' },
  INVALID_ID: { status: 400, meaning: 'The id in the path is not a UUID.', details: 'none' },
  INVALID_REQUEST: { status: 400, meaning: 'Fields are missing or malformed.', details: 'binding' },

  // Payments
  PAYMENT_DECLINED: {
    status: 402,
    meaning: 'The provider declined at once and the customer was not charged.',
    details: 'outcome',
  },
  INSUFFICIENT_FUNDS: { status: 402, meaning: "The customer's wallet does not hold enough.", details: 'outcome' },
  DUPLICATE_REFERENCE: {
    status: 409,
    meaning: 'A live payment of the merchant has this reference.',
    details: 'outcome',
  },
  CONFLICT: {
    status: 409,
    meaning: 'The state of a resource stands against the request, such as a colliding idempotency key.',
    details: 'outcome',
  },
  INVALID_PAYMENT_DETAILS: {
    status: 422,
    meaning: "The customer's payment details were rejected.",
    details: 'outcome',
  },
  TRANSACTION_LIMIT_EXCEEDED: {
    status: 422,
    meaning: 'The amount is over a limit for one transaction.',
    details: 'outcome',
  },
  PAYMENT_FAILED: {
    status: 400,
    meaning: 'The creation failed otherwise: too small an amount and missing card fields among the causes.',
    details: 'outcome',
  },

  // Payouts and account
  INSUFFICIENT_BALANCE: { status: 402, meaning: 'The balance does not cover the payout.', details: 'none' },
  PAYOUT_FAILED: { status: 400, meaning: 'The payout failed for no classified reason.', details: 'none' },
  UPDATE_FAILED: { status: 400, meaning: 'The merchant profile was not updated.', details: 'binding' },

  // Not found, rate limit, server, upstream
  RESOURCE_NOT_FOUND: {
    status: 404,
    meaning: 'The resource does not exist or belongs to another merchant.',
    details: 'none',
  },
  RATE_LIMIT_EXCEEDED: { status: 429, meaning: 'The key sent more requests than its rate allows.', details: 'none' },
  INTERNAL_ERROR: { status: 500, meaning: 'The server failed unexpectedly.', details: 'none' },
  FEE_CALCULATION_ERROR: { status: 500, meaning: 'The fee of the transaction has no result.', details: 'none' },
  PROVIDER_UNAVAILABLE: {
    status: 502,
    meaning: 'The upstream provider is out for a while or did not answer in time.',
    details: 'none',
  },
  PROVIDER_ERROR: { status: 502, meaning: 'The upstream provider failed for no classified reason.', details: 'none' },
} as const satisfies Record<string, ErrorRow>

export type PaymentErrorCode = keyof typeof paymentErrors
