import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRedactor } from '../../../kit/evidence/redact.ts'
import { deliveryOf } from '../../../tests/made-up/recorded.ts'
import { answerLines, inspection, passedOn, signatureWord } from './inspection.ts'

const SECRET = 'whsec_own'
const BODY = '{"event":"sms.sent"}'
const digest = (secret: string): string => createHmac('sha256', secret).update(BODY).digest('hex')

const word = (signature: string): string =>
  signatureWord({ ...deliveryOf(BODY), headers: [['X-Svc-Signature', signature]] }, [], { messaging: SECRET })

test('a signature by another secret has the one in use looked at, and what is no digest has not', () => {
  expect(word(`sha256=${digest(SECRET)}`)).toBe('verified')
  expect(word(`sha256=${digest('another')}`)).toContain(
    'is the secret that is used here, of MSG_WEBHOOK_SECRET, --webhook-secret-env or --config, the one',
  )
  const short = word(`sha256=${digest(SECRET).slice(0, 20)}`)
  expect(short).toMatch(/^wrong: /)
  expect(short).not.toContain('secret that is used here')
})

test('what nobody answers behind a forwarder is answered to the sender all the same, as it is told', () => {
  const redactor = createRedactor({ secrets: [], runKey: Buffer.alloc(16) })
  const fault = { fault: { kind: 'refused', message: 'the connection was refused' } } as const
  const arrived = { method: 'POST', path: '/hooks', headers: [], body: Buffer.from(BODY) }
  const [line] = inspection(passedOn(arrived, fault), [], {}, redactor)
  expect(line).toContain('attempt 1, answered 502')
  expect(answerLines('http://127.0.0.1:1', fault, 1, redactor)).toEqual([
    '  passed on to http://127.0.0.1:1: no answer (the connection was refused), which is a 502 to the sender',
  ])
})
