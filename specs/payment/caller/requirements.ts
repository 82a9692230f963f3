import { may, must, type Requirement, should } from '../../contract.ts'
import { terminalStatuses } from '../statuses.ts'

/** What a creation may meet before it is answered. */
export const interruptions = [
  'time-out',
  'lost connection',
  '429',
  '502 PROVIDER_UNAVAILABLE',
  '500',
  '502 PROVIDER_ERROR',
] as const

/** Refusals that the document has fixed before another try. */
export const correctable = [
  '400 VALIDATION_ERROR',
  '400 INVALID_REQUEST',
  '400 PAYMENT_FAILED',
  '403 TEST_MODE_UNAVAILABLE',
  '403 RISK_CHECK_FAILED',
  '403 TRANSACTION_BLOCKED',
  '404 RESOURCE_NOT_FOUND',
  '422 INVALID_PAYMENT_DETAILS',
  '422 TRANSACTION_LIMIT_EXCEEDED',
] as const

/** Rows of 401. */
export const unauthenticated = ['unauthorized', 'invalid_api_key', 'UNAUTHORIZED', 'MERCHANT_NOT_FOUND'] as const

const retryRules = 'Payment › Errors › Retry rules'
const createRequest = 'Payment › Resources › Payment create request'

/** Every statement of the payment document that binds those who call the service, in its own order. Ids are never reused. */
// biome-ignore format: a table reads by its rows, one statement a line
export const paymentCallerRequirements = {
  // What every request carries
  'pay-caller.request.bearer': must('Payment › Authentication', 'Every request carries the API key as Authorization: Bearer.'),
  'pay-caller.request.path': must('Payment › Versioning', 'Requests go to the listed endpoints below /api/v1.'),
  'pay-caller.request.json': must('Payment › Endpoints', 'A creation says Content-Type: application/json, and its body is JSON.'),
  'pay-caller.request.as-given': should(createRequest, 'A creation carries amount, currency, phone, reference and customer as they were given.'),

  // Idempotency-Key
  'pay-caller.key.present': must(createRequest, 'Every creation carries an Idempotency-Key.'),
  'pay-caller.key.length': must('Payment › Limits', 'An Idempotency-Key has at most 255 characters, however long the reference is.'),
  'pay-caller.key.per-payment': must('Payment › Errors › Retry rules', 'Two payments have two keys: a used one leads to the payment that it was used for.'),
  'pay-caller.key.same-on-retry': must(retryRules, 'A creation that is sent again carries the same Idempotency-Key.', { over: { after: interruptions } }),
  'pay-caller.retry.same-request': must(retryRules, 'A creation that is sent again with its key asks for the same payment.', { over: { after: interruptions } }),
  'pay-caller.retry.same-bytes': should(retryRules, 'A creation that is sent again has the same bytes.'),

  // Retries
  'pay-caller.retry.happens': may(retryRules, 'Creations are sent again after time-outs, 429, PROVIDER_UNAVAILABLE and other 5xx.'),
  'pay-caller.retry.backoff': should('Payment › Errors › Not found, rate limit, server, upstream', 'Pauses between retries after 502 PROVIDER_UNAVAILABLE grow.'),
  'pay-caller.retry.after-reset': must('Payment › Errors › Not found, rate limit, server, upstream', 'After a 429 nothing is sent again before the time that X-RateLimit-Reset tells.'),
  'pay-caller.retry.replay-is-success': must(retryRules, 'A 200 with the original payment, after an answer that was lost, is told as that payment.'),
  'pay-caller.refresh.repeated': may('Payment › Endpoints', 'A refresh that is answered PROVIDER_ERROR, which is safe to retry, is sent again.'),
  'pay-caller.auth.not-retried': must('Payment › Errors › Authentication', 'A request that is answered 401 is not sent again.', { over: { code: unauthenticated } }),
  'pay-caller.refusal.fixed-first': must(retryRules, 'A request that is answered 400, 403, 404 or 422 is not sent again as it was.', { over: { answer: correctable } }),
  'pay-caller.refusal.not-unchanged': must(retryRules, 'A creation that is answered PAYMENT_DECLINED, INSUFFICIENT_FUNDS or DUPLICATE_REFERENCE is not sent again unchanged.', { over: { code: ['PAYMENT_DECLINED', 'INSUFFICIENT_FUNDS', 'DUPLICATE_REFERENCE'] } }),
  'pay-caller.refusal.insufficient-balance': must(retryRules, 'A payout that is answered INSUFFICIENT_BALANCE is not sent again before a top-up.', { unobservable: 'The document shows no payout endpoint.' }),
  'pay-caller.refusal.duplicate-resolved': may(retryRules, 'After DUPLICATE_REFERENCE the existing payment is read, or a new reference is taken.'),

  // Errors
  'pay-caller.error.surfaced': must('Payment › Resources › Error envelope', 'A creation that was refused is not told as done.'),
  'pay-caller.error.code': must('Payment › Resources › Error envelope', 'What is told of an error goes by error_code and not by message: another, an empty or a misleading message changes nothing.'),
  'pay-caller.error.code-case': must('Payment › Errors › Authentication', 'unauthorized and UNAUTHORIZED are two codes.'),
  'pay-caller.error.details': must('Payment › Resources › Error envelope', 'An error is told whether details is an array, an object or absent.', { over: { details: ['array', 'object', 'absent'] } }),

  // Success, polling
  'pay-caller.success.any': should('Payment › Endpoints', 'A creation that is answered with the payment is told as done at 200, 201 and 202 alike.', { over: { status: ['200', '201', '202'] } }),
  'pay-caller.read.status': must('Payment › Endpoints', 'A payment that is read is told with its status.'),
  'pay-caller.poll.terminal': must('Payment › States and transitions', 'Polling for the end of a payment takes each terminal status for its end.', { over: { status: terminalStatuses } }),
  'pay-caller.poll.stops': should('Payment › States and transitions', 'Polling stops at a terminal status.'),
  'pay-caller.rate.pauses': may('Payment › Limits', 'After a 429, other requests with the key wait for the reset as well.'),

  // Input that the service refuses
  'pay-caller.input.not-altered': should(createRequest, 'Input that the service refuses is refused before it is sent, or sent as it is and its refusal told: it is never altered without a word.', { over: { input: ['amount below the minimum', 'e-mail that is not valid', 'card without redirect_url'] } }),

  // Signatures, where the client brings a helper
  'pay-caller.signature.verifies': must('Payment › Events › Signature', 'A helper that verifies signatures takes those over timestamp, dot and raw body, and no others.'),
} as const satisfies Readonly<Record<string, Requirement>>

export type PaymentCallerRequirementId = keyof typeof paymentCallerRequirements
