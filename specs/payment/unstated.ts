import type { Unstated } from '../contract.ts'
import type { PaymentHeading } from './headings.ts'

const open = (at: PaymentHeading, text: string): Unstated => ({ at, text })

/** What the payment document calls not shown or leaves open, in its own order. Recorded, never judged. */
export const paymentUnstated = {
  // What the service does
  'pay.open.other-operations': open(
    'Payment › What the service does',
    'Which operations exist beside the listed endpoints.',
  ),
  'pay.open.unknown-routes': open(
    'Payment › What the service does',
    'What unknown paths and undocumented methods answer.',
  ),

  // Payment create request
  'pay.open.required-fields': open(
    'Payment › Resources › Payment create request',
    'Which single fields of a creation may be left out.',
  ),
  'pay.open.unknown-fields': open(
    'Payment › Resources › Payment create request',
    'What becomes of request members that the table does not name.',
  ),
  'pay.open.null-fields': open(
    'Payment › Resources › Payment create request',
    'Whether null or an empty string in a field counts as leaving it out.',
  ),
  'pay.open.currencies': open('Payment › Resources › Payment create request', 'Which currencies are supported.'),
  'pay.open.networks': open(
    'Payment › Resources › Payment create request',
    'Which networks exist, in which spellings, and whether a network is detected from the phone.',
  ),
  'pay.open.payment-types': open(
    'Payment › Resources › Payment create request',
    'Which values type takes beside mobile, for card and QR payments among others.',
  ),
  'pay.open.phone-spellings': open(
    'Payment › Resources › Payment create request',
    'Whether a plus sign, a leading zero or a missing country code is normalised or refused.',
  ),
  'pay.open.amount-forms': open(
    'Payment › Resources › Payment create request',
    'Whether 500.0 and 500.5 are taken as amounts, and how many decimals a currency has.',
  ),
  'pay.open.amount-as-text': open(
    'Payment › Resources › Payment create request',
    'Whether a number written as a JSON string is converted or refused.',
  ),
  'pay.open.amount-other-minimum': open(
    'Payment › Resources › Payment create request',
    'Which minimum holds for other currencies and payment types.',
  ),
  'pay.open.text-lengths': open(
    'Payment › Resources › Payment create request',
    'How long reference, names and URLs may be, and which characters a reference may hold.',
  ),
  'pay.open.reference-comparison': open(
    'Payment › Resources › Payment create request',
    'Whether references are compared with regard to case and surrounding blanks.',
  ),
  'pay.open.webhook-url-rules': open(
    'Payment › Resources › Payment create request',
    'Whether plain http, local or private webhook addresses are taken.',
  ),
  'pay.open.billing-address-field': open(
    'Payment › Resources › Payment create request',
    'What the billing address of a card payment is called and consists of.',
  ),
  'pay.open.payment-record': open(
    'Payment › Resources › Payment create request',
    'Which fields a payment has in responses.',
  ),
  'pay.open.payout-record': open(
    'Payment › Resources › Payment create request',
    'Which fields a payout has in responses.',
  ),
  'pay.open.merchant-record': open(
    'Payment › Resources › Payment create request',
    'Which fields a merchant has in responses.',
  ),

  // Idempotency
  'pay.open.idempotency-key-characters': open(
    'Payment › Resources › Payment create request',
    'Which characters a key may hold, and whether its length counts characters or bytes.',
  ),
  'pay.open.idempotency-key-expiry': open(
    'Payment › Errors › Retry rules',
    'For how long a key leads to its original payment.',
  ),
  'pay.open.idempotency-other-body': open(
    'Payment › Errors › Payments',
    'What a used key with another body answers, as long as no second payment is made.',
  ),
  'pay.open.idempotency-collision-answer': open(
    'Payment › Errors › Payments',
    'Which of the simultaneous requests with one key get CONFLICT and which get the payment.',
  ),
  'pay.open.idempotency-after-refusal': open(
    'Payment › Errors › Retry rules',
    'What a key answers whose earlier body was refused, declined or met a server failure.',
  ),
  'pay.open.idempotency-replay-body': open(
    'Payment › Endpoints',
    'Whether a replay repeats the first body or shows the payment as it is now.',
  ),
  'pay.open.idempotency-scope': open(
    'Payment › Endpoints',
    'Whether two API keys of one merchant share their idempotency keys.',
  ),
  'pay.open.idempotency-elsewhere': open('Payment › Endpoints', 'What an Idempotency-Key on other endpoints does.'),

  // Webhook payload
  'pay.open.event-names': open('Payment › Events › Receiver rules', 'Which events exist beside payment.completed.'),
  'pay.open.event-first-change': open(
    'Payment › Events',
    'Whether the creation of a payment is reported, and what previous_status then holds.',
  ),
  'pay.open.event-metadata': open(
    'Payment › Resources › Webhook payload',
    'What metadata holds and where it comes from.',
  ),
  'pay.open.event-provider-reference': open(
    'Payment › Resources › Webhook payload',
    'What provider_reference holds when the provider has given none.',
  ),
  'pay.open.event-extra-members': open(
    'Payment › Resources › Webhook payload',
    'Which members a payload has beside the table.',
  ),
  'pay.open.event-amount-forms': open(
    'Payment › Resources › Webhook payload',
    'How the number of an amount is written in JSON.',
  ),
  'pay.open.event-timestamp-precision': open(
    'Payment › Resources › Webhook payload',
    'How fine timestamp is, and whether it tells of the change or of the delivery.',
  ),

  // Error envelope
  'pay.open.message-wording': open('Payment › Resources › Error envelope', 'How message is worded.'),
  'pay.open.details-field-spelling': open(
    'Payment › Resources › Error envelope',
    'How field names nested members in details.',
  ),
  'pay.open.details-context': open(
    'Payment › Resources › Error envelope',
    'Which further context details of a payment outcome carries.',
  ),
  'pay.open.details-outcome-rows': open(
    'Payment › Resources › Error envelope',
    'Which error rows count as payment outcomes.',
  ),

  // States and transitions
  'pay.open.transitions': open(
    'Payment › States and transitions',
    'Which transitions exist beside the two of the table, out of non-terminal statuses.',
  ),
  'pay.open.first-status': open('Payment › States and transitions', 'Which status a payment has when it is created.'),
  'pay.open.status-timing': open(
    'Payment › States and transitions',
    'How long a payment stays in a status before it completes or expires.',
  ),
  'pay.open.refused-record': open(
    'Payment › States and transitions',
    'Whether refusals other than PAYMENT_DECLINED leave a payment that can be read.',
  ),

  // Endpoints
  'pay.open.create-status': open('Payment › Endpoints', 'Which 2xx status answers a first creation.'),
  'pay.open.response-bodies': open('Payment › Endpoints', 'How the success bodies of all endpoints are shaped.'),
  'pay.open.success-statuses': open(
    'Payment › Endpoints',
    'Which 2xx status answers a read, a refresh and a profile update.',
  ),
  'pay.open.card-fields': open('Payment › Endpoints', 'Which further request fields a card payment has.'),
  'pay.open.qr-fields': open('Payment › Endpoints', 'Which further request fields a dynamic QR payment has.'),
  'pay.open.payout-endpoints': open('Payment › Endpoints', 'Where and how payouts are created and read.'),
  'pay.open.content-type': open(
    'Payment › Endpoints',
    'What a creation answers whose Content-Type is missing or not JSON.',
  ),
  'pay.open.id-spellings': open(
    'Payment › Endpoints',
    'Which spellings of a UUID are taken: upper case, braces, urn:uuid:, without hyphens, nil.',
  ),
  'pay.open.refresh-finished': open('Payment › Endpoints', 'What a refresh of a finished payment does and answers.'),
  'pay.open.refresh-frequency': open('Payment › Endpoints', 'How often a payment may be refreshed.'),
  'pay.open.profile-fields': open(
    'Payment › Endpoints',
    'Which further fields a profile update takes, and whether left-out fields keep their values.',
  ),
  'pay.open.profile-clearing': open('Payment › Endpoints', 'How a default URL is removed.'),
  'pay.open.profile-rejection-causes': open('Payment › Endpoints', 'What makes a profile update be rejected.'),
  'pay.open.trailing-slash': open('Payment › Endpoints', 'What a path with a trailing slash answers.'),

  // Authentication and access
  'pay.open.refresh-money-moving': open(
    'Payment › Authentication',
    'Whether refresh and read count as money-moving for test keys.',
  ),
  'pay.open.test-mode-switch': open('Payment › Authentication', 'How test mode is enabled.'),
  'pay.open.live-key-form': open('Payment › Authentication', 'What keys other than test keys look like.'),
  'pay.open.bearer-case': open('Payment › Authentication', 'Whether the scheme is read without regard to case.'),
  'pay.open.auth-and-rate-order': open(
    'Payment › Authentication',
    'Whether the rate limit is applied before or after authentication.',
  ),
  'pay.open.risk-causes': open(
    'Payment › Errors › Access control',
    'What makes the risk policy or the screening block a payment.',
  ),

  // Events
  'pay.open.partial-override': open(
    'Payment › Events › URL resolution',
    'Whether a payment with one URL of its own takes the other from the merchant defaults.',
  ),
  'pay.open.default-url-moment': open(
    'Payment › Events › URL resolution',
    'Whether changed defaults apply to payments that exist already.',
  ),
  'pay.open.one-url-twice': open(
    'Payment › Events › Which URL is called',
    'Whether one address given as both URLs is called once or twice on a terminal status.',
  ),
  'pay.open.event-id-across-urls': open(
    'Payment › Events › Which URL is called',
    'Whether the deliveries to the two URLs share event_id.',
  ),
  'pay.open.delivery-id-form': open('Payment › Events › Headers', 'What X-Pay-Delivery-ID looks like.'),
  'pay.open.delivery-timestamp-renewal': open(
    'Payment › Events › Headers',
    'Whether a further attempt carries a new X-Pay-Timestamp.',
  ),
  'pay.open.delivery-other-headers': open('Payment › Events › Headers', 'Which further headers a delivery carries.'),
  'pay.open.signing-key-encoding': open(
    'Payment › Events › Signature',
    'Whether the signing key is used as written or decoded first.',
  ),
  'pay.open.signature-hex-case': open(
    'Payment › Events › Signature',
    'Whether the hex digits of the signature are lower or upper case.',
  ),
  'pay.open.signature-without-key': open(
    'Payment › Events › Signature',
    'What a delivery carries while no signing key is set.',
  ),
  'pay.open.signature-tolerance': open(
    'Payment › Events › Signature',
    'How old or new a timestamp a receiver accepts.',
  ),
  'pay.open.retry-schedule': open('Payment › Events › Receiver rules', 'How long the service waits between attempts.'),
  'pay.open.retry-limit': open('Payment › Events › Receiver rules', 'How many attempts a delivery gets.'),
  'pay.open.delivery-timeout': open('Payment › Events › Receiver rules', 'How long the service waits for an answer.'),
  'pay.open.delivery-redirects': open('Payment › Events › Receiver rules', 'Whether a delivery follows a redirect.'),
  'pay.open.delivery-order': open('Payment › Events › Receiver rules', 'In which order events arrive.'),
  'pay.open.delivery-extra-copies': open(
    'Payment › Events › Receiver rules',
    'Whether an event can arrive more than once although it was taken.',
  ),

  // Errors
  'pay.open.defect-order': open(
    'Payment › Errors',
    'Which of several simultaneous defects is answered, authentication apart.',
  ),
  'pay.open.gateway-errors': open(
    'Payment › Errors',
    'What stands in front of the service answers before a request reaches it.',
  ),
  'pay.open.provider-outage-record': open(
    'Payment › Errors › Not found, rate limit, server, upstream',
    'Whether a creation answered PROVIDER_UNAVAILABLE has made a payment.',
  ),
  'pay.open.conflict-retry': open('Payment › Errors › Retry rules', 'Whether and how a client retries CONFLICT.'),

  // Limits
  'pay.open.rate-window': open('Payment › Limits', 'Whether the minute of the limiter is fixed, sliding or a bucket.'),
  'pay.open.rate-counted-requests': open('Payment › Limits', 'Whether refused requests count against the rate.'),
  'pay.open.rate-reset-format': open(
    'Payment › Errors › Not found, rate limit, server, upstream',
    'Whether X-RateLimit-Reset is a point in time or a number of seconds, and how it is written.',
  ),
  'pay.open.rate-other-headers': open(
    'Payment › Errors › Not found, rate limit, server, upstream',
    'Whether Retry-After and other rate headers are sent, and on which responses.',
  ),
  'pay.open.transaction-limits': open('Payment › Limits', 'Which limits hold for one transaction.'),

  // Versioning
  'pay.open.deprecation': open('Payment › Versioning', 'How versions are deprecated and kept compatible.'),
} as const satisfies Record<string, Unstated>
