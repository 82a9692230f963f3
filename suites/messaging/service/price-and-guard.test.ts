import { expect, test } from 'vitest'
import type { Guarded } from '../../../kit/http/guard.ts'
import { resolveTarget } from '../../../kit/target/target.ts'
import { messagingGuard } from './price-and-guard.ts'
import { messagingSection } from './section.ts'

const phones = { delivered: '255700000001', otp: '255700000002' }
const messaging = { baseUrl: 'https://msg.example', fixtures: { phones } }
const guard = messagingGuard(resolveTarget({ messaging }, { sections: [messagingSection], secrets: [] }))

const asked = (path: string, content: unknown, more: Partial<Guarded> = {}): Guarded => ({
  request: { method: 'POST', url: `https://msg.example${path}`, headers: [], body: Buffer.alloc(0) },
  content,
  carriesKey: true,
  adds: 0,
  ...more,
})

const RESEND = '/v1/otp/resend'
const SEND = '/v1/message/send-instant/'
const both = { recipients: [phones.delivered, phones.otp] }
const nothing = { spends: {} }

test.each([
  [RESEND, { phone_number: phones.otp }, 1],
  [SEND, both, 2],
  [SEND, { recipients: [] }, 0],
  ['/v1/developer_apps', { phone_number: phones.otp }, 0],
])('a request to %s with %j costs %i messages, given back where it is refused', (path, content, messages) => {
  const isOfMessages = path !== '/v1/developer_apps'
  const expected =
    messages > 0
      ? { spends: { messages }, refund: 'refused' }
      : isOfMessages
        ? { ...nothing, ifTaken: { messages: 1 } }
        : nothing
  expect(guard.price(asked(path, content), nothing)).toEqual(expected)
})

test('a message costs nothing without a key, nor where it is only read', () => {
  expect(guard.price(asked(SEND, both, { carriesKey: false }), nothing)).toEqual(nothing)
  const read = { ...asked(SEND, both).request, method: 'GET' }
  expect(guard.price(asked(SEND, both, { request: read }), nothing)).toEqual(nothing)
})

test('a price is never less than the numbers in the body, and what is given back stays as the check says', () => {
  expect(guard.price(asked(SEND, both), { spends: { messages: 3 } })).toEqual({ spends: { messages: 3 } })
  expect(guard.price(asked(SEND, both), { spends: { messages: 1 } })).toEqual({ spends: { messages: 2 } })
  const refused = { spends: { messages: 1 }, refund: 'refused' } as const
  expect(guard.price(asked(SEND, both), refused)).toEqual({ spends: { messages: 2 }, refund: 'refused' })
})

test('a number that the target file does not name is called by no request', () => {
  const strange = { reason: 'the request holds a phone number that the target file does not name' }
  expect(guard.refusal?.(asked(SEND, { recipients: [phones.otp, '255711111111'] }))).toEqual(strange)
  expect(guard.refusal?.(asked('/elsewhere', { phone: '255711111111' }, { carriesKey: false }))).toEqual(strange)
  expect(guard.refusal?.(asked(SEND, both))).toBeUndefined()
})
