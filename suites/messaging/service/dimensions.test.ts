import { expect, test } from 'vitest'
import { type Answered, deliveryOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import { RESEND } from '../client/api.ts'
import { messagingDimensions } from './dimensions.ts'

const resend = (asked: Answered) => exchangeOf({ operation: RESEND, sent: {}, ...asked })

const plain = resend({ key: 'unbound' })
const named = { ...plain, request: { ...plain.request, headers: [['X-App-ID', 'a1']] as const } }

test.for<[string, Parameters<NonNullable<typeof messagingDimensions.naming>>[0], string | undefined]>([
  ['naming', resend({ key: 'bound', sent: { app_key: 'k' } }), 'bound'],
  ['naming', resend({ key: 'unbound', sent: { app_key: 'k' } }), 'app_key'],
  ['naming', resend({ key: 'unbound', sent: { app_key: null } }), undefined],
  ['naming', named, 'X-App-ID'],
  ['naming', exchangeOf({ key: 'bound' }), undefined],
  ['event', deliveryOf({ event: 'sms.sent' }), 'sms.sent'],
  ['event', deliveryOf({ event: 7 }), undefined],
  ['event', resend({ sent: { event: 'sms.sent' } }), undefined],
])('%s of a message %#', ([dimension, message, place]) => {
  expect(messagingDimensions[dimension]?.(message)).toBe(place)
})
