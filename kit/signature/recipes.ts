import { createHash, createHmac } from 'node:crypto'

/** One way to go wrong: its name, a clause for `The signature matches when …`, and what it does. */
export interface Option<Apply> {
  readonly name: string
  readonly phrase: string
  readonly apply: Apply
}

/** What is known of an attempt whose signature did not verify. */
export interface Evidence {
  /** The scheme its document prescribes: the body alone, or `{timestamp}.{body}`. */
  readonly scheme: 'body' | 'timestamped'
  readonly key: string
  /** The signature header as received. */
  readonly signature: string
  readonly body: Buffer
  /** Text of the timestamp header, where there is one. */
  readonly timestamp?: string
  readonly deliveryId?: string
  /** Other secrets of the run by the name a report may call them. */
  readonly otherSecrets?: Readonly<Record<string, string>>
  /** Earlier attempts at the same event. */
  readonly previous?: ReadonlyArray<{ readonly body: Buffer; readonly timestamp?: string }>
}

/** Bytes of a body beyond which recipes that take hundreds of digests are left out. */
export const LARGE_BODY = 64 * 1024

type Message = string | Buffer
/** From the body to every input that may have been signed. */
export type Framing = Option<(body: Message) => readonly Message[]>
export type Key = Option<Buffer>
export type Digest = Option<(key: Buffer, message: Buffer) => Buffer>

/** Recipes that differ from the documents in the reading of the key only. */
export const KEY_READINGS: ReadonlySet<string> = new Set([
  'key-hex-decoded',
  'key-base64-decoded',
  'key-prefix-stripped',
  'key-prefix-stripped-base64-decoded',
])

export const HMAC: Digest = { name: '', phrase: '', apply: hmac('sha256') }

export const DIGESTS: readonly Digest[] = [
  { name: 'sha256-without-key', phrase: 'it is a SHA-256 without a key', apply: (_key, message) => sha256(message) },
  {
    name: 'sha256-key-first',
    phrase: 'it is a SHA-256 of key and input',
    apply: (key, message) => sha256(key, message),
  },
  {
    name: 'sha256-key-last',
    phrase: 'it is a SHA-256 of input and key',
    apply: (key, message) => sha256(message, key),
  },
  { name: 'hmac-sha1', phrase: 'it is an HMAC-SHA1', apply: hmac('sha1') },
  { name: 'hmac-sha384', phrase: 'it is an HMAC-SHA384', apply: hmac('sha384') },
  { name: 'hmac-sha512', phrase: 'it is an HMAC-SHA512', apply: hmac('sha512') },
  {
    name: 'key-and-message-swapped',
    phrase: 'key and input change places',
    apply: (key, message) => hmac('sha256')(message, key),
  },
]

function hmac(algorithm: string): Digest['apply'] {
  return (key, message) => createHmac(algorithm, key).update(message).digest()
}

function sha256(...parts: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}

export function wrongKeys({ key, otherSecrets = {} }: Evidence): readonly Key[] {
  const keys: Key[] = []
  const add = (name: string, phrase: string, bytes: Buffer) => keys.push({ name, phrase, apply: bytes })
  const bare = key.replace(/^whsec_/, '')
  if (/^(?:[0-9a-f]{2})+$/i.test(key))
    add('key-hex-decoded', 'the key is decoded from hex first', Buffer.from(key, 'hex'))
  if (isBase64(key)) add('key-base64-decoded', 'the key is decoded from base64 first', Buffer.from(key, 'base64'))
  if (bare !== key) {
    add('key-prefix-stripped', 'whsec_ is taken off the key', Buffer.from(bare))
    if (isBase64(bare)) {
      const phrase = 'whsec_ is taken off the key and the rest decoded from base64'
      add('key-prefix-stripped-base64-decoded', phrase, Buffer.from(bare, 'base64'))
    }
  }
  add('key-trimmed', 'white space around the key is left out', Buffer.from(key.trim()))
  add('key-with-newline', 'a line feed follows the key', Buffer.from(`${key}\n`))
  add('key-hex-encoded', 'the hex text of the key serves as key', Buffer.from(Buffer.from(key).toString('hex')))
  add(
    'key-base64-encoded',
    'the base64 text of the key serves as key',
    Buffer.from(Buffer.from(key).toString('base64')),
  )
  add('empty-key', 'the key is empty', Buffer.alloc(0))
  for (const [name, secret] of Object.entries(otherSecrets)) {
    add(`other-secret: ${name}`, `the secret "${name}" serves as key`, Buffer.from(secret))
  }
  return keys
}

const isBase64 = (text: string): boolean => /^[\w+/-]{4,}={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1

/** The input as the scheme prescribes it. */
export function rightFraming({ scheme, timestamp = '' }: Evidence): Framing {
  const apply: Framing['apply'] = (body) => [scheme === 'body' ? body : join(timestamp, '.', body)]
  return { name: '', phrase: '', apply }
}

export function wrongFramings(evidence: Evidence): readonly Framing[] {
  const { scheme, timestamp, deliveryId, previous = [] } = evidence
  const framings: Framing[] = []
  const add = (name: string, phrase: string, apply: Framing['apply']) => framings.push({ name, phrase, apply })
  const stamped = (stamps: readonly string[]) => (body: Message) => stamps.map((stamp) => join(stamp, '.', body))

  if (scheme === 'timestamped') add('body-only', 'the timestamp is left out of the input', (body) => [body])
  if (timestamp !== undefined) {
    if (scheme === 'body') add('timestamp-and-body', 'the input is timestamp, dot and body', stamped([timestamp]))
    add('no-dot', 'no dot stands between timestamp and body', (body) => [join(timestamp, body)])
    add('other-separator', 'another separator stands between timestamp and body', (body) =>
      [':', '\n', ' ', '|', '_', '-', ','].map((separator) => join(timestamp, separator, body)),
    )
    add('body-before-timestamp', 'the body precedes the timestamp', (body) => [
      join(body, '.', timestamp),
      join(body, timestamp),
    ])
    if (deliveryId !== undefined) {
      add('delivery-id-included', 'the delivery id precedes timestamp and body', (body) => [
        join(deliveryId, '.', timestamp, '.', body),
      ])
    }
    add(
      'milliseconds-timestamp',
      'the signed timestamp is in milliseconds',
      stamped(milliseconds(timestamp, evidence.body)),
    )
    add(
      'seconds-timestamp',
      'the signed timestamp is in seconds, that of the header is not',
      stamped(seconds(timestamp)),
    )
    add('other-second', 'the signed timestamp is some seconds away from that of the header', stamped(near(timestamp)))
  }
  const own = bodyTimestamps(evidence.body)
  if (own.length > 0)
    add('body-timestamp', 'the timestamp of the body is signed instead of that of the header', stamped(own))
  const earlier = previous.map((attempt) => attempt.timestamp ?? '').filter((stamp) => stamp !== '')
  if (earlier.length > 0) add('previous-timestamp', 'the timestamp of an earlier attempt is signed', stamped(earlier))
  if (previous.length > 0) {
    const right = rightFraming(evidence).apply
    add('previous-body', 'the body of an earlier attempt is signed', () => previous.flatMap(({ body }) => right(body)))
    add('previous-signature', 'the signature is that of an earlier attempt', () =>
      previous.flatMap((attempt) =>
        rightFraming({ ...evidence, timestamp: attempt.timestamp ?? '' }).apply(attempt.body),
      ),
    )
  }
  return framings
}

/** Every millisecond of the header's second: the sender knew which, the header does not say. */
function milliseconds(timestamp: string, body: Buffer): readonly string[] {
  if (!/^\d{1,12}$/.test(timestamp)) return []
  return Array.from({ length: body.length > LARGE_BODY ? 1 : 1000 }, (_, part) =>
    String(Number(timestamp) * 1000 + part),
  )
}

function seconds(timestamp: string): readonly string[] {
  const instant = /^\d+$/.test(timestamp) ? Number(timestamp) : Date.parse(timestamp)
  return Number.isFinite(instant) && instant > 1e11 ? [String(Math.floor(instant / 1000))] : []
}

function near(timestamp: string): readonly string[] {
  if (!/^\d{1,15}$/.test(timestamp)) return []
  return [1, -1, 2, -2, 3, -3, 4, -4, 5, -5].map((away) => String(Number(timestamp) + away))
}

/** The body's own timestamp as it stands, and as Unix seconds and milliseconds. */
function bodyTimestamps(body: Buffer): readonly string[] {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return []
  }
  if (typeof value !== 'object' || value === null) return []
  const found = Object.entries(value).find(([name]) => name === 'timestamp' || name === 'created_at')?.[1]
  if (typeof found !== 'string' && typeof found !== 'number') return []
  const instant = typeof found === 'string' ? Date.parse(found) : Number.NaN
  if (!Number.isFinite(instant)) return [String(found)]
  return [String(found), String(Math.floor(instant / 1000)), String(instant)]
}

const join = (...parts: readonly Message[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)))
