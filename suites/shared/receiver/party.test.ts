import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { partyOf as messagingParty } from '../../messaging/receiver/events.ts'
import { partyOf as paymentParty } from '../../payment/receiver/events.ts'
import { nobodysPhone, uuidOf } from './made-up.ts'
import { notTaken, taken, takenAtFirst } from './party.ts'

interface Vector {
  readonly id: string
  readonly scheme: string
  readonly wrongFormOf?: string
  readonly keyUtf8?: string
  readonly timestamp?: string
  readonly bodyUtf8?: string
  readonly bodyBase64?: string
  readonly hex?: string
}

const place = new URL('../../../specs/vectors/signatures.json', import.meta.url)
const vectors: readonly Vector[] = JSON.parse(readFileSync(place, 'utf8'))
const ofScheme = (scheme: string) =>
  vectors.filter((each) => each.scheme === scheme && each.hex !== undefined && each.wrongFormOf === undefined)
const bodyOf = ({ bodyUtf8, bodyBase64 = '' }: Vector): Buffer =>
  bodyUtf8 === undefined ? Buffer.from(bodyBase64, 'base64') : Buffer.from(bodyUtf8)
const url = 'http://127.0.0.1:1/webhooks'

test.each(ofScheme('body').map((each) => [each.id, each] as const))('SMS events are signed as %s is', (_, vector) => {
  const party = messagingParty({ service: { url, secret: vector.keyUtf8 ?? '' } })
  expect(party.stamped(bodyOf(vector), {}).headers).toContainEqual(['X-Svc-Signature', `sha256=${vector.hex}`])
})

test.each(ofScheme('timestamp-dot-body').map((each) => [each.id, each] as const))(
  'payment events are signed as %s is',
  (_, vector) => {
    const now = Number(vector.timestamp) * 1000
    const clock = { now: () => now, mono: () => now, scaled: (seconds: number) => seconds }
    const t = { clock, fresh: (kind: string) => `${kind}-1`, service: { url, signingKey: vector.keyUtf8 ?? '' } }
    const { headers } = paymentParty(t).stamped(bodyOf(vector), {})
    expect(headers).toContainEqual(['X-Pay-Signature', `sha256=${vector.hex}`])
    expect(headers).toContainEqual(['X-Pay-Timestamp', vector.timestamp])
  },
)

test('where no secret is configured nothing is signed', () => {
  const names = messagingParty({ service: { url } }).stamped(Buffer.from('{}'), {}).headers
  expect(names.map(([name]) => name)).not.toContain('X-Svc-Signature')
})

test('what is made up is the same of the same text, a UUID of version 4 and a number that nobody has', () => {
  expect(uuidOf('a')).toBe(uuidOf('a'))
  expect(uuidOf('a')).not.toBe(uuidOf('b'))
  expect(uuidOf('a')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(nobodysPhone('a')).toMatch(/^2550\d{8}$/)
})

const answered = (status: number) =>
  ({ response: { status, headers: [], body: Buffer.alloc(0) } }) as unknown as Exchange
const dropped = { fault: { kind: 'reset', message: 'closed' } } as unknown as Exchange

test.each([200, 201, 204, 299])('%i takes an event', (status) => {
  expect(taken.test(answered(status)).ok).toBe(true)
  expect(notTaken.test(answered(status)).ok).toBe(false)
})

test.each([302, 400, 401, 500])('%i takes none', (status) => {
  expect(taken.test(answered(status)).ok).toBe(false)
  expect(notTaken.test(answered(status)).ok).toBe(true)
})

test('a connection that is closed takes none', () => {
  expect(taken.test(dropped).ok).toBe(false)
  expect(notTaken.test(dropped).ok).toBe(true)
})

test('a first event that is refused brings the key to mind, one that finds nobody or an error does not', () => {
  const noteOf = (status: number, line?: string) => takenAtFirst(line).test(answered(status))
  expect(noteOf(401)).toMatchObject({
    ok: false,
    note: expect.stringContaining('is the key of the target file the one'),
  })
  // Without a key there is none to compare.
  expect(noteOf(401, 'someReceiver.secret: "s"')).toMatchObject({
    ok: false,
    note: 'the target file names no key, so that events are sent unsigned; where the receiver has one, add someReceiver.secret: "s"',
  })
  for (const status of [302, 404, 500]) expect(noteOf(status)).not.toHaveProperty('note')
})
