import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { signBody, signTimestamped, verifyBody, verifyTimestamped } from './signature.ts'

interface Vector {
  readonly id: string
  readonly scheme: string
  readonly keyUtf8?: string
  readonly keyBase64?: string
  readonly messageId?: string
  readonly timestamp?: string
  readonly bodyUtf8?: string
  readonly bodyBase64?: string
  readonly hex?: string
  readonly base64?: string
}

const file = new URL('../../specs/vectors/signatures.json', import.meta.url)
const vectors: readonly Vector[] = JSON.parse(readFileSync(file, 'utf8'))
const bytes = (utf8 = '', base64?: string) => (base64 === undefined ? Buffer.from(utf8) : Buffer.from(base64, 'base64'))
const bodyOf = (vector: Vector) => bytes(vector.bodyUtf8, vector.bodyBase64)
const keyOf = (vector: Vector) => bytes(vector.keyUtf8, vector.keyBase64)
const flipped = (original: Buffer, bit: number): Buffer => {
  const copy = Buffer.from(original)
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}
const KEY = 'whsec_test'
const DIGEST_DIFFERS = { ok: false, reason: 'the digest differs' }

describe('known answers', () => {
  const plain = vectors.filter(({ scheme }) => scheme === 'body')
  const stamped = vectors.filter(({ scheme }) => scheme === 'timestamp-dot-body')

  test('are many enough to mean something', () => {
    expect(plain.length).toBeGreaterThanOrEqual(15)
    expect(stamped.length).toBeGreaterThanOrEqual(2)
  })

  test.each(plain)('$id', (vector) => {
    const signature = `sha256=${vector.hex}`
    expect(signBody(keyOf(vector), bodyOf(vector))).toBe(signature)
    expect(verifyBody(keyOf(vector), signature, bodyOf(vector))).toEqual({ ok: true, form: 'exact' })
  })

  test.each(stamped)('$id', (vector) => {
    const signature = `sha256=${vector.hex}`
    expect(signTimestamped(keyOf(vector), vector.timestamp ?? '', bodyOf(vector))).toBe(signature)
    expect(verifyTimestamped(keyOf(vector), signature, vector.timestamp, bodyOf(vector)).ok).toBe(true)
  })

  test('other schemes are built from the same parts', () => {
    for (const vector of vectors.filter(({ scheme }) => scheme === 'timestamp-body')) {
      expect(signBody(keyOf(vector), `${vector.timestamp}${vector.bodyUtf8}`)).toBe(`sha256=${vector.hex}`)
    }
    for (const vector of vectors.filter(({ scheme }) => scheme === 'standard-webhooks')) {
      const input = `${vector.messageId}.${vector.timestamp}.${vector.bodyUtf8}`
      expect(createHmac('sha256', keyOf(vector)).update(input).digest('base64')).toBe(vector.base64)
    }
  })
})

describe('one flipped bit', () => {
  const body = Buffer.from('{"a":"é","b":[1,2.0]}')
  const signature = signBody(KEY, body)

  test('of the body is seen', () => {
    for (let bit = 0; bit < body.length * 8; bit += 1) {
      expect(verifyBody(KEY, signature, flipped(body, bit))).toEqual(DIGEST_DIFFERS)
    }
  })

  test('of the key is seen', () => {
    const key = Buffer.from(KEY)
    for (let bit = 0; bit < key.length * 8; bit += 1) {
      expect(verifyBody(flipped(key, bit), signature, body)).toEqual(DIGEST_DIFFERS)
    }
  })

  test('of the digest is seen', () => {
    const digest = Buffer.from(signature.slice(7), 'hex')
    for (let bit = 0; bit < digest.length * 8; bit += 1) {
      expect(verifyBody(KEY, `sha256=${flipped(digest, bit).toString('hex')}`, body)).toEqual(DIGEST_DIFFERS)
    }
  })

  test('of the timestamp is seen, and the timestamp is text', () => {
    const stamped = signTimestamped(KEY, 1700000000, body)
    expect(verifyTimestamped(KEY, stamped, '1700000000', body).ok).toBe(true)
    for (const other of ['1700000001', '01700000000', '1700000000 ', '1700000000.0', '1.7e9']) {
      expect(verifyTimestamped(KEY, stamped, other, body)).toEqual(DIGEST_DIFFERS)
    }
  })
})

describe('verifying', () => {
  const right = signBody(KEY, '{}')
  const hex = right.slice(7)

  test('accepts upper-case digits and says so', () => {
    expect(verifyBody(KEY, `sha256=${hex.toUpperCase()}`, '{}')).toEqual({ ok: true, form: 'upper-case' })
  })

  test.each([
    [undefined, 'the header is missing'],
    ['', 'the header is missing'],
    [hex, 'the header does not begin with sha256='],
    [`SHA256=${hex}`, 'the header does not begin with sha256='],
    [`sha1=${hex}`, 'the header does not begin with sha256='],
    [`sha256:${hex}`, 'the header does not begin with sha256='],
    ['sha256=', 'the part after sha256= is not 64 digits long'],
    [`sha256=${hex.slice(0, 63)}`, 'the part after sha256= is not 64 digits long'],
    [`sha256=${hex.slice(0, 2)}`, 'the part after sha256= is not 64 digits long'],
    [`sha256=${hex}00`, 'the part after sha256= is not 64 digits long'],
    [`sha256=${hex.slice(0, 63)}z`, 'the part after sha256= is not hexadecimal'],
    [`sha256=${hex.slice(0, 63)}\u0430`, 'the part after sha256= is not hexadecimal'],
    ['sha256=é🔑\u0000', 'the part after sha256= is not hexadecimal'],
    [`${right}, ${right}`, 'the header names more than one signature'],
    [`${right} ${right}`, 'the header names more than one signature'],
    [`sha256=${'0'.repeat(64)}`, 'the digest differs'],
  ])('answers %j with a reason', (signature, reason) => {
    expect(verifyBody(KEY, signature, '{}')).toEqual({ ok: false, reason })
  })

  test('refuses empty keys and missing timestamps', () => {
    expect(verifyBody('', signBody('', '{}'), '{}')).toEqual({ ok: false, reason: 'the key is empty' })
    expect(verifyBody(Buffer.alloc(0), signBody('', '{}'), '{}')).toEqual({ ok: false, reason: 'the key is empty' })
    for (const timestamp of [undefined, '']) {
      const forged = signTimestamped(KEY, '', '{}')
      expect(verifyTimestamped(KEY, forged, timestamp, '{}')).toEqual({ ok: false, reason: 'the timestamp is missing' })
    }
  })

  test('takes bytes as they are, UTF-8 or not', () => {
    const odd = Buffer.from([0xff, 0x00, 0xc3, 0x28, 0xef, 0xbb, 0xbf])
    expect(verifyBody(KEY, signBody(KEY, odd), odd).ok).toBe(true)
    expect(verifyBody(KEY, signBody(KEY, odd), odd.toString('utf8')).ok).toBe(false)
  })
})
