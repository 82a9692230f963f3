import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Vector {
  readonly id: string
  readonly scheme: 'body' | 'timestamp-dot-body' | 'timestamp-body' | 'standard-webhooks'
  readonly wrongFormOf?: string
  readonly keyUtf8?: string
  readonly keyBase64?: string
  readonly messageId?: string
  readonly timestamp?: string
  readonly bodyUtf8?: string
  readonly bodyBase64?: string
  readonly hex?: string
  readonly base64?: string
  readonly note: string
}

const vectors: readonly Vector[] = JSON.parse(readFileSync(new URL('./signatures.json', import.meta.url), 'utf8'))

const bytes = (utf8: string | undefined, base64: string | undefined): Buffer => {
  if (utf8 !== undefined) return Buffer.from(utf8, 'utf8')
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  throw new Error('neither UTF-8 nor Base64 is given')
}

const bodyOf = (vector: Vector): Buffer => bytes(vector.bodyUtf8, vector.bodyBase64)

const prefixes = {
  body: () => '',
  'timestamp-dot-body': (vector: Vector) => `${vector.timestamp}.`,
  'timestamp-body': (vector: Vector) => `${vector.timestamp}`,
  'standard-webhooks': (vector: Vector) => `${vector.messageId}.${vector.timestamp}.`,
}

const digestOf = (vector: Vector, body = bodyOf(vector)): Buffer =>
  createHmac('sha256', bytes(vector.keyUtf8, vector.keyBase64))
    .update(prefixes[vector.scheme](vector))
    .update(body)
    .digest()

const known = (vector: Vector): Buffer =>
  vector.hex === undefined ? bytes(undefined, vector.base64) : Buffer.from(vector.hex, 'hex')

const vector = (id: string): Vector => {
  const found = vectors.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`no vector ${id}`)
  return found
}

describe('signature vectors', () => {
  test('are 22 under ids of their own', () => {
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(22)
    expect(vectors).toHaveLength(22)
  })

  test.each(vectors.map((entry) => [entry.id, entry] as const))(
    '%s agrees with the digest computed here',
    (_, entry) => {
      expect(known(entry)).toHaveLength(32)
      expect(digestOf(entry).toString('hex')).toBe(known(entry).toString('hex'))
    },
  )

  test('hold digests in lower-case hex or in padded Base64, never in both', () => {
    for (const { id, hex, base64 } of vectors) {
      expect(
        [hex, base64].filter((digest) => digest !== undefined),
        id,
      ).toHaveLength(1)
      expect(hex ?? base64, id).toMatch(hex === undefined ? /^[A-Za-z0-9+/]{43}=$/ : /^[0-9a-f]{64}$/)
    }
  })

  test('hold their bytes: lengths, line feed, byte order mark, invalid UTF-8', () => {
    expect(bodyOf(vector('v1-delivery'))).toHaveLength(231)
    expect(bodyOf(vector('v2-trailing-line-feed'))).toHaveLength(232)
    expect([...bodyOf(vector('v8-byte-order-mark')).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect([...bodyOf(vector('v13-invalid-utf-8'))].indexOf(0xff)).toBe(6)
    expect(bytes(vector('v11-key-over-block').keyUtf8, undefined)).toHaveLength(65)
  })

  test('wrong forms sign the same body under the same key to something else', () => {
    const wrong = vectors.filter(({ wrongFormOf }) => wrongFormOf !== undefined)
    expect(wrong).toHaveLength(4)
    for (const form of wrong) {
      const right = vector(form.wrongFormOf ?? '')
      expect(bodyOf(form), form.id).toEqual(bodyOf(right))
      expect(form.keyUtf8, form.id).toBe(right.keyUtf8)
      expect(form.hex, form.id).not.toBe(right.hex)
    }
  })

  test('one flipped bit of a body changes its digest', () => {
    for (const entry of vectors.filter((candidate) => bodyOf(candidate).length > 0)) {
      const flipped = Buffer.from(bodyOf(entry))
      flipped.writeUInt8(flipped.readUInt8(0) ^ 1, 0)
      expect(digestOf(entry, flipped), entry.id).not.toEqual(known(entry))
    }
  })
})
