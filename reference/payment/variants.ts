import { randomUUID } from 'node:crypto'
import { countingRefused, slidingWindow, tokenBucket, windowEndsSoon } from '../limiter.ts'
import { isTerminal, type StatusEvent } from './domain/payment.ts'
import { merchantIds } from './http/keys.ts'
import { type Patch, recode, renders, together, waive } from './patch.ts'
import {
  bodies,
  data,
  direct,
  extraMembers,
  headers,
  payloads,
  phoneNormalising,
  reset,
  seconds,
  sentHeaders,
  status,
  upperCaseIds,
} from './variant-patches.ts'

/** A lawful choice where the document leaves one. */
export interface Variant {
  readonly title: string
  readonly patch: Patch
}

const table = {
  'create-200': { title: 'Creation answers 200', patch: status('create', 200) },
  'create-202': { title: 'Creation answers 202', patch: status('create', 202) },
  'refresh-202': { title: 'Refresh answers 202', patch: status('refresh', 202) },
  'body-flat': { title: 'The payment is the whole body', patch: bodies((record) => record) },
  'body-nested-deep': {
    title: 'The payment lies three members deep',
    patch: bodies((record) => ({ ok: true, result: { items: { payment: record } } })),
  },
  'body-renamed': {
    title: 'The members of the payment have other names',
    patch: bodies(({ id, status: state, reference, ...rest }) => ({
      transaction: { transaction_id: id, state, merchant_reference: reference, amount: rest.amount },
    })),
  },
  'body-with-second-uuid': {
    title: 'The payment names its merchant and its customer by UUIDs, before its own id',
    patch: bodies((record) => ({
      status: 'success',
      data: {
        merchant_id: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a10',
        customer_id: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a11',
        ...record,
      },
    })),
  },
  'replay-in-another-shape': {
    title: 'A creation shows the id alone, everything else shows it among other UUIDs',
    patch: (before) => ({
      ...before,
      body: (record, operation) =>
        operation === 'create'
          ? { status: 'success', data: { id: record.id } }
          : {
              merchant: { id: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a10' },
              provider: { id: '0d9a2c9e-6f0b-4b60-8a55-2f6f5f1b7a12', status: 'accepted' },
              result: before.body(record, operation),
            },
    }),
  },
  'ids-upper-case': { title: 'UUIDs of payments are written in capitals', patch: upperCaseIds },
  'initial-processing': { title: 'A payment begins as processing', patch: { initialStatus: 'processing' } },
  'synchronous-completion': { title: 'A success is known before the answer', patch: { immediate: true } },
  'creation-reported': {
    title: 'The creation is reported as well, and a success is known before the answer',
    patch: {
      immediate: true,
      tells: (event) => {
        const { history, createdAt } = event.payment
        const created: StatusEvent = {
          ...event,
          id: randomUUID(),
          previous: 'pending',
          status: 'pending',
          at: createdAt,
        }
        return history.length === 2 ? [created, event] : [event]
      },
    },
  },
  'creation-reported-without-previous': {
    title: 'The creation is reported as well, with nothing as its previous status',
    patch: together(
      {
        tells: (event) => {
          const created: StatusEvent = { ...event, id: randomUUID(), previous: 'pending', status: 'pending' }
          return event.payment.history.length === 2 ? [created, event] : [event]
        },
      },
      payloads((payload) => {
        const told = data(payload)
        const previous_status = told.status === 'pending' ? '' : told.previous_status
        return { ...payload, data: { ...told, previous_status } }
      }),
    ),
  },
  'payment-type-in-words': {
    title: 'Events name the type of a payment in more words than its creation',
    patch: payloads((payload) => {
      const told = data(payload)
      return { ...payload, data: { ...told, payment_type: `${told.payment_type}_payment` } }
    }),
  },
  'pending-to-completed': { title: 'Payments finish without processing', patch: { path: direct } },
  'completes-by-itself': {
    title: 'A payment that nobody settles is completed soon',
    patch: (before) => ({
      ...before,
      path: (course) => before.path(course === 'stays' ? 'completes' : course),
    }),
  },
  'limiter-sliding': { title: 'The rate is counted over a sliding window', patch: { limiter: slidingWindow } },
  'limiter-counts-refused': {
    title: 'Refused requests count against the rate',
    patch: { limiter: countingRefused },
  },
  'limiter-window-ends-soon': {
    title: 'The counted minute happens to end just after a refusal',
    patch: { limiter: windowEndsSoon },
  },
  'limiter-token-bucket': { title: 'The rate is a token bucket', patch: { limiter: tokenBucket } },
  'reset-epoch-seconds': { title: 'Reset is in Unix seconds', patch: reset((at) => String(seconds(at))) },
  'reset-delta-seconds': { title: 'Reset counts seconds', patch: reset((at, now) => String(seconds(at - now))) },
  'reset-epoch-ms': { title: 'Reset is in Unix milliseconds', patch: reset((at) => String(Math.ceil(at))) },
  'reset-http-date': {
    title: 'Reset is an HTTP date',
    patch: reset((at) => new Date(seconds(at) * 1000).toUTCString()),
  },
  'reset-iso': { title: 'Reset is in ISO 8601', patch: reset((at) => new Date(Math.ceil(at)).toISOString()) },
  'reset-duration': {
    title: 'Reset is a duration with its unit',
    patch: reset((at, now) => `${((at - now) / 1000).toFixed(3)}s`),
  },
  'retry-after': {
    title: 'A 429 carries Retry-After besides, and every answer the rate',
    patch: (before) => ({
      ...before,
      resetHeaders: (at, now, operation) => ({
        ...before.resetHeaders(at, now, operation),
        'Retry-After': String(seconds(at - now)),
      }),
      responseHeaders: () => ({ ...before.responseHeaders(), 'X-RateLimit-Limit': String(before.limit) }),
    }),
  },
  'collision-200': {
    title: 'A used key with another body answers the original',
    patch: waive(['key-collision']),
  },
  'collision-400': {
    title: 'A used key with another body answers 400',
    patch: recode(['key-collision'], { status: 400, code: 'VALIDATION_ERROR' }),
  },
  'collision-422': {
    title: 'A used key with another body answers 422',
    patch: recode(['key-collision'], { status: 422, code: 'INVALID_PAYMENT_DETAILS' }),
  },
  'key-fingerprintless': { title: 'Only the key counts, never the body', patch: { fingerprint: () => '' } },
  'raw-fingerprint': {
    title: 'Two spellings of one body are two bodies',
    patch: { fingerprint: (_body, raw) => raw.toString('base64') },
  },
  'concurrent-conflict': { title: 'A key in use answers 409 at once', patch: { sameKey: 'conflict' } },
  'declined-replay-200': {
    title: 'A retry of a declined creation answers 200 with the failed payment',
    patch: { declinedReplay: 'payment' },
  },
  'extra-members': { title: 'Every body has members that the document does not name', patch: extraMembers },
  'pretty-responses': {
    title: 'Responses are indented',
    patch: { serialise: (body) => `${JSON.stringify(body, null, 2)}\n` },
  },
  'pretty-webhooks': {
    title: 'Webhooks are indented',
    patch: { serialiseEvent: (payload) => `${JSON.stringify(payload, null, 2)}\n` },
  },
  'escaped-webhooks': {
    title: 'Webhooks escape slashes and spell whole amounts with a point',
    patch: {
      serialiseEvent: (payload) =>
        JSON.stringify(payload)
          .replaceAll('/', '\\/')
          .replace(/"amount":(\d+)([,}])/, '"amount":$1.0$2'),
    },
  },
  'chunked-responses': { title: 'Responses come in chunks', patch: { framing: 'chunked' } },
  'close-delimited': { title: 'The end of the connection ends a response', patch: { framing: 'until-close' } },
  'connection-close': { title: 'Connections close after a response', patch: headers({ Connection: 'close' }) },
  'slow-answers': { title: 'Answers take 150 ms', patch: { answerPauseMs: 150 } },
  'duplicate-deliveries': { title: 'One more copy follows a success', patch: { copiesAfterSuccess: 1 } },
  'reordered-events': {
    title: 'Terminal events overtake others',
    patch: { inOrder: false, heldBackMs: (event) => (isTerminal(event.status) ? 0 : 6000) },
  },
  'defaults-at-event': {
    title: 'Default URLs are looked up when an event happens',
    patch: { urlsSettled: 'at-event' },
  },
  'retries-slowly': { title: 'Pauses between attempts are twice as long', patch: { retryBaseMs: 60_000 } },
  'timestamp-basic': {
    title: 'Event times are in the basic format of ISO 8601',
    patch: payloads((payload) => ({ ...payload, timestamp: String(payload.timestamp).replaceAll(/[-:]/g, '') })),
  },
  'ascii-webhooks': {
    title: 'Webhooks write what is not ASCII as escapes',
    patch: (before) => ({
      ...before,
      serialiseEvent: (payload) =>
        before
          .serialiseEvent(payload)
          .replaceAll(/[^\0-\x7f&]|&/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
    }),
  },
  'ascii-references': {
    title: 'References hold ASCII letters only',
    patch: (before) => ({
      ...before,
      objects: (operation, to) =>
        operation === 'create' && /[^\w.-]/.test(to.request?.reference ?? '')
          ? 'reference'
          : before.objects(operation, to),
    }),
  },
  'delivery-id-prefixed': {
    title: 'Delivery ids are no UUIDs',
    patch: (before) => ({
      ...before,
      deliveryId: (attempt) => `dlv_${before.deliveryId(attempt).replaceAll('-', '')}`,
    }),
  },
  'delivery-timestamp-frozen': {
    title: 'A retry repeats the timestamp of the first attempt',
    patch: (before) => ({ ...before, timestamp: (attempt) => before.timestamp({ ...attempt, now: attempt.firstAt }) }),
  },
  'timestamp-offset': {
    title: 'Event times end with +00:00',
    patch: payloads((payload) => ({ ...payload, timestamp: String(payload.timestamp).replace('Z', '+00:00') })),
  },
  'timestamp-micros': {
    title: 'Event times have microseconds',
    patch: payloads((payload) => ({ ...payload, timestamp: String(payload.timestamp).replace('Z', '123Z') })),
  },
  'provider-reference-null': {
    title: 'Until a payment is finished its provider reference is null',
    patch: payloads((payload) => {
      const { provider_reference, ...rest } = data(payload)
      const done = rest.status !== 'processing'
      return { ...payload, data: { ...rest, provider_reference: done ? provider_reference : null } }
    }),
  },
  'lower-case-headers': {
    title: 'Webhook header names are in lower case',
    patch: sentHeaders((sent) =>
      Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value])),
    ),
  },
  'signature-upper-case': {
    title: 'The hex digits of signatures are capitals',
    patch: (before) => ({
      ...before,
      signature: (signing) => before.signature(signing).replace(/[0-9a-f]+$/, (digits) => digits.toUpperCase()),
    }),
  },
  'signing-key-per-merchant': {
    title: 'Every merchant has a signing key of its own',
    patch: (before) => ({
      ...before,
      signature: (signing) => {
        const { merchantId } = signing.event.payment
        return before.signature({
          ...signing,
          key: merchantId === merchantIds.main ? signing.key : `${signing.key}${merchantId}`,
        })
      },
    }),
  },
  'unsigned-without-key': {
    title: 'A merchant without a signing key gets unsigned events',
    patch: (before) => ({
      ...before,
      deliveryHeaders: (sent, attempt) => {
        const { 'X-Pay-Signature': _, ...unsigned } = before.deliveryHeaders(sent, attempt)
        return attempt.event.payment.merchantId === merchantIds.main ? before.deliveryHeaders(sent, attempt) : unsigned
      },
    }),
  },
  'charset-in-webhooks': {
    title: 'Webhooks declare their charset',
    patch: sentHeaders((sent) => ({ ...sent, 'Content-Type': 'application/json; charset=utf-8' })),
  },
  'invalid-request-code': {
    title: 'Bodies that do not bind answer INVALID_REQUEST',
    patch: recode(['binding', 'malformed-json', 'not-an-object'], { code: 'INVALID_REQUEST' }),
  },
  'details-omitted': {
    title: 'A 400 carries no details, and a body that does not bind is an invalid request',
    patch: together(
      recode(['update-unbound'], { details: undefined }),
      recode(['binding'], { code: 'INVALID_REQUEST', details: undefined }),
    ),
  },
  'outcome-context': {
    title: 'Payment outcomes carry context in details',
    patch: recode(
      ['insufficient-funds', 'invalid-details', 'limit-exceeded', 'unclassified', 'amount-minimum', 'key-collision'],
      { details: { hint: 'see the dashboard', status: 'failed' } },
    ),
  },
  'blocked-context': {
    title: 'What was blocked or met a failure upstream is named in details',
    patch: recode(['risk', 'screening', 'provider-error', 'refresh-provider', 'fee'], {
      details: { reference: 'r', status: 'failed' },
    }),
  },
  'error-members': {
    title: 'The error envelope has members besides',
    patch: renders((body) => ({ trace: 'a1b2', ...body, documentation_url: 'https://docs.example.com' })),
  },
  'www-authenticate': {
    title: 'A 401 says which scheme it wants',
    patch: (before) => ({
      ...before,
      errorHeaders: (refusal) => ({
        ...before.errorHeaders(refusal),
        ...(refusal.status === 401 ? { 'WWW-Authenticate': 'Bearer realm="pay"' } : {}),
      }),
    }),
  },
  'strict-scheme': {
    title: 'The scheme must be spelled Bearer',
    patch: { readToken: (authorization) => /^Bearer (\S+)$/.exec(authorization)?.[1] },
  },
  'scheme-invalid-key': {
    title: 'A scheme other than Bearer answers invalid_api_key',
    patch: recode(['bad-scheme'], { code: 'invalid_api_key' }),
  },
  'phone-normalising': { title: 'Phones with + or a leading 0 are understood', patch: phoneNormalising },
  'network-optional': { title: 'The network may be left out', patch: { networkRequired: false } },
  'validation-first': {
    title: 'The body is judged before the key, test mode last',
    patch: (before) => ({
      ...before,
      steps: {
        ...before.steps,
        create: ['authenticate', 'limit', 'parse', 'validate', 'key-header', 'test-mode', 'replay'],
      },
    }),
  },
} as const satisfies Record<string, Variant>

export const paymentVariants: Readonly<Record<string, Variant>> = table
