import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { loaded } from '../../cli/assembly.ts'
import { own } from '../../cli/own/own.ts'
import { seal } from '../../kit/certificate/seal.ts'
import { sealable } from '../../kit/certificate/verify.ts'
import { recorder } from '../../kit/evidence/recorder.ts'
import { bodyDigest } from '../../kit/http/body-digest.ts'
import { certified } from '../made-up/sealed-run.ts'

const PHONE = '255712345678'
const CODE = '483920'
const KEY = 'whsec_5fQe8zP1kLmN0aBc'

const record = recorder({ target: { secrets: [KEY] }, bodies: [], usual: new Map() })
const body = Buffer.from(JSON.stringify({ id: 'e-1', recipient: PHONE, otp: CODE }))
const hash = (algorithm: string, bytes: Buffer, as: 'hex' | 'base64' | 'base64url'): string =>
  createHash(algorithm).update(bytes).digest(as)

/** What evidence shows of a message whose sender says digests of its body, as frameworks and proxies do. */
const shown = record.delivery(
  {
    ...{ id: 'd1', inbox: 'in', method: 'POST', path: '/', truncated: false, aborted: false, httpVersion: '1.1' },
    ...{
      tls: false,
      peer: '',
      arrivedAt: 0,
      completedAt: 0,
      arrivedMono: 0,
      answer: { kind: 'none' },
      json: undefined,
    },
    body,
    digest: bodyDigest(body),
    headers: [
      ['ETag', `W/"${body.length.toString(16)}-${hash('sha1', body, 'base64').slice(0, 27)}"`],
      ['Content-MD5', hash('md5', body, 'base64')],
      ['Content-Digest', `sha-256=:${hash('sha256', body, 'base64')}:`],
      ['Digest', `SHA-512=${hash('sha512', body, 'base64')}`],
      ['X-Amz-Content-Sha256', hash('sha256', body, 'hex')],
      ['X-Signature', `sha256=${createHmac('sha256', KEY).update(body).digest('hex')}`],
    ],
  },
  { event: '', identity: `body ${bodyDigest(body)}`, attempt: 1 },
)
const text = JSON.stringify(shown)

/** What is kept that could be a digest: hexadecimal or Base64, in any of their spellings. */
const digests = [...text.matchAll(/[\w+/-]{16,}/g)].map(([found]) => found)

/** Whether somebody who puts a guess in the place of what is hidden can tell that it is right. */
function isTold(guess: string, place: string): boolean {
  const bytes = Buffer.from(body.toString('utf8').replace(place, guess))
  const keys = ['', 'd1', 'in', 'e-1', String(shown.arrivedAt)]
  const made = ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => [
    ...(['hex', 'base64', 'base64url'] as const).map((as) => hash(algorithm, bytes, as)),
    ...keys.map((key) => createHmac(algorithm, key).update(bytes).digest('hex')),
  ])
  return made.some((each) => digests.some((found) => each.startsWith(found) || found.startsWith(each.slice(0, 16))))
}

test('what is hidden is nowhere in it', () => {
  for (const secret of [PHONE, CODE, KEY, PHONE.slice(5), [...PHONE].reverse().join('')])
    expect(text).not.toContain(secret)
})

test('trying all that a phone number or a code could be tells nothing: no digest of the body is kept', () => {
  expect(isTold(PHONE, PHONE)).toBe(false)
  expect(isTold(CODE, CODE)).toBe(false)
})

test('the attack works on digests as senders write them, which is why none is kept', () => {
  digests.push(hash('sha256', body, 'hex'))
  expect(isTold(PHONE, PHONE)).toBe(true)
  expect(isTold('255712345679', PHONE)).toBe(false)
  digests.pop()
})

test('a tag is no digest that could be made again: neither of the number alone, nor with anything that is kept', () => {
  const [, tag = ''] = /~([a-z]{6})/.exec(text) ?? []
  expect(tag).not.toBe('')
  const letters = (bytes: Buffer): string =>
    [...bytes.subarray(0, 6)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')
  for (const key of ['', 'd1', 'e-1', 'in', shown.digest, shown.identity])
    for (const number of [PHONE, `+${PHONE}`]) {
      expect(letters(createHmac('sha256', key).update(number).digest())).not.toBe(tag)
      expect(letters(createHash('sha256').update(key).update(number).digest())).not.toBe(tag)
    }
  const other = recorder({ target: { secrets: [] }, bodies: [], usual: new Map() })
  expect(other.text(PHONE)).not.toBe(record.text(PHONE))
})

test('a bundle of both services holds no part of a key, of any length that would help to guess it, in any spelling', {
  timeout: 120_000,
}, async () => {
  const { secrets, ...run } = await certified()
  const { services, checks } = await loaded(own.suites)
  const sealed = await sealable(run, services, checks)
  const bundle = seal(sealed.report, sealed.log)
  const payload = /"payload":"([^"]+)"/.exec(bundle)?.[1] ?? ''
  const whole = `${bundle}${Buffer.from(payload, 'base64').toString('utf8')}`.toLowerCase()
  const hidden = secrets.filter((each) => each.length >= 12)
  expect(hidden.length).toBeGreaterThan(10)
  const found = hidden.flatMap((secret) => {
    // What every key begins with tells nothing of one.
    const own = secret.replace(/^(sk_(live|test)|whsec|[a-z]{2,5})_/, '')
    const pieces = Array.from({ length: Math.max(0, own.length - 7) }, (_, at) => own.slice(at, at + 8))
    const spellings = [
      ...pieces,
      Buffer.from(own).toString('base64').slice(0, 12),
      Buffer.from(own).toString('hex').slice(0, 16),
    ]
    return spellings.filter((each) => whole.includes(each.toLowerCase()))
  })
  expect(found).toEqual([])
})
