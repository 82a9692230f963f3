import { expect, test } from 'vitest'
import { exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CONVERSATION, MARK_READ } from '../client/api.ts'
import { conversations, readings } from './conversations.ts'

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

test('what no reading shows is told of as many as checks made: that of the preflight is none of theirs', async () => {
  const reading = (id: string, operation = CONVERSATION) => exchangeOf({ id, operation, status: 200, answer: SHOWN })
  const exchanges = [reading('x4', ''), reading('x5'), reading('x6')]
  const told: string[] = []
  const context = { markInapplicable: (id: string, observation: string) => told.push(`${id}: ${observation}`) }
  for (const name of ['enveloped-unread-count', 'bare-last-message-at'])
    await saidBy(
      conversations.find(({ id }) => id === `msg/conversation/${name}`),
      { exchanges, context },
    )
  expect(told).toEqual([
    'msg.conversation.enveloped-unread-count: every reading of a conversation by a check (2) shows shape B',
    'msg.conversation.bare-last-message-at: none of the 2 readings of shape B by checks shows last_message_at, which none has to',
  ])
})
