import { createHmac, timingSafeEqual } from 'node:crypto'

/** Text stands for its UTF-8 bytes. */
export type Bytes = string | Uint8Array

export type SignatureFault =
  | 'the key is empty'
  | 'the header is missing'
  | 'the header names more than one signature'
  | 'the header does not begin with sha256='
  | 'the part after sha256= is not hexadecimal'
  | 'the part after sha256= is not 64 digits long'
  | 'the timestamp is missing'
  | 'the digest differs'

export type SignatureResult =
  /** `upper-case`: the digest is right, at least one of its digits is an upper-case letter. */
  { readonly ok: true; readonly form: 'exact' | 'upper-case' } | { readonly ok: false; readonly reason: SignatureFault }

const PREFIX = 'sha256='

/** `sha256=<lowercase hex>` over the body alone. Any key is taken, an empty one too: forgeries are made with it. */
export function signBody(key: Bytes, body: Bytes): string {
  return PREFIX + createHmac('sha256', key).update(body).digest('hex')
}

/** `sha256=<lowercase hex>` over `{timestamp}.{body}`. */
export function signTimestamped(key: Bytes, timestamp: string | number, body: Bytes): string {
  return PREFIX + createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex')
}

/** Judges a signature over the body alone. Never throws, whatever the header says; compares in constant time. */
export function verifyBody(key: Bytes, signature: string | undefined, body: Bytes): SignatureResult {
  return compare(key, signature, () => signBody(key, body))
}

/** Judges a signature over `{timestamp}.{body}`; the timestamp is the text of its header, unchanged. */
export function verifyTimestamped(
  key: Bytes,
  signature: string | undefined,
  timestamp: string | undefined,
  body: Bytes,
): SignatureResult {
  if (timestamp === undefined || timestamp === '') return no('the timestamp is missing')
  return compare(key, signature, () => signTimestamped(key, timestamp, body))
}

function compare(key: Bytes, signature: string | undefined, expected: () => string): SignatureResult {
  // An HMAC under an empty key can be made by anyone.
  if (key.length === 0) return no('the key is empty')
  if (signature === undefined || signature === '') return no('the header is missing')
  if (/[,\s]/.test(signature.trim())) return no('the header names more than one signature')
  if (!signature.startsWith(PREFIX)) return no('the header does not begin with sha256=')
  const digest = signature.slice(PREFIX.length)
  // Checked before decoding: Buffer.from(…, 'hex') drops silently what it cannot read.
  if (!/^[0-9a-f]*$/i.test(digest)) return no('the part after sha256= is not hexadecimal')
  if (digest.length !== 64) return no('the part after sha256= is not 64 digits long')
  const same = timingSafeEqual(Buffer.from(digest, 'hex'), Buffer.from(expected().slice(PREFIX.length), 'hex'))
  if (!same) return no('the digest differs')
  return { ok: true, form: /[A-F]/.test(digest) ? 'upper-case' : 'exact' }
}

const no = (reason: SignatureFault): SignatureResult => ({ ok: false, reason })
