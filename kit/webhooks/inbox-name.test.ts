import { expect, test } from 'vitest'
import { placeOf } from './inbox-name.ts'

test.each([
  ['lib/returned book: webhook_url', 'webhook_url (returned book)'],
  ['branch default: callback_url', 'callback_url (branch default)'],
  ['lib/hold webhook', 'hold webhook'],
  ['listen', 'listen'],
])('%s is told as %s', (inbox, told) => {
  expect(placeOf(inbox)).toBe(told)
})
