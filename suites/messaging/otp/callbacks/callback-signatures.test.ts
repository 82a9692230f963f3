import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signBody } from '../../../../kit/signature/signature.ts'
import { contextOf, deliveryOf } from '../../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../../define.ts'
import { telling } from './callback-signatures.ts'

const SECRET = 'the secret of a resend'
const BODY = { status: 'sent' }
const HEX = createHash('sha1').update('a callback').digest('hex')
const BASE64 = createHash('sha256').update('a callback').digest('base64')

type Headers = readonly (readonly [name: string, value: string])[]

const seen = (headers: Headers, body: unknown = BODY, secret: string | undefined = SECRET) => {
  const { t } = contextOf<CheckContext>({ service: {} })
  const [first] = telling(t, [{ ...deliveryOf(body), headers } as ReturnType<typeof deliveryOf>], secret)
  return first?.[1]
}

test.for<[string, Headers, unknown, boolean]>([
  ['in a header that is called so', [['X-Signature', '1']], BODY, true],
  ['in any header with a digest', [['X-Check', HEX]], BODY, true],
  ['in any header with a digest in Base64', [['X-Check', BASE64]], BODY, true],
  ['in its body', [], { ...BODY, check: HEX }, true],
  ['by nothing that is seen', [['X-Check', '1']], BODY, false],
])('a callback may be signed %s', ([_, headers, body, expected]) => {
  expect(seen(headers, body)?.maySign).toBe(expected)
})

test('the header is named that carries the digest of the secret', () => {
  const digest = signBody(SECRET, Buffer.from(JSON.stringify(BODY)))
  expect(seen([['X-Svc-Signature', digest]])).toMatchObject({ by: 'X-Svc-Signature', isUsual: true })
  expect(seen([['X-Check', digest.slice('sha256='.length)]])).toMatchObject({ by: 'X-Check', isUsual: false })
  expect(seen([['X-Svc-Signature', digest]], BODY, 'another')).toMatchObject({ by: null, isUsual: true })
})
