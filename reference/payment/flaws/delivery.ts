import { createHash, createHmac } from 'node:crypto'
import type { Outcome } from '../../post.ts'
import { hmac, paySignature } from '../../signature.ts'
import type { Attempt, Signing } from '../behaviour.ts'
import { isTerminal } from '../domain/payment.ts'
import { canonical } from '../lawful.ts'
import type { Patch } from '../patch.ts'
import { type Flaw, flaw } from './flaw.ts'

const signs = (signature: (signing: Signing) => string): Patch => ({ signature })
const signsInput = (input: (signing: Signing) => string): Patch =>
  signs((signing) => `sha256=${hmac(signing.key, input(signing))}`)
const reserialised = (signing: Signing, spell: (value: unknown) => string) =>
  `${signing.timestamp}.${spell(JSON.parse(signing.body))}`

const headers =
  (change: (sent: Record<string, string>, attempt: Attempt) => Record<string, string>): Patch =>
  (before) => ({
    ...before,
    deliveryHeaders: (sent, attempt) => change(before.deliveryHeaders(sent, attempt), attempt),
  })

const without = (name: string) => (sent: Record<string, string>) => {
  const { [name]: _, ...rest } = sent
  return rest
}

const escaped = (text: string) =>
  text.replaceAll(/[^\0-\x7f]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)

const gives = (up: (outcome: Outcome) => boolean): Patch => ({ retries: (outcome) => !up(outcome) })
const unix = (at: Date) => Math.floor(at.getTime() / 1000)

export const deliveryFlaws: Record<string, Flaw> = {
  'signature-missing': flaw(
    'Nothing is signed',
    ['pay.signature.header', 'pay.signature.verifies'],
    headers(without('X-Pay-Signature')),
  ),
  'third-attempt-signed-as-the-second': flaw(
    'From the third attempt on the signature is that of the second, of its time',
    ['pay.signature.verifies'],
    (before) => {
      const second = new Map<string, string>()
      return {
        ...before,
        signature: (signing) => {
          const place = `${signing.event.id} ${signing.role}`
          const own = before.signature(signing)
          if (signing.attempt === 2) second.set(place, own)
          return signing.attempt < 3 ? own : (second.get(place) ?? own)
        },
      }
    },
  ),
  'signature-without-prefix': flaw(
    'The signature has no sha256=',
    ['pay.signature.header'],
    signs(({ key, timestamp, body }) => hmac(key, `${timestamp}.${body}`)),
  ),
  'signature-base64': flaw(
    'The signature is in Base64',
    ['pay.signature.header'],
    signs(
      ({ key, timestamp, body }) =>
        `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('base64')}`,
    ),
  ),
  'signature-cut': flaw(
    'The signature is cut at 32 digits',
    ['pay.signature.header'],
    signs(({ key, timestamp, body }) => paySignature(key, timestamp, body).slice(0, 7 + 32)),
  ),
  'signature-missing-on-retries': flaw(
    'Retries are not signed',
    ['pay.signature.header', 'pay.signature.verifies'],
    headers((sent, { attempt }) => (attempt === 1 ? sent : without('X-Pay-Signature')(sent))),
  ),
  'signs-body-only': flaw(
    'The timestamp is not signed',
    ['pay.signature.verifies'],
    signsInput(({ body }) => body),
  ),
  'signs-without-dot': flaw(
    'No dot is signed',
    ['pay.signature.verifies'],
    signsInput(({ timestamp, body }) => `${timestamp}${body}`),
  ),
  'signs-milliseconds': flaw(
    'Milliseconds are signed',
    ['pay.signature.verifies'],
    signsInput(({ now, body }) => `${now.getTime()}.${body}`),
  ),
  'signs-body-timestamp': flaw(
    'The timestamp of the body is signed',
    ['pay.signature.verifies'],
    signsInput(({ event, body }) => `${event.at.toISOString()}.${body}`),
  ),
  'signs-ascii-json': flaw(
    'JSON is signed in ASCII and sent in UTF-8',
    ['pay.signature.verifies'],
    signsInput(({ timestamp, body }) => `${timestamp}.${escaped(body)}`),
  ),
  'signs-sorted-json': flaw(
    'The body is signed with its members sorted',
    ['pay.signature.verifies'],
    signsInput((signing) => reserialised(signing, canonical)),
  ),
  'signs-indented-json': flaw(
    'The body is signed indented',
    ['pay.signature.verifies'],
    signsInput((signing) => reserialised(signing, (value) => JSON.stringify(value, null, 2))),
  ),
  'signs-unescaped-slashes': flaw('Slashes are escaped after signing', ['pay.signature.verifies'], {
    sentBody: (body) => body.replaceAll('/', '\\/'),
  }),
  'line-feed-after-signing': flaw('A line feed follows the signed body', ['pay.signature.verifies'], {
    sentBody: (body) => `${body}\n`,
  }),
  'space-after-signing': flaw('The body is spaced after signing', ['pay.signature.verifies'], {
    sentBody: (body) => body.replaceAll('":', '": '),
  }),
  'plain-hash': flaw(
    'The signature is a hash without a key',
    ['pay.signature.verifies'],
    signs(({ timestamp, body }) => `sha256=${createHash('sha256').update(`${timestamp}.${body}`).digest('hex')}`),
  ),
  'key-decoded-from-hex': flaw(
    'The signing key is another than the dashboard shows',
    ['pay.signature.verifies'],
    signs(({ key, timestamp, body }) => paySignature(key.replace(/^whk_/, ''), timestamp, body)),
  ),
  'stale-signature-on-retries': flaw('Retries have a new timestamp and the old signature', ['pay.signature.verifies'], {
    // Late enough to be another second on any time scale.
    timestamp: ({ attempt, now, firstAt }) => String(Math.max(unix(now), unix(firstAt) + attempt - 1)),
    signature: ({ key, firstAt, body }) => paySignature(key, String(unix(firstAt)), body),
  }),
  'timestamp-missing': flaw(
    'X-Pay-Timestamp is absent',
    ['pay.signature.timestamp', 'pay.signature.verifies'],
    headers(without('X-Pay-Timestamp')),
  ),
  'timestamp-milliseconds': flaw('X-Pay-Timestamp is in milliseconds', ['pay.signature.timestamp'], {
    timestamp: ({ now }) => String(now.getTime()),
  }),
  'timestamp-iso': flaw('X-Pay-Timestamp is in ISO 8601', ['pay.signature.timestamp'], {
    timestamp: ({ now }) => now.toISOString(),
  }),
  'timestamp-two-hours-off': flaw('X-Pay-Timestamp is two hours late', ['pay.signature.timestamp-current'], {
    timestamp: ({ now }) => String(unix(now) - 7200),
  }),
  'delivery-id-missing': flaw(
    'X-Pay-Delivery-ID is absent',
    ['pay.delivery.id'],
    headers(without('X-Pay-Delivery-ID')),
  ),
  'delivery-id-of-event': flaw('Retries repeat X-Pay-Delivery-ID', ['pay.delivery.id-per-attempt'], {
    deliveryId: ({ event, role }) => `${role}-${event.id}`,
  }),
  'delivery-id-of-payment': flaw('X-Pay-Delivery-ID is the payment', ['pay.delivery.id-per-attempt'], {
    deliveryId: ({ event }) => event.payment.id,
  }),
  'no-retry-after-error': flaw(
    'A delivery answered with an error is not tried again',
    ['pay.delivery.retry-after-error'],
    gives(({ kind }) => kind === 'answered'),
  ),
  'retries-5xx-only': flaw(
    'A delivery answered with a 4xx is not tried again',
    ['pay.delivery.retry-after-error'],
    gives(({ kind, status }) => kind === 'answered' && status < 500),
  ),
  'defaults-are-tried-once': flaw(
    'A delivery to a merchant default is tried once',
    ['pay.delivery.retry-after-error', 'pay.delivery.retry-after-reset'],
    (before) => ({
      ...before,
      retries: (outcome, attempt) =>
        attempt.event.payment.request.webhookUrl !== undefined && before.retries(outcome, attempt),
    }),
  ),
  'no-retry-after-410': flaw(
    'A receiver that is gone is not called again',
    ['pay.delivery.retry-after-error'],
    gives(({ kind, status }) => kind === 'answered' && status === 410),
  ),
  'no-retry-after-401': flaw(
    'A receiver that wants credentials is not called again',
    ['pay.delivery.retry-after-error'],
    gives(({ kind, status }) => kind === 'answered' && status === 401),
  ),
  'no-retry-after-503': flaw(
    'A receiver that is out of service is not called again',
    ['pay.delivery.retry-after-error'],
    gives(({ kind, status }) => kind === 'answered' && status === 503),
  ),
  'retries-ends-only': flaw(
    'A change that is no end is told once only',
    ['pay.delivery.retry-after-error'],
    (before) => ({
      ...before,
      retries: (outcome, attempt) => isTerminal(attempt.event.status) && before.retries(outcome, attempt),
    }),
  ),
  'redirect-is-success': flaw(
    'A 3xx answer ends the attempts',
    ['pay.delivery.retry-after-error'],
    gives(({ kind, status }) => kind === 'answered' && status >= 300 && status < 400),
  ),
  'no-retry-after-timeout': flaw(
    'A delivery without an answer is not tried again',
    ['pay.delivery.retry-after-timeout'],
    gives(({ kind }) => kind === 'timeout'),
  ),
  'no-retry-after-reset': flaw(
    'A delivery whose connection broke is not tried again',
    ['pay.delivery.retry-after-reset'],
    gives(({ kind }) => kind === 'failure'),
  ),
  'never-retries': flaw(
    'Every delivery is tried once',
    ['pay.delivery.retry-after-error', 'pay.delivery.retry-after-timeout', 'pay.delivery.retry-after-reset'],
    { maxAttempts: 1 },
  ),
  'retries-after-204': flaw('Only 200 is a success', ['pay.delivery.ends-after-2xx'], {
    succeeded: ({ kind, status }) => kind === 'answered' && status === 200,
  }),
  'retries-after-201': flaw('201 is no success', ['pay.delivery.ends-after-2xx'], {
    succeeded: ({ kind, status }) => kind === 'answered' && status >= 200 && status < 300 && status !== 201,
  }),
  'silent-after-failure': flaw(
    'A payment tells of nothing more once a delivery of its own has failed',
    ['pay.webhook.every-change'],
    (before) => {
      const failed = new Set<string>()
      return {
        ...before,
        retries: (outcome, attempt) => {
          failed.add(attempt.event.payment.id)
          return before.retries(outcome, attempt)
        },
        calls: (role, event) => !failed.has(event.payment.id) && before.calls(role, event),
      }
    },
  ),
  'retries-tell-of-now': flaw('A retry tells of the status of now', ['pay.event.id-unique'], (before) => ({
    ...before,
    payload: (attempt) => {
      const { payment, previous, status } = attempt.event
      if (attempt.attempt === 1 || payment.status === status) return before.payload(attempt)
      return before.payload({
        ...attempt,
        event: { ...attempt.event, previous: status ?? previous, status: payment.status },
      })
    },
  })),
  'retries-after-202': flaw('202 is no success', ['pay.delivery.ends-after-2xx'], {
    succeeded: ({ kind, status }) => kind === 'answered' && status >= 200 && status < 300 && status !== 202,
  }),
}
