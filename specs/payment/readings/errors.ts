import type { PaymentReading } from './reading.ts'

/** Readings of refusals, of their codes, and of retries after them. */
export const errorReadings = {
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
  'pay.reading.gateway-code': {
    at: 'Payment › Resources › Error envelope',
    conflict: 'code repeats the HTTP status, yet a gateway may answer 429 and 502 in place of the service.',
    policy:
      'A code unlike the HTTP status fails where an envelope is present; without one, code is not judged. A 429 without one is the limit of a key where the key stays refused after three seconds and requests without a key are answered; else it blocks.',
    touches: ['pay.error.code-is-http-status', 'pay.error.envelope', 'pay.rate.code', 'pay.upstream.unavailable'],
  },
} as const satisfies Record<string, PaymentReading>
