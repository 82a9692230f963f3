import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { deliveryOf } from '../../../tests/made-up/recorded.ts'
import { signatureWord } from './inspection.ts'

const SECRET = 'whsec_own'
const BODY = '{"event":"sms.sent"}'
const digest = (secret: string): string => createHmac('sha256', secret).update(BODY).digest('hex')

const word = (signature: string): string =>
  signatureWord({ ...deliveryOf(BODY), headers: [['X-Svc-Signature', signature]] }, [], { messaging: SECRET })

test('a signature by another secret has the one in use looked at, and what is no digest has not', () => {
  expect(word(`sha256=${digest(SECRET)}`)).toBe('verified')
  expect(word(`sha256=${digest('another')}`)).toContain('is the secret that is used here')
  const short = word(`sha256=${digest(SECRET).slice(0, 20)}`)
  expect(short).toMatch(/^wrong: /)
  expect(short).not.toContain('secret that is used here')
})
