import { may, must, type Requirement, should } from '../contract.ts'

const PAYOUT = 'The document shows no payout endpoint.'
const CLIENT = 'It binds the client, not the deployment.'

/** Every statement of the payment document, in its own order. Ids are never reused. */
// biome-ignore format: a table reads by its rows, one statement a line
export const paymentRequirements = {
  // What the service does
  'pay.create.mobile': must('Payment › What the service does', 'A valid mobile payment creation is accepted.'),
  'pay.create.card': must('Payment › What the service does', 'A valid card payment creation is accepted.'),
  'pay.create.qr': must('Payment › What the service does', 'A valid dynamic QR payment creation is accepted.'),
  'pay.create.returns-payment': must('Payment › Endpoints', 'Payment creation answers with the payment: its id can be read back.'),
  'pay.create.any-spelling': must('Payment › Endpoints', 'A creation is taken however its JSON and its headers are written: order of members, white space, escapes, letter case of header names.', { over: { spelling: ['order', 'white space', 'escapes', 'header names'] } }),
  'pay.payout.create': must('Payment › What the service does', 'Payouts can be created.', { unobservable: PAYOUT }),

  // Payment create request
  'pay.amount.minimum': must('Payment › Errors › Payments', 'A TZS mobile payment below 500 is refused with 400 PAYMENT_FAILED.'),
  'pay.amount.at-minimum': must('Payment › Limits', 'A TZS mobile payment of exactly 500 is accepted.'),
  'pay.amount.not-positive': must('Payment › Resources › Payment create request', 'A zero or negative amount is refused with a 400 of the error tables.'),
  'pay.amount.wrong-type': must('Payment › Errors › Request and validation', 'An amount that is not a number is refused with 400.'),
  'pay.currency.unsupported': must('Payment › Errors › Request and validation', 'An unsupported currency is refused with 400 VALIDATION_ERROR.'),
  'pay.network.invalid': must('Payment › Errors › Request and validation', 'An invalid network is refused with 400 VALIDATION_ERROR.'),
  'pay.phone.bad': must('Payment › Errors › Request and validation', 'A bad phone is refused with 400 VALIDATION_ERROR.'),
  'pay.customer.email-valid': must('Payment › Resources › Payment create request', 'A customer e-mail that is not valid is refused with 400.'),
  'pay.customer.email-accepted': must('Payment › Resources › Payment create request', 'A valid e-mail address is no reason to refuse a creation, whatever its form.'),
  'pay.customer.names-accepted': should('Payment › Resources › Payment create request', 'Names are strings: letters of other scripts, apostrophes and hyphens are no reason to refuse a creation.'),
  'pay.validation.wrong-type': must('Payment › Errors › Request and validation', 'A body whose fields have the wrong types is refused with 400 VALIDATION_ERROR or INVALID_REQUEST.'),
  'pay.validation.url-fields': should('Payment › Resources › Payment create request', 'A webhook_url or callback_url that is not a URL is refused with 400.'),
  'pay.validation.empty-body': must('Payment › Errors › Request and validation', 'A creation whose body lacks every field is refused with 400 VALIDATION_ERROR or INVALID_REQUEST.'),
  'pay.validation.malformed-json': must('Payment › Errors › Request and validation', 'A body that is not JSON is refused with 400 VALIDATION_ERROR or INVALID_REQUEST.'),
  'pay.validation.not-an-object': must('Payment › Errors › Request and validation', 'A body that is JSON but not an object is refused with 400 VALIDATION_ERROR or INVALID_REQUEST.'),
  'pay.card.redirect-url-required': must('Payment › Errors › Payments', 'A card payment without redirect_url is refused with 400 PAYMENT_FAILED.'),
  'pay.card.cancel-url-required': must('Payment › Errors › Payments', 'A card payment without cancel_url is refused with 400 PAYMENT_FAILED.'),
  'pay.card.billing-required': must('Payment › Errors › Payments', 'A card payment without a billing address is refused with 400 PAYMENT_FAILED.'),

  // Idempotency
  'pay.idempotency.key-required': must('Payment › Errors › Request and validation', 'A creation without Idempotency-Key is refused with 400 IDEMPOTENCY_KEY_REQUIRED.'),
  'pay.idempotency.key-empty': must('Payment › Resources › Payment create request', 'A creation with an empty Idempotency-Key is refused with 400.'),
  'pay.idempotency.key-max-accepted': must('Payment › Limits', 'An Idempotency-Key of 255 characters is accepted.'),
  'pay.idempotency.key-too-long': must('Payment › Errors › Request and validation', 'An Idempotency-Key of 256 characters is refused with 400 VALIDATION_ERROR.'),
  'pay.idempotency.key-too-long-reason': must('Payment › Errors › Request and validation', 'The refusal of an over-long key carries its reason in message only: no object and no foreign entries in details.'),
  'pay.idempotency.replay-status': must('Payment › Endpoints', 'A retry with the same key that finds the original payment answers 200.'),
  'pay.idempotency.replay-same-payment': must('Payment › Errors › Retry rules', 'A retry with the same key answers with the original payment.'),
  'pay.idempotency.no-second-payment': must('Payment › Errors › Retry rules', 'No retry with a used key, whatever its body, makes a second payment.'),
  'pay.idempotency.key-signs': must('Payment › Resources › Payment create request', 'An Idempotency-Key is a string: punctuation and blanks between its letters are no reason to refuse it.'),
  'pay.idempotency.long-key-distinct': must('Payment › Resources › Payment create request', 'Two keys that differ only in their last character are two keys.'),
  'pay.idempotency.keys-distinct': must('Payment › Resources › Payment create request', 'Two keys that differ only in punctuation are two keys.'),
  'pay.idempotency.concurrent-one-payment': must('Payment › Errors › Retry rules', 'Requests with one key at the same moment make one payment.'),
  'pay.idempotency.concurrent-answers': must('Payment › Errors › Payments', 'Requests with one key at the same moment are answered with the payment or with 409 CONFLICT.'),
  'pay.idempotency.after-lost-answer': must('Payment › Errors › Retry rules', 'A retry after a connection that was aborted leads to exactly one payment.'),
  'pay.idempotency.after-rate-limit': must('Payment › Errors › Retry rules', 'A creation that was answered 429 is accepted when it is retried with its key after the reset, and makes one payment.'),
  'pay.idempotency.after-server-error': must('Payment › Errors › Retry rules', 'Retries with the key of a creation that met another 5xx lead to one payment at most, and are not refused for it.'),
  'pay.idempotency.after-provider-unavailable': must('Payment › Errors › Retry rules', 'A retry with the same key after 502 PROVIDER_UNAVAILABLE leads to one payment at most.'),
  'pay.idempotency.retry-after-outage': should('Payment › Errors › Retry rules', 'A retry with the same key after 502 PROVIDER_UNAVAILABLE is not refused for its key.'),
  'pay.idempotency.replay-after-terminal': must('Payment › Errors › Retry rules', 'A retry with the key of a payment that is finished still answers 200 with that payment.'),
  'pay.idempotency.merchant-scope': must('Payment › Errors › Not found, rate limit, server, upstream', "Another merchant's use of the same key never reveals or returns the first merchant's payment."),

  // References
  'pay.reference.duplicate-live': must('Payment › States and transitions', 'A second creation with the reference of a pending or processing payment is refused with 409 DUPLICATE_REFERENCE.'),
  'pay.reference.duplicate-completed': must('Payment › States and transitions', 'A second creation with the reference of a completed payment is refused with 409 DUPLICATE_REFERENCE.'),
  'pay.reference.existing-transaction-id': must('Payment › Errors › Payments', 'DUPLICATE_REFERENCE names the live payment in details.existing_transaction_id.'),
  'pay.reference.existing-status': must('Payment › Errors › Payments', 'DUPLICATE_REFERENCE gives the status of the live payment in details.existing_status.'),
  'pay.reference.echo': must('Payment › Errors › Payments', 'DUPLICATE_REFERENCE repeats the reference in details.reference.'),
  'pay.reference.reuse-after-failed': must('Payment › States and transitions', 'A reference may be used again after its payment failed.'),
  'pay.reference.reuse-after-expired': must('Payment › States and transitions', 'A reference may be used again after its payment expired.'),
  'pay.reference.reuse-after-cancelled': must('Payment › States and transitions', 'A reference may be used again after its payment was cancelled.'),
  'pay.reference.reuse-after-declined': must('Payment › States and transitions', 'A reference may be used again after its payment was declined, which makes it failed.'),
  'pay.reference.free-after-refusal': should('Payment › Resources › Payment create request', 'A creation that was refused and made no live payment leaves its reference free.'),
  'pay.reference.merchant-scope': must('Payment › Resources › Payment create request', 'Two merchants may use the same reference: it is unique among the payments of one merchant.'),
  'pay.reference.concurrent-one-live': must('Payment › Resources › Payment create request', 'Requests with one reference and different keys at the same moment leave one live payment.'),
  'pay.reference.concurrent-answers': must('Payment › States and transitions', 'Of simultaneous creations with one reference those that come too late are answered 409 DUPLICATE_REFERENCE.'),

  // Webhook payload
  'pay.event.json-object': must('Payment › Events', 'A delivery is a POST whose body is one JSON object.'),
  'pay.event.content-type': should('Payment › Events', 'A delivery declares its body as JSON.'),
  'pay.event.version': must('Payment › Versioning', 'The payload carries version 1.0, a string.'),
  'pay.event.name': must('Payment › Resources › Webhook payload', 'The payload carries event, a non-empty string.'),
  'pay.event.id-uuid': must('Payment › Resources › Webhook payload', 'The payload carries event_id, a UUID.'),
  'pay.event.id-unique': must('Payment › Resources › Webhook payload', 'Two different events carry different event_ids.'),
  'pay.event.id-stable': must('Payment › Events › Receiver rules', 'Every attempt of one event carries the same event_id.'),
  'pay.event.transaction-id': must('Payment › Resources › Webhook payload', 'The payload carries transaction_id, the UUID of the payment.'),
  'pay.event.merchant-reference': must('Payment › Resources › Webhook payload', 'The payload carries merchant_reference, equal to the reference of the payment.'),
  'pay.event.amount': must('Payment › Resources › Webhook payload', 'data.amount is a number, the amount of the payment.'),
  'pay.event.currency': must('Payment › Resources › Webhook payload', 'data.currency is a string, the currency of the payment.'),
  'pay.event.status': must('Payment › Resources › Webhook payload', 'data.status is one of the six statuses.'),
  'pay.event.previous-status': must('Payment › Resources › Webhook payload', 'data.previous_status is a string, one of the six statuses.'),
  'pay.event.payment-type': must('Payment › Resources › Webhook payload', 'data.payment_type is a string, the type of the payment.'),
  'pay.event.provider-reference': must('Payment › Resources › Webhook payload', 'data.provider_reference is a string.'),
  'pay.event.metadata': must('Payment › Resources › Webhook payload', 'metadata is an object.'),
  'pay.event.timestamp': must('Payment › Resources › Webhook payload', 'timestamp is a UTC time in ISO 8601.'),
  'pay.event.completed-name': must('Payment › Events › Receiver rules', 'The event of a payment that becomes completed is payment.completed, and no other event has that name.'),
  'pay.event.completed-from-processing': must('Payment › States and transitions', 'payment.completed of a payment that was processing carries previous_status processing.'),
  'pay.event.is-a-change': must('Payment › Events', 'An event tells of a change: its status differs from its previous_status.'),
  'pay.event.chain': should('Payment › Resources › Webhook payload', 'The previous_status of an event is the status that the payment had before it.'),

  // Error envelope
  'pay.error.envelope': must('Payment › Resources › Error envelope', 'Every error response is the error envelope: a JSON object with status, code, error_code and message.'),
  'pay.error.envelope-elsewhere': should('Payment › Errors', 'Errors of paths and methods that the document does not list use the error envelope as well.'),
  'pay.error.status-error': must('Payment › Resources › Error envelope', 'The envelope carries status error.'),
  'pay.error.code-is-http-status': must('Payment › Resources › Error envelope', 'The envelope carries code, an integer equal to the HTTP status.'),
  'pay.error.code-string': must('Payment › Resources › Error envelope', 'The envelope carries error_code, a non-empty string.'),
  'pay.error.code-stable': must('Payment › Resources › Error envelope', 'error_code is stable: the same bad request has the same one again, in whichever language it is asked.'),
  'pay.error.message-string': must('Payment › Resources › Error envelope', 'The envelope carries message, a string.'),
  'pay.error.code-matches-status': must('Payment › Errors', 'A documented error_code comes with the HTTP status of its row.'),
  'pay.error.code-documented': should('Payment › Errors', 'Errors carry an error_code of the tables.'),
  'pay.error.details-binding': must('Payment › Resources › Error envelope', 'details of a body-binding failure is an array of objects with field and message, both strings.'),
  'pay.error.details-only-where-stated': must('Payment › Resources › Error envelope', 'details is omitted on errors that are neither body-binding failures nor payment outcomes.'),
  'pay.error.json': should('Payment › Errors', 'Error responses are declared as JSON.'),
  'pay.error.no-effect': must('Payment › Errors', 'A creation that is refused makes no payment: no event tells that one with its reference goes on or succeeds.'),
  'pay.error.handled': should('Payment › Errors', 'Bad input is answered with a 4xx of the tables, never with a 5xx.'),

  // States and transitions
  'pay.status.known': must('Payment › States and transitions', 'Every status seen is one of the six, spelled as written.'),
  'pay.status.terminal-is-final': must('Payment › States and transitions', 'A payment that has a terminal status keeps it.'),
  'pay.status.completes': must('Payment › States and transitions', 'A payment whose provider succeeds becomes completed.'),
  'pay.status.fails': must('Payment › States and transitions', 'A payment can become failed.'),
  'pay.status.expires': must('Payment › States and transitions', 'A payment can become expired.'),
  'pay.status.cancels': must('Payment › States and transitions', 'A payment can become cancelled.'),

  // Endpoints
  'pay.read.payment': must('Payment › Endpoints', 'Reading a payment by its id answers with that payment.'),
  'pay.read.agrees-with-events': must('Payment › Events › Receiver rules', 'What an event said of a payment can be read back with GET.'),
  'pay.refresh.payment': must('Payment › Endpoints', 'A refresh of a payment answers with success, with 502 PROVIDER_ERROR or, for its state, with 409 CONFLICT.'),
  'pay.refresh.provider-error': must('Payment › Endpoints', 'A refresh whose upstream fails answers 502 PROVIDER_ERROR.'),
  'pay.refresh.safe-to-retry': must('Payment › Endpoints', 'A refresh can be repeated: the payment is the same, and a failed refresh changes nothing.'),
  'pay.refresh.updates-status': must('Payment › Endpoints', 'A refresh brings the status of the upstream.'),
  'pay.id.invalid-read': must('Payment › Endpoints', 'Reading an id that is not a UUID answers 400 INVALID_ID.'),
  'pay.id.invalid-refresh': must('Payment › Endpoints', 'Refreshing an id that is not a UUID answers 400 INVALID_ID.'),
  'pay.id.missing-read': must('Payment › Errors › Not found, rate limit, server, upstream', 'Reading a payment that does not exist answers 404 RESOURCE_NOT_FOUND.'),
  'pay.id.missing-refresh': must('Payment › Errors › Not found, rate limit, server, upstream', 'Refreshing a payment that does not exist answers 404 RESOURCE_NOT_FOUND.'),
  'pay.id.foreign-read': must('Payment › Errors › Not found, rate limit, server, upstream', "Reading another merchant's payment answers 404 RESOURCE_NOT_FOUND."),
  'pay.id.foreign-refresh': must('Payment › Errors › Not found, rate limit, server, upstream', "Refreshing another merchant's payment answers 404 RESOURCE_NOT_FOUND."),
  'pay.profile.update': must('Payment › Endpoints', 'PUT /merchants/me with default URLs updates the merchant profile.'),
  'pay.profile.update-rejected': must('Payment › Endpoints', 'A rejected profile update answers 400 UPDATE_FAILED.'),
  'pay.profile.bad-body': must('Payment › Errors › Request and validation', 'A profile update that is no JSON object, or whose URLs are no strings, is refused with a 400 of the tables.'),
  'pay.profile.rejected-unchanged': must('Payment › Endpoints', 'A rejected profile update leaves the default URLs as they were.'),
  'pay.payout.defaults-only': must('Payment › Endpoints', 'Payouts use the merchant default URLs only.', { unobservable: PAYOUT }),

  // Authentication
  'pay.auth.bearer': must('Payment › Authentication', 'A request with Authorization: Bearer and a live key is let in.'),
  'pay.auth.missing-header': must('Payment › Errors › Authentication', 'A request without Authorization answers 401 unauthorized.'),
  'pay.auth.before-endpoint': must('Payment › Authentication', 'Authentication comes before the endpoint: bad ids, bodies and missing keys of an unauthenticated request answer 401.'),
  'pay.auth.scheme': should('Payment › Authentication', 'A request whose Authorization is not a Bearer token answers 401.'),
  'pay.auth.invalid-key': must('Payment › Errors › Authentication', 'An unknown key answers 401 invalid_api_key.'),
  'pay.auth.revoked-key': must('Payment › Errors › Authentication', 'A revoked or inactive key answers 401 invalid_api_key.'),
  'pay.auth.inactive-merchant': must('Payment › Errors › Authentication', 'A key of a deactivated merchant answers 401 invalid_api_key.'),
  'pay.auth.unresolved-identity': must('Payment › Errors › Authentication', 'A key whose merchant identity cannot be resolved answers 401 UNAUTHORIZED.'),
  'pay.auth.merchant-not-found': must('Payment › Errors › Authentication', 'A key whose merchant account is not found answers 401 MERCHANT_NOT_FOUND.'),
  'pay.auth.no-details': must('Payment › Errors › Authentication', 'unauthorized and invalid_api_key carry no details.'),
  'pay.auth.no-retry': must('Payment › Errors › Authentication', 'A 401 is not retried.', { unobservable: CLIENT }),

  // Access control
  'pay.access.test-key': must('Payment › Errors › Access control', 'A test key on payment creation answers 403 TEST_MODE_UNAVAILABLE while test mode is off.'),
  'pay.access.test-key-enabled': must('Payment › Authentication', 'A test key may create payments while test mode is on.'),
  'pay.access.live-key-test-mode': must('Payment › Errors › Access control', 'A live key creates payments while test mode is on: TEST_MODE_UNAVAILABLE is the answer to test keys.'),
  'pay.access.test-key-no-money': must('Payment › Authentication', 'Test keys never move real money.', { unobservable: 'The flow of money is outside the interface.' }),
  'pay.access.test-key-payouts': must('Payment › Authentication', 'Payouts are always blocked for test keys.', { unobservable: PAYOUT }),
  'pay.access.risk': must('Payment › Errors › Access control', 'A payment blocked by the risk policy answers 403 RISK_CHECK_FAILED.'),
  'pay.access.blocked': must('Payment › Errors › Access control', 'A payment blocked by screening answers 403 TRANSACTION_BLOCKED.'),
  'pay.access.blocked-reason-hidden': must('Payment › Errors › Access control', 'TRANSACTION_BLOCKED hides its reason: details tell at most which payment it was.'),

  // Webhook URLs
  'pay.webhook.payment-url': must('Payment › Events › URL resolution', 'A payment created with its own URLs is reported to them.'),
  'pay.webhook.payment-url-overrides': must('Payment › Events › URL resolution', "A payment's own URLs override the merchant defaults."),
  'pay.webhook.default-url': must('Payment › Events › URL resolution', 'A payment created without URLs is reported to the merchant defaults.'),
  'pay.webhook.no-url-no-delivery': must('Payment › Events › URL resolution', 'A payment without URLs and without merchant defaults is not reported anywhere.'),
  'pay.webhook.every-change': must('Payment › Events › Which URL is called', 'webhook_url is called on every status change.'),
  'pay.webhook.callback-on-terminal': must('Payment › Events › Which URL is called', 'callback_url is called when the status becomes terminal.'),
  'pay.webhook.callback-only-terminal': must('Payment › Events › Which URL is called', 'callback_url is called on terminal statuses only.'),
  'pay.webhook.same-payload': must('Payment › Events › Which URL is called', 'Both URLs get the same payload.'),
  'pay.webhook.own-events-only': must('Payment › Events › URL resolution', 'A URL given for one payment gets the events of that payment only.'),

  // Webhook headers and signature
  'pay.signature.header': must('Payment › Events › Headers', 'Every attempt carries X-Pay-Signature: sha256= and 64 hex digits.'),
  'pay.signature.timestamp': must('Payment › Events › Headers', 'Every attempt carries X-Pay-Timestamp in Unix seconds.'),
  'pay.signature.timestamp-current': should('Payment › Events › Headers', 'X-Pay-Timestamp is close to the time of the attempt.'),
  'pay.signature.verifies': must('Payment › Events › Signature', 'The signature is the HMAC-SHA256 of timestamp, dot and raw body under the signing key.'),
  'pay.signature.lower-case': may('Payment › Events › Signature', 'The hex digits of the signature are lower case.'),
  'pay.delivery.id': must('Payment › Events › Headers', 'Every attempt carries X-Pay-Delivery-ID.'),
  'pay.delivery.id-per-attempt': must('Payment › Events › Headers', 'X-Pay-Delivery-ID identifies the attempt: no two attempts share it.'),
  'pay.delivery.retry-after-error': must('Payment › Events › Receiver rules', 'A delivery answered with a non-2xx status is tried again.'),
  'pay.delivery.retry-after-timeout': must('Payment › Events › Receiver rules', 'A delivery that is not answered is tried again.'),
  'pay.delivery.retry-after-reset': must('Payment › Events › Receiver rules', 'A delivery whose connection is reset is tried again.'),
  'pay.delivery.ends-after-2xx': must('Payment › Events › Receiver rules', 'Any 2xx answer is a success and ends the attempts.'),

  // Payments: outcome rows
  'pay.declined.answer': must('Payment › Errors › Payments', 'A creation declined at once answers 402 PAYMENT_DECLINED.'),
  'pay.declined.transaction-id': must('Payment › Errors › Payments', 'PAYMENT_DECLINED carries details.transaction_id, a UUID.'),
  'pay.declined.status': must('Payment › Errors › Payments', 'PAYMENT_DECLINED carries details.status failed.'),
  'pay.declined.reference': must('Payment › Errors › Payments', 'PAYMENT_DECLINED repeats the reference in details.reference.'),
  'pay.declined.queryable': must('Payment › States and transitions', 'A declined payment can be read by its id and is failed.'),
  'pay.outcome.insufficient-funds': must('Payment › Errors › Payments', 'A wallet without funds answers 402 INSUFFICIENT_FUNDS.'),
  'pay.outcome.invalid-details': must('Payment › Errors › Payments', 'Rejected customer payment details answer 422 INVALID_PAYMENT_DETAILS.'),
  'pay.outcome.limit-exceeded': must('Payment › Errors › Payments', 'An amount over a per-transaction limit answers 422 TRANSACTION_LIMIT_EXCEEDED.'),
  'pay.outcome.unclassified': must('Payment › Errors › Payments', 'A creation that fails for an unclassified reason answers 400 PAYMENT_FAILED.'),
  'pay.outcome.insufficient-balance': must('Payment › Errors › Payouts and account', 'A payout over the balance answers 402 INSUFFICIENT_BALANCE.', { unobservable: PAYOUT }),
  'pay.outcome.payout-failed': must('Payment › Errors › Payouts and account', 'A payout that fails for an unclassified reason answers 400 PAYOUT_FAILED.', { unobservable: PAYOUT }),

  // Rate limit, server, upstream
  'pay.rate.limited': must('Payment › Limits', 'More than 60 requests a minute with one key are answered 429.'),
  'pay.rate.code': must('Payment › Errors › Not found, rate limit, server, upstream', 'A 429 carries RATE_LIMIT_EXCEEDED.'),
  'pay.rate.reset-header': must('Payment › Errors › Not found, rate limit, server, upstream', 'A 429 carries X-RateLimit-Reset.'),
  'pay.rate.reset-readable': must('Payment › Errors › Not found, rate limit, server, upstream', 'X-RateLimit-Reset says when to retry: a time or a number of seconds within two minutes.'),
  'pay.rate.recovers': must('Payment › Errors › Not found, rate limit, server, upstream', 'After the time of X-RateLimit-Reset requests are answered again.'),
  'pay.rate.per-key': must('Payment › Limits', 'The limit is per key: another key is not affected.'),
  'pay.rate.every-endpoint': must('Payment › Limits', 'The limit counts the requests of a key at whichever endpoint: over it every endpoint answers 429.'),
  'pay.rate.full-allowance': should('Payment › Limits', 'The first 60 requests of a minute are not answered 429.'),
  'pay.server.internal-error': must('Payment › Errors › Not found, rate limit, server, upstream', 'An unexpected failure answers 500 INTERNAL_ERROR.'),
  'pay.server.fee-error': must('Payment › Errors › Not found, rate limit, server, upstream', 'A fee that cannot be computed answers 500 FEE_CALCULATION_ERROR.'),
  'pay.upstream.unavailable': must('Payment › Errors › Not found, rate limit, server, upstream', 'A temporary upstream outage answers 502 PROVIDER_UNAVAILABLE.'),
  'pay.upstream.error': must('Payment › Errors › Not found, rate limit, server, upstream', 'An unclassified upstream error answers 502 PROVIDER_ERROR.'),

  // Retry rules
  'pay.retry.client-backoff': must('Payment › Errors › Retry rules', 'Clients retry time-outs, 429 and 5xx with the same key and fix other errors first.', { unobservable: CLIENT }),

  // Conflict
  'pay.conflict.answer': may('Payment › Errors › Payments', 'A key collision outside the replay path is answered 409 CONFLICT.'),

  // Versioning
  'pay.version.prefix': must('Payment › Versioning', 'The endpoints stand under /api/v1.'),
} as const satisfies Record<string, Requirement>

export type PaymentRequirementId = keyof typeof paymentRequirements
