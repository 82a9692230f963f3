import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { CONVERSATION, MARK_READ } from '../client/api.ts'
import { readings } from './conversations.ts'

const ID = '8e03978e-40d5-43e8-bc93-6894a57f9324'
const SHOWN = { id: ID, whatsapp_account_id: ID, recipient_phone: '255', is_active: true }

test.for<[string, string, number, object, number]>([
  ['a read', CONVERSATION, 200, SHOWN, 1],
  ['a refused read', CONVERSATION, 404, SHOWN, 0],
  ['a read of neither shape', CONVERSATION, 200, { detail: 'none' }, 0],
  // What else a marking shows is its own matter.
  ['a marking', MARK_READ, 200, SHOWN, 0],
])('of conversations shows what it is: %s', ([_, operation, status, answer, expected]) => {
  expect(readings([exchangeOf({ operation, status, answer })])).toHaveLength(expected)
})
