import { createHash, createHmac, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { autopsy, type Evidence, KEY_READINGS } from './autopsy.ts'
import { signBody, signTimestamped } from './signature.ts'

const KEY = 'whsec_c2VjcmV0LWtleS1vZi10aGUtdGVzdHM='
const TIME = '1700000000'
const WIRE = '{"b":{"url":"https://x.test/é","n":5000.0},"a":"<1>","timestamp":"2026-06-03T12:00:00Z"}'
const hmac = (key: string | Buffer, ...parts: (string | Buffer)[]) => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}
const hex = (digest: Buffer) => `sha256=${digest.toString('hex')}`

/** Signs something else than what was sent, by the body scheme. */
const named = (signature: string, more: Partial<Evidence> = {}) =>
  autopsy({ scheme: 'body', key: KEY, signature, body: Buffer.from(WIRE), ...more })
const stamped = (signature: string, more: Partial<Evidence> = {}) =>
  named(signature, { scheme: 'timestamped', timestamp: TIME, ...more })
const signing = (text: string | Buffer) => hex(hmac(KEY, text))

test('a member alone is found beside a timestamp that is left out', () => {
  const alone = '{"url":"https://x.test/é","n":5000.0}'
  expect(stamped(signing(`${TIME}.${alone}`))?.sentence).toBe(
    'The signature matches when b is signed alone, without the body around it.',
  )
  expect(stamped(signing(alone))?.recipe).toBe('body-only + b-alone')
})

describe('texts signed instead of the body sent', () => {
  const compact = JSON.stringify(JSON.parse(WIRE))
  const python =
    '{"b": {"url": "https://x.test/\\u00e9", "n": 5000.0}, "a": "<1>", "timestamp": "2026-06-03T12:00:00Z"}'
  const cases: [recipe: string, signed: string | Buffer, sent?: string | Buffer][] = [
    ['re-serialised', compact],
    ['re-serialised', '{"a":5000.0}', '{ "a": 5000.0 }'],
    ['sorted-keys', '{"a":"<1>","b":{"n":5000.0,"url":"https://x.test/é"},"timestamp":"2026-06-03T12:00:00Z"}'],
    ['pretty-printed-2', JSON.stringify(JSON.parse(WIRE), null, 2)],
    ['pretty-printed-4', '{\n    "a": 1.50\n}', '{"a":1.50}'],
    ['spaced', '{"a": [1, 2.0], "b": {}}', '{"a":[1,2.0],"b":{}}'],
    ['sorted-and-spaced', '{"a": 1, "b": 2}', '{"b":2,"a":1}'],
    ['b-alone', '{"url":"https://x.test/é","n":5000.0}'],
    ['b-alone', '{"url":"https://x.test/é","n":5000}'],
    ['a-alone', '<1>'],
    ['without-timestamp', '{"b":{"url":"https://x.test/é","n":5000.0},"a":"<1>"}'],
    ['spaced + ascii-escaped', python],
    ['ascii-escaped', WIRE.replace('é', '\\u00e9')],
    ['ascii-escaped', WIRE.replace('é', '\\u00E9')],
    ['unicode-unescaped', '{"a":"é😀\\u0001"}', '{"a":"\\u00e9\\ud83d\\ude00\\u0001"}'],
    ['slashes-escaped', WIRE.replaceAll('/', '\\/')],
    ['slashes-unescaped', '{"u":"https://x"}', '{"u":"https:\\/\\/x"}'],
    ['ascii-and-slashes-escaped', WIRE.replaceAll('/', '\\/').replace('é', '\\u00e9')],
    ['html-escaped', WIRE.replace('<1>', '\\u003c1\\u003e')],
    ['newline-added', `${WIRE}\n`],
    ['newline-added', `${WIRE}\r\n`],
    ['newline-removed', WIRE, `${WIRE}\n`],
    ['trimmed', WIRE, `  ${WIRE} \n`],
    ['bom-added', `\ufeff${WIRE}`],
    ['bom-removed', WIRE, `\ufeff${WIRE}`],
    ['line-ends-changed', '{\n"a":1}', '{\r\n"a":1}'],
    ['line-ends-changed', '{\r\n"a":1}', '{\n"a":1}'],
    ['invalid-utf8-replaced', '{"a":"\ufffd"}', Buffer.from('{"a":"\xff"}', 'latin1')],
    ['latin-1', Buffer.from(WIRE, 'latin1')],
    ['utf-16', Buffer.from(WIRE, 'utf16le')],
    ['empty-body', ''],
    ['body-hashed', createHash('sha256').update(WIRE).digest('hex')],
    ['body-base64', Buffer.from(WIRE).toString('base64')],
  ]
  test.each(cases)('%s', (recipe, signed, sent = WIRE) => {
    const body = Buffer.from(sent)
    expect(named(signing(signed), { body })?.recipe).toBe(recipe)
    // The same mistake under the other scheme.
    const signature = signTimestamped(KEY, TIME, signed)
    expect(stamped(signature, { body })?.recipe).toBe(recipe)
  })
})

describe('inputs framed otherwise', () => {
  const previous = [{ body: Buffer.from('{"earlier":true}'), timestamp: '1600000000' }]
  const cases: [recipe: string, signature: string, more?: Partial<Evidence>][] = [
    ['body-only', signBody(KEY, WIRE)],
    ['no-dot', signBody(KEY, TIME + WIRE)],
    ['other-separator', signBody(KEY, `${TIME}:${WIRE}`)],
    ['body-before-timestamp', signBody(KEY, `${WIRE}.${TIME}`)],
    ['delivery-id-included', signBody(KEY, `dlv_1.${TIME}.${WIRE}`), { deliveryId: 'dlv_1' }],
    ['milliseconds-timestamp', signTimestamped(KEY, `${TIME}000`, WIRE)],
    ['milliseconds-timestamp', signTimestamped(KEY, `${TIME}987`, WIRE)],
    ['seconds-timestamp', signTimestamped(KEY, TIME, WIRE), { timestamp: `${TIME}123` }],
    ['other-second', signTimestamped(KEY, Number(TIME) + 1, WIRE)],
    ['body-timestamp', signTimestamped(KEY, '2026-06-03T12:00:00Z', WIRE)],
    ['body-timestamp', signTimestamped(KEY, Date.parse('2026-06-03T12:00:00Z') / 1000, WIRE)],
    ['previous-timestamp', signTimestamped(KEY, '1600000000', WIRE), { previous }],
    ['previous-body', signTimestamped(KEY, TIME, '{"earlier":true}'), { previous }],
    ['previous-signature', signTimestamped(KEY, '1600000000', '{"earlier":true}'), { previous }],
  ]
  test.each(cases)('%s', (recipe, signature, more) => {
    expect(stamped(signature, more)?.recipe).toBe(recipe)
  })

  test('timestamp-and-body, where the body alone is to be signed', () => {
    expect(named(signTimestamped(KEY, TIME, WIRE), { timestamp: TIME })?.recipe).toBe('timestamp-and-body')
  })
})

describe('other keys and digests', () => {
  const under = (key: string | Buffer) => hex(hmac(key, WIRE))
  const plain = (algorithm: string, ...parts: string[]) => createHash(algorithm).update(parts.join('')).digest()
  const bare = KEY.slice(6)
  const cases: [recipe: string, signature: string, more?: Partial<Evidence>][] = [
    ['key-hex-decoded', under(Buffer.from('00ff10', 'hex')), { key: '00ff10' }],
    ['key-base64-decoded', under(Buffer.from(bare, 'base64')), { key: bare }],
    ['key-prefix-stripped', under(bare)],
    ['key-prefix-stripped-base64-decoded', under(Buffer.from(bare, 'base64'))],
    ['key-trimmed', under('k'), { key: ' k\n' }],
    ['key-with-newline', under(`${KEY}\n`)],
    ['key-hex-encoded', under(Buffer.from(KEY).toString('hex'))],
    ['key-base64-encoded', under(Buffer.from(KEY).toString('base64'))],
    ['empty-key', under('')],
    ['other-secret: the secret of the archive', under('old'), { otherSecrets: { 'the secret of the archive': 'old' } }],
    ['sha256-without-key', hex(plain('sha256', WIRE))],
    ['sha256-key-first', hex(plain('sha256', KEY, WIRE))],
    ['sha256-key-last', hex(plain('sha256', WIRE, KEY))],
    ['hmac-sha1', hex(createHmac('sha1', KEY).update(WIRE).digest())],
    ['hmac-sha384', hex(createHmac('sha384', KEY).update(WIRE).digest())],
    ['hmac-sha512', hex(createHmac('sha512', KEY).update(WIRE).digest())],
    ['key-and-message-swapped', hex(hmac(WIRE, KEY))],
  ]
  test.each(cases)('%s', (recipe, signature, more) => {
    expect(named(signature, more)?.recipe).toBe(recipe)
  })

  test('readings of the key are marked as such', () => {
    expect(cases.filter(([recipe]) => KEY_READINGS.has(recipe))).toHaveLength(KEY_READINGS.size)
  })
})

describe('digests written otherwise', () => {
  const digest = hmac(KEY, WIRE)
  const text = digest.toString('hex')
  test.each([
    ['upper-case', `sha256=${text.toUpperCase()}`],
    ['no-prefix', text],
    ['upper-case + no-prefix', text.toUpperCase()],
    ['other-prefix', `v1=${text}`],
    ['other-prefix', `SHA256=${text}`],
    ['base64', `sha256=${digest.toString('base64')}`],
    ['base64 + no-prefix', digest.toString('base64')],
    ['base64url', `sha256=${digest.toString('base64url')}`],
    ['base64-of-hex', `sha256=${Buffer.from(text).toString('base64')}`],
    ['several-signatures', `sha256=${'0'.repeat(64)}, sha256=${text}`],
  ])('%s', (recipe, signature) => {
    expect(named(signature)?.recipe).toBe(recipe)
  })
})

describe('mistakes in pairs', () => {
  const sorted = '{"a":"<1>","b":{"n":5000.0,"url":"https://x.test/é"},"timestamp":"2026-06-03T12:00:00Z"}'
  test.each([
    ['re-serialised + base64', `sha256=${hmac(KEY, `${TIME}.`, JSON.stringify(JSON.parse(WIRE))).toString('base64')}`],
    ['sorted-keys + body-only', signBody(KEY, sorted)],
    ['newline-added + no-dot', signBody(KEY, `${TIME}${WIRE}\n`)],
    ['no-dot + key-prefix-stripped', signBody(KEY.slice(6), TIME + WIRE)],
    ['body-only + hmac-sha512 + no-prefix', createHmac('sha512', KEY).update(WIRE).digest('hex')],
  ])('%s', (recipe, signature) => {
    expect(stamped(signature)?.recipe).toBe(recipe)
  })

  test('name another public scheme by its parts', () => {
    const found = autopsy({
      scheme: 'timestamped',
      key: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      body: Buffer.from('{"test": 2432232314}'),
      timestamp: '1614265330',
      deliveryId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    })
    expect(found?.parts).toEqual(['delivery-id-included', 'key-base64-decoded', 'base64', 'no-prefix'])
  })
})

test('finds nothing in random digests, hostile headers and right signatures', () => {
  const previous = [{ body: Buffer.from('{}'), timestamp: '1600000000' }]
  for (const form of ['hex', 'base64'] as const) {
    const signature = `sha256=${randomBytes(32).toString(form)}`
    expect(stamped(signature, { previous, deliveryId: 'x', otherSecrets: { other: 'o' } })).toBeUndefined()
  }
  for (const signature of ['', '=', 'sha256=', 'sha256=zz', ',,,', '\u0000é🔑', '='.repeat(2000), 'a'.repeat(60_000)]) {
    expect(stamped(signature)).toBeUndefined()
  }
  expect(named(signBody(KEY, WIRE))).toBeUndefined()
  expect(stamped(signTimestamped(KEY, TIME, WIRE))).toBeUndefined()
})

test('tells neither the secret nor a digest', () => {
  const signature = `sha256=${hmac(KEY.slice(6), `${WIRE}\n`).toString('base64')}`
  const told = JSON.stringify(named(signature))
  expect(told).toContain(
    'The signature matches when a line feed follows the body, and whsec_ is taken off the key, and ',
  )
  for (const secret of [KEY, KEY.slice(6), signature.slice(7), hmac(KEY, WIRE).toString('hex')]) {
    expect(told).not.toContain(secret)
  }
})
