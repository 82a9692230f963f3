import type { Reading } from '../contract.ts'
import type { PaymentHeading } from './headings.ts'
import type { PaymentRequirementId } from './requirements.ts'

interface PaymentReading extends Reading {
  readonly at: PaymentHeading
  readonly touches: readonly PaymentRequirementId[]
}

/** Decisions where sentences of the payment document overlap, collide or stop short. */
export const paymentReadings = {
  'pay.reading.key-case': {
    at: 'Payment › Errors › Authentication',
    conflict: 'A key that is invalid answers 401, and whether the case of its letters counts is not said.',
    policy: 'A key that is let in in another case warns.',
    touches: ['pay.auth.invalid-key'],
  },
  'pay.reading.validation-or-invalid-request': {
    at: 'Payment › Errors › Request and validation',
    conflict: 'Two rows of 400 fit a defective body: VALIDATION_ERROR and INVALID_REQUEST.',
    policy:
      'Either passes where no row names the cause. A cause that the VALIDATION_ERROR row names takes that code; INVALID_REQUEST warns where the field is malformed as well, as a phone of letters is.',
    touches: [
      'pay.phone.bad',
      'pay.currency.unsupported',
      'pay.network.invalid',
      'pay.idempotency.key-too-long',
      'pay.amount.wrong-type',
      'pay.customer.email-valid',
      'pay.validation.wrong-type',
      'pay.validation.url-fields',
      'pay.validation.empty-body',
      'pay.validation.malformed-json',
      'pay.validation.not-an-object',
    ],
  },
  'pay.reading.payment-failed-causes': {
    at: 'Payment › Errors › Payments',
    conflict: 'PAYMENT_FAILED names small amounts and missing card fields, which are also defects of the body.',
    policy:
      'An amount of 1 to 499 fails with another code. Missing card fields warn with another validation code. Zero, negative and non-numeric amounts pass with any of the three.',
    touches: [
      'pay.amount.minimum',
      'pay.amount.not-positive',
      'pay.amount.wrong-type',
      'pay.card.redirect-url-required',
      'pay.card.cancel-url-required',
      'pay.card.billing-required',
    ],
  },
  'pay.reading.validation-status': {
    at: 'Payment › Errors › Payments',
    conflict: 'A bad phone is a validation error at 400, yet rejected payment details answer 422.',
    policy: 'Validation passes at 400 only. A bad phone answered 422 INVALID_PAYMENT_DETAILS warns.',
    touches: [
      'pay.phone.bad',
      'pay.network.invalid',
      'pay.currency.unsupported',
      'pay.validation.wrong-type',
      'pay.outcome.invalid-details',
      'pay.outcome.limit-exceeded',
    ],
  },
  'pay.reading.authentication-codes': {
    at: 'Payment › Errors › Authentication',
    conflict: 'Four codes share 401, and two of them differ in case only.',
    policy:
      'Codes are compared with case. A missing header fails without unauthorized. An unknown key warns with a 401 row of merchants; that of a missing header fails, as there is one. The upper-case codes pass for recognised keys only.',
    touches: [
      'pay.auth.missing-header',
      'pay.auth.scheme',
      'pay.auth.invalid-key',
      'pay.auth.revoked-key',
      'pay.auth.inactive-merchant',
      'pay.auth.unresolved-identity',
      'pay.auth.merchant-not-found',
    ],
  },
  'pay.reading.authentication-first': {
    at: 'Payment › Authentication',
    conflict: 'Authentication precedes the endpoint, but its order against rate limit and routing is not told.',
    policy:
      'A 401 wins over defects of id, body and idempotency key; anything else fails. Against the rate limit and on unknown routes both orders are noted.',
    touches: ['pay.auth.before-endpoint', 'pay.auth.missing-header', 'pay.auth.invalid-key', 'pay.rate.limited'],
  },
  'pay.reading.simultaneous-defects': {
    at: 'Payment › Errors',
    conflict: 'A request with several defects fits several rows, and no order is given.',
    policy: 'Any answer that the document gives for one of the defects passes. A check puts one defect in a request.',
    touches: [
      'pay.access.test-key',
      'pay.idempotency.key-required',
      'pay.idempotency.key-too-long',
      'pay.id.invalid-refresh',
      'pay.validation.empty-body',
    ],
  },
  'pay.reading.key-missing-and-body-invalid': {
    at: 'Payment › Errors › Request and validation',
    conflict: 'A creation without Idempotency-Key whose body is invalid fits three rows of 400.',
    policy: 'IDEMPOTENCY_KEY_REQUIRED, VALIDATION_ERROR and INVALID_REQUEST pass at 400.',
    touches: ['pay.idempotency.key-required', 'pay.idempotency.key-empty', 'pay.validation.empty-body'],
  },
  'pay.reading.replay-or-conflict': {
    at: 'Payment › Errors › Retry rules',
    conflict: 'A used key fits the replay, CONFLICT, and through its reference DUPLICATE_REFERENCE.',
    policy:
      'One after the other: 200 alone passes. At the same moment: a 2xx with the payment and 409 CONFLICT pass, DUPLICATE_REFERENCE warns. Another body: only a second payment fails. A payment that was processing fails where it stays pending after a retry or an event tells of its beginning anew, unless others go back by themselves.',
    touches: [
      'pay.idempotency.replay-status',
      'pay.idempotency.replay-same-payment',
      'pay.idempotency.no-second-payment',
      'pay.idempotency.concurrent-one-payment',
      'pay.idempotency.concurrent-answers',
      'pay.idempotency.replay-after-terminal',
      'pay.reference.concurrent-answers',
      'pay.conflict.answer',
    ],
  },
  'pay.reading.key-after-error': {
    at: 'Payment › Errors › Retry rules',
    conflict: 'A retry finds the original payment, but what a key keeps after an error is not told.',
    policy:
      'The answer to a key that met 402 or a 4xx is noted; a second payment beside one that was declined warns. After a 5xx or a time-out a second payment fails. CONFLICT to every retry after an outage warns.',
    touches: [
      'pay.idempotency.after-lost-answer',
      'pay.idempotency.after-provider-unavailable',
      'pay.idempotency.retry-after-outage',
      'pay.idempotency.after-server-error',
      'pay.idempotency.after-rate-limit',
      'pay.idempotency.no-second-payment',
    ],
  },
  'pay.reading.provider-error-retry': {
    at: 'Payment › Errors › Retry rules',
    conflict: 'PROVIDER_ERROR is safe to retry on refresh and retried as a 5xx, yet not automatically retryable.',
    policy: 'A refresh that is repeated is judged by the payment staying as it was.',
    touches: ['pay.refresh.safe-to-retry', 'pay.refresh.provider-error', 'pay.upstream.error'],
  },
  'pay.reading.refresh-conflict': {
    at: 'Payment › Endpoints',
    conflict: 'A refresh succeeds or fails with PROVIDER_ERROR, yet CONFLICT stands for the state of any resource.',
    policy:
      'CONFLICT passes: the payment may be finished, or not yet upstream. It fails where the upstream has news of a payment that stays unfinished.',
    touches: ['pay.refresh.payment', 'pay.refresh.updates-status', 'pay.status.terminal-is-final'],
  },
  'pay.reading.lagging-reads': {
    at: 'Payment › Events › Receiver rules',
    conflict: 'Missed events are recoverable by GET, yet nothing promises that a read knows at once what was told.',
    policy:
      'A read that shows an earlier state, or no payment yet, is asked again for as long as a delivery may take, ten seconds at most. Only what stays so contradicts.',
    touches: [
      'pay.read.payment',
      'pay.create.returns-payment',
      'pay.declined.queryable',
      'pay.status.terminal-is-final',
      'pay.refresh.updates-status',
      'pay.refresh.safe-to-retry',
      'pay.reference.free-after-refusal',
      'pay.reference.duplicate-live',
    ],
  },
  'pay.reading.event-values': {
    at: 'Payment › Resources › Webhook payload',
    conflict:
      'The payload has rows without conditions, yet no request brings metadata, and which providers give a reference is not told.',
    policy:
      'Other types fail. Absent or null metadata warns, and so do a completed payment without provider_reference and a time without a zone. Until then null passes for provider_reference, unless an answer or an earlier event of the payment told it. Members outside the table have values of their own at each URL.',
    touches: ['pay.event.metadata', 'pay.event.provider-reference', 'pay.event.timestamp', 'pay.webhook.same-payload'],
  },
  'pay.reading.bad-moments': {
    at: 'Payment › Errors',
    conflict: 'Each statement names its answer, yet any request may meet an outage, a gateway or a screening first.',
    policy:
      'Pages of a gateway, broken connections, PROVIDER_UNAVAILABLE, screened creations and a 401 for a live key block what is not about them. An unexpected failure in a race fails if it comes again.',
    touches: [
      'pay.idempotency.concurrent-answers',
      'pay.auth.bearer',
      'pay.error.envelope',
      'pay.error.handled',
      'pay.rate.recovers',
    ],
  },
  'pay.reading.conflict-and-fee-retry': {
    at: 'Payment › Errors › Retry rules',
    conflict: 'No retry rule names CONFLICT, and FEE_CALCULATION_ERROR falls under the 5xx although it may recur.',
    policy: 'What a retry then answers is noted.',
    touches: ['pay.conflict.answer', 'pay.server.fee-error'],
  },
  'pay.reading.details-kinds': {
    at: 'Payment › Resources › Error envelope',
    conflict: 'details is an array, an object or omitted, and the rows of each kind are not listed.',
    policy:
      'An array passes on body-binding failures at 400, an object on rows of the Payments table with any further context. On a creation refused by 403, and on one or a refresh that met a 5xx, the context that the document names passes. null, an empty array, wrong types without a list and an entry that names no field warn; that of a wrong value fails where others name theirs. Anything else fails.',
    touches: [
      'pay.error.details-binding',
      'pay.error.details-only-where-stated',
      'pay.idempotency.key-too-long-reason',
      'pay.auth.no-details',
      'pay.access.blocked-reason-hidden',
    ],
  },
  'pay.reading.envelope-reach': {
    at: 'Payment › Errors',
    conflict: 'Every error response uses the envelope, yet gateways and frameworks answer some requests first.',
    policy:
      'Without the envelope, errors of listed endpoints fail. 403, 405, 406, 408, 411, 413 to 415, 429, 431 and 502 to 504 warn, and so do JSON errors of unknown routes and methods. Pages of such routes are those of a router.',
    touches: ['pay.error.envelope', 'pay.error.envelope-elsewhere', 'pay.error.json', 'pay.error.code-documented'],
  },
  'pay.reading.success-shapes': {
    at: 'Payment › Endpoints',
    conflict: 'Endpoints answer with the payment, yet no success body and no status of a first creation is shown.',
    policy:
      'Any 2xx passes for a first creation. Bodies are read for id, status and reference where found and are otherwise noted.',
    touches: [
      'pay.create.mobile',
      'pay.create.card',
      'pay.create.qr',
      'pay.create.returns-payment',
      'pay.read.payment',
      'pay.refresh.payment',
      'pay.profile.update',
    ],
  },
  'pay.reading.required-fields': {
    at: 'Payment › Resources › Payment create request',
    conflict: 'The request table has no column that tells which fields are required.',
    policy:
      'What a creation without one field answers is noted, but for two. A mobile payment without a phone asks nobody to pay, and one without an amount is below the minimum: both are to be refused. An empty body and wrong types are judged.',
    touches: ['pay.validation.empty-body', 'pay.validation.wrong-type', 'pay.phone.bad', 'pay.amount.wrong-type'],
  },
  'pay.reading.amount-forms': {
    at: 'Payment › Resources › Payment create request',
    conflict: 'amount is a number, without a word on fractions or numbers written as text.',
    policy:
      '500.0, 500.5 and "500" are noted whatever they answer. Values that no parser takes for a number are judged. An event that cuts a fraction warns, and fails where an answer shows the amount with it.',
    touches: ['pay.amount.wrong-type', 'pay.amount.at-minimum', 'pay.event.amount'],
  },
  'pay.reading.converted-members': {
    at: 'Payment › Resources › Payment create request',
    conflict: 'Every member has a type, without a word on values that a reader may convert or leave out.',
    policy:
      'null, empty texts, numbers in texts and numbers for names or phones are noted. A phone that is null or empty is as bad as none, and so is such an amount where the minimum holds. An object or a list in place of a text fails when it is taken. So does a value that is no currency, network, phone or e-mail address as a text either.',
    touches: [
      'pay.validation.wrong-type',
      'pay.amount.wrong-type',
      'pay.currency.unsupported',
      'pay.network.invalid',
      'pay.phone.bad',
      'pay.customer.email-valid',
      'pay.error.handled',
    ],
  },
  'pay.reading.refused-and-made': {
    at: 'Payment › Errors',
    conflict: 'A refused creation is not executed, yet which refusals leave a record of a payment is not told.',
    policy:
      'An event of success after a 4xx fails. One of processing fails as well where no end is told and nothing was attempted, and warns after PAYMENT_FAILED. A payment that ended without success is left alone. One that DUPLICATE_REFERENCE names and that stays live fails where the request or the key was refused. It does as well where a policy blocked it, and where the key had led to another payment. What a 5xx leaves is for retries with its key to find.',
    touches: ['pay.error.no-effect', 'pay.reference.free-after-refusal', 'pay.idempotency.after-server-error'],
  },
  'pay.reading.rows-of-kinds': {
    at: 'Payment › Errors › Payments',
    conflict: 'Rows speak of creations, of a wallet and of a provider, without a word on types of payments.',
    policy:
      'Values that have a mobile payment come to a row are sent for cards and QR codes as well. The code of the row with another status fails. One that is taken, and one that comes to another row, is left alone, a card being no wallet.',
    touches: [
      'pay.outcome.insufficient-funds',
      'pay.outcome.invalid-details',
      'pay.outcome.limit-exceeded',
      'pay.outcome.unclassified',
      'pay.access.risk',
      'pay.access.blocked',
      'pay.server.internal-error',
      'pay.server.fee-error',
      'pay.upstream.unavailable',
      'pay.upstream.error',
    ],
  },
  'pay.reading.lawful-forms': {
    at: 'Payment › Resources › Payment create request',
    conflict: 'Names and keys are strings and the e-mail is valid, without a word on letters and lengths.',
    policy:
      'A valid e-mail address that is refused fails. Names of other letters than those of ASCII warn when they are refused. Lengths, fractions of amounts and signs in references are noted. Keys and references in other capitals are others, and so are references without their hyphens.',
    touches: [
      'pay.customer.email-accepted',
      'pay.customer.names-accepted',
      'pay.idempotency.keys-distinct',
      'pay.idempotency.long-key-distinct',
      'pay.reference.distinct',
    ],
  },
  'pay.reading.money-moving': {
    at: 'Payment › Authentication',
    conflict: 'Test keys are refused on money-moving endpoints, which are not listed.',
    policy:
      'Creation and payouts are money-moving. A refresh may be: success and 403 both pass for a test key. A read and a profile update move none: TEST_MODE_UNAVAILABLE fails there.',
    touches: [
      'pay.access.test-key',
      'pay.access.test-key-reads',
      'pay.access.test-key-profile',
      'pay.access.test-key-enabled',
      'pay.access.test-key-payouts',
      'pay.refresh.payment',
    ],
  },
  'pay.reading.profile-rejection': {
    at: 'Payment › Errors › Payouts and account',
    conflict: 'A defective profile body fits UPDATE_FAILED, VALIDATION_ERROR and INVALID_REQUEST.',
    policy:
      'Any of the three passes at 400, with an array in details too, since such a body may fail in binding. Profile updates are not sent by default.',
    touches: [
      'pay.profile.update-rejected',
      'pay.profile.bad-body',
      'pay.error.details-only-where-stated',
      'pay.error.details-binding',
    ],
  },
  'pay.reading.id-spellings': {
    at: 'Payment › Endpoints',
    conflict: 'An id that is not a UUID is refused, and which spellings are a UUID is not told.',
    policy:
      'Only ids that no UUID parser takes are judged: some take one with a digit too few or too many. Other spellings are noted at 200, 400 and 404.',
    touches: ['pay.id.invalid-read', 'pay.id.invalid-refresh'],
  },
  'pay.reading.unlisted-transitions': {
    at: 'Payment › States and transitions',
    conflict: 'Six statuses are listed, yet most transitions between them are not shown.',
    policy: 'A status outside the six fails, a change of a terminal status fails, and any other transition is noted.',
    touches: ['pay.status.known', 'pay.status.terminal-is-final', 'pay.event.status', 'pay.event.previous-status'],
  },
  'pay.reading.rate-window': {
    at: 'Payment › Limits',
    conflict: '60 requests a minute fits fixed windows, sliding windows and buckets, and the reset has no format.',
    policy:
      'More than 121 answers without 429 within 60 s fail. So do two rested keys that both get more than 60 at once. An earlier 429 than the 61st request warns. A reset is read as time, seconds or duration. An unreadable one warns; one without a digit fails, and one that is long past.',
    touches: [
      'pay.rate.limited',
      'pay.rate.full-allowance',
      'pay.rate.reset-header',
      'pay.rate.reset-readable',
      'pay.rate.recovers',
      'pay.rate.per-key',
      'pay.rate.every-endpoint',
    ],
  },
  'pay.reading.gateway-code': {
    at: 'Payment › Resources › Error envelope',
    conflict: 'code repeats the HTTP status, yet a gateway may answer 429 and 502 in place of the service.',
    policy:
      'A code unlike the HTTP status fails where an envelope is present; without one, code is not judged. A 429 without one is the limit of a key where the key stays refused after three seconds and requests without a key are answered; else it blocks.',
    touches: ['pay.error.code-is-http-status', 'pay.error.envelope', 'pay.rate.code', 'pay.upstream.unavailable'],
  },
  'pay.reading.delivery-gaps': {
    at: 'Payment › Events',
    conflict: 'Deliveries are signed and retried, without key encoding, hex case, media type, schedule or redirects.',
    policy:
      'A match by a decoded key, another media type and a timestamp far from arrival warn. Hex case, schedule, redirects and renewal of the timestamp are noted.',
    touches: [
      'pay.signature.verifies',
      'pay.signature.header',
      'pay.signature.lower-case',
      'pay.signature.timestamp-current',
      'pay.event.content-type',
      'pay.delivery.retry-after-error',
      'pay.delivery.retry-after-timeout',
      'pay.delivery.retry-after-reset',
    ],
  },
  'pay.reading.key-characters': {
    at: 'Payment › Limits',
    conflict: 'The length of a key is counted in characters, without a word on bytes or on other alphabets.',
    policy: 'Keys of checks are ASCII, where both counts agree. Others are not judged.',
    touches: ['pay.idempotency.key-max-accepted', 'pay.idempotency.key-too-long', 'pay.idempotency.long-key-distinct'],
  },
  'pay.reading.test-mode-off': {
    at: 'Payment › Authentication',
    conflict: 'Test keys never move real money, yet with test mode off only live keys create payments.',
    policy: 'Creation checks with a test key while test mode is off are blocked, not passed. Live keys need consent.',
    touches: [
      'pay.access.test-key',
      'pay.access.test-key-enabled',
      'pay.access.test-key-no-money',
      'pay.create.mobile',
    ],
  },
  'pay.reading.named-without-endpoint': {
    at: 'Payment › What the service does',
    conflict:
      'Payouts, the profile and QR payments are named, yet payout endpoints, profile reads and QR fields are not shown.',
    policy: 'Nothing is judged there. A QR payment is created only from a body that the target gives.',
    touches: [
      'pay.payout.create',
      'pay.payout.defaults-only',
      'pay.create.qr',
      'pay.outcome.insufficient-balance',
      'pay.outcome.payout-failed',
    ],
  },
} as const satisfies Record<string, PaymentReading>
