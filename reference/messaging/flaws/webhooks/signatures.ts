import { createHash, createHmac } from 'node:crypto'
import { hmac } from '../../../signature.ts'
import type { Signing } from '../../behaviour.ts'
import type { JsonObject } from '../../domain/domain.ts'
import { type Patch, without } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

const hex = (key: string | Buffer, body: string): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

const signed = (sign: (signing: Signing) => string): Patch => ({ signature: sign })

/** Callbacks of codes are signed alike. */
const OF_CODES = ['msg.otp.callback-signed'] as const

/** Signatures over something else than the bytes sent, or with another key. */
const wrong = (title: string, sign: (signing: Signing) => string): Flaw =>
  flaw(title, ['msg.signature.verifies', ...OF_CODES], signed(sign))

const sorted = (body: string): string => {
  const value = JSON.parse(body) as JsonObject
  return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))))
}

const unsignedFrom =
  (attempt: number): Patch =>
  (before) => ({
    ...before,
    deliveryHeaders: (headers, facts) => {
      const lawful = before.deliveryHeaders(headers, facts)
      return facts.attempt < attempt ? lawful : (without(lawful, 'X-Svc-Signature') as Record<string, string>)
    },
  })

/** The secret by which an SMS webhook is signed, in place of its own. */
const ofWebhooks = (title: string, keyOf: () => (secret: string) => string | Buffer): Flaw =>
  flaw(title, ['msg.signature.verifies'], (before) => {
    const key = keyOf()
    return {
      ...before,
      signature: (signing) =>
        signing.event.kind === 'otp' ? before.signature(signing) : hex(key(signing.secret), signing.body),
    }
  })

export const signatureFlaws: Record<string, Flaw> = {
  'signs-with-one-secret': ofWebhooks('Every webhook is signed with the secret of the first one', () => {
    let first: string | undefined
    return (secret) => {
      first ??= secret
      return first
    }
  }),
  'signs-with-latin-secret': ofWebhooks(
    'The key is the secret in Latin-1',
    () => (secret) => Buffer.from(secret, 'latin1'),
  ),
  'signs-with-trimmed-secret': ofWebhooks(
    'The key is the secret without blanks at its ends',
    () => (secret) => secret.trim(),
  ),
  'keeps-the-former-secret': flaw('A webhook that is registered again keeps its secret', ['msg.signature.verifies'], {
    webhookNext: (before, given) => ({ ...given, ...(before?.secret && { secret: before.secret }) }),
  }),
  'never-signs': flaw('Callbacks are not signed', ['msg.signature.present', ...OF_CODES], unsignedFrom(1)),
  'retries-unsigned': flaw('Retries are not signed', ['msg.signature.present'], unsignedFrom(2)),
  'signs-without-secret': flaw(
    'Callbacks are signed with an empty secret where none is configured',
    ['msg.signature.absent'],
    (before) => ({
      ...before,
      deliveryHeaders: (headers, facts) => ({
        'X-Svc-Signature': `sha256=${hmac('', '')}`,
        ...before.deliveryHeaders(headers, facts),
      }),
    }),
    ['no-secret'],
  ),
  'signature-header-empty': flaw(
    'X-Svc-Signature is there and empty where no secret is configured',
    ['msg.signature.absent'],
    (before) => ({
      ...before,
      deliveryHeaders: (headers, facts) => ({ 'X-Svc-Signature': '', ...before.deliveryHeaders(headers, facts) }),
    }),
    ['no-secret'],
  ),
  'signature-without-prefix': flaw(
    'The signature lacks sha256=',
    ['msg.signature.form'],
    signed(({ secret, body }) => hmac(secret, body)),
  ),
  'signature-in-base64': flaw(
    'The signature is Base64',
    ['msg.signature.form'],
    signed(({ secret, body }) => `sha256=${createHmac('sha256', secret).update(body).digest('base64')}`),
  ),
  'signature-in-capitals': flaw(
    'The hex digits of the signature are capitals',
    ['msg.signature.lower-case'],
    signed(({ secret, body }) => `sha256=${hmac(secret, body).toUpperCase()}`),
  ),
  'signs-sorted-json': wrong('The signature covers the JSON with sorted keys', ({ secret, body }) =>
    hex(secret, sorted(body)),
  ),
  'signs-pretty-json': wrong('The signature covers the JSON indented', ({ secret, body }) =>
    hex(secret, JSON.stringify(JSON.parse(body), undefined, 2)),
  ),
  'signs-data-only': wrong('The signature covers data alone', ({ secret, body }) =>
    hex(secret, JSON.stringify((JSON.parse(body) as JsonObject).data)),
  ),
  'signs-with-newline': wrong('The signature covers a newline that is not sent', ({ secret, body }) =>
    hex(secret, `${body}\n`),
  ),
  'signs-with-time': wrong('The signature covers created_at, a dot and the body', ({ secret, body }) =>
    hex(secret, `${(JSON.parse(body) as JsonObject).created_at}.${body}`),
  ),
  'signs-with-decoded-secret': wrong('The key is the secret decoded from hex', ({ secret, body }) =>
    hex(Buffer.from(secret, 'hex'), body),
  ),
  'signs-with-app-id': wrong('The key is the id of the app', ({ event, body }) => hex(event.appId, body)),
  'hashes-without-key': wrong(
    'The signature is a hash of secret and body',
    ({ secret, body }) =>
      `sha256=${createHash('sha256')
        .update(secret + body)
        .digest('hex')}`,
  ),
  'changes-after-signing': flaw('A member is added after signing', ['msg.signature.verifies', ...OF_CODES], {
    sentBody: (body) => `${body.slice(0, -1)},"delivery":1}`,
  }),
  'escapes-after-signing': flaw('A character is escaped after signing', ['msg.signature.verifies', ...OF_CODES], {
    sentBody: (body) => body.replace('evt_', 'evt\\u005f'),
  }),
  'retries-with-stale-signature': flaw(
    'A retry has a new created_at and the signature of the first attempt',
    ['msg.signature.verifies'],
    (before) => {
      const first = new Map<string, string>()
      return {
        ...before,
        payload: (facts) => {
          const payload = before.payload(facts)
          return facts.attempt === 1 ? payload : { ...payload, created_at: new Date().toISOString() }
        },
        signature: (signing) => {
          const known = first.get(signing.event.id) ?? before.signature(signing)
          first.set(signing.event.id, known)
          return known
        },
      }
    },
  ),
}
