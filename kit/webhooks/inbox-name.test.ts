import { expect, test } from 'vitest'
import { placeOf } from './inbox-name.ts'

test.each([
  ['pay/card payment: webhook_url', 'webhook_url (card payment)'],
  ['merchant default: callback_url', 'callback_url (merchant default)'],
  ['msg/otp first: callback_url', 'callback_url (otp first)'],
  ['msg/sms webhook', 'sms webhook'],
  ['pay trap of the redirect', 'trap of the redirect'],
  ['listen', 'listen'],
])('%s is told as %s', (inbox, told) => {
  expect(placeOf(inbox)).toBe(told)
})
