import { type Answer, answer, type Call, owned, refuse, userId } from '../http/call.ts'
import { timeOf } from '../http/validation.ts'
import type { Service } from '../service.ts'
import type { Conversation, JsonObject } from './domain.ts'

/** The customer-care window stays open so long after the last inbound message, in real time. */
const WINDOW_MS = 24 * 3_600_000

function open(conversation: Conversation): { readonly open: boolean; readonly expiresAt: Date } {
  const last = conversation.messages.findLast(({ direction }) => direction === 'inbound')?.at ?? conversation.createdAt
  const expiresAt = new Date(last.getTime() + WINDOW_MS)
  return { open: expiresAt.getTime() > Date.now(), expiresAt }
}

function recordOf({ behaviour }: Service, conversation: Conversation, shape: 'enveloped' | 'bare'): JsonObject {
  const window = open(conversation)
  const times = {
    last_message_at: (conversation.messages.at(-1)?.at ?? conversation.createdAt).toISOString(),
    created_at: conversation.createdAt.toISOString(),
    updated_at: conversation.updatedAt.toISOString(),
  }
  if (shape === 'bare')
    return behaviour.record('bare-conversation', {
      id: conversation.id,
      whatsapp_account_id: conversation.accountId,
      whatsapp_sender_number_id: conversation.senderId,
      recipient_phone: conversation.recipientPhone,
      is_active: window.open,
      ...times,
    })
  return behaviour.record('enveloped-conversation', {
    id: conversation.id,
    sender_id: conversation.senderId,
    recipient_phone: conversation.recipientPhone,
    is_active: window.open,
    unread_count: behaviour.unread(conversation),
    contact_profile_name: conversation.contactName,
    window: { open: window.open, expires_at: window.expiresAt.toISOString() },
    ...times,
  })
}

/** The conversation as a read shows it, which may lag behind. */
function shown(conversation: Conversation, lagMs: number): Conversation {
  if (lagMs === 0) return conversation
  const seenAt = Date.now() - lagMs
  const messages = conversation.messages
    .filter(({ storedAt }) => storedAt === undefined || storedAt.getTime() <= seenAt)
    .map((each) => ({ ...each, read: each.read && (each.readAt === undefined || each.readAt.getTime() <= seenAt) }))
  return { ...conversation, messages }
}

export function readConversation(call: Call): Answer {
  const { behaviour, store } = call.service
  const conversation = owned(call, store.conversation(call.id))
  const mine = store.apps.some(({ id, userId: owner }) => id === call.appIdHeader && owner === userId(call))
  if (behaviour.conversationBoundToApp && call.appIdHeader !== undefined && !mine) refuse(call, 'app-mismatch')
  call.service.tally.readings += 1
  const shape = behaviour.conversationShape(call.service.tally.readings)
  const record = recordOf(call.service, shown(conversation, behaviour.lagMs), shape)
  return answer(call, shape === 'bare' ? record : behaviour.envelope(record))
}

export function markRead(call: Call): Answer {
  const { behaviour, store } = call.service
  const conversation = owned(call, store.conversation(call.id))
  const upTo = timeOf(call.body.up_to)
  const marked = behaviour.marks(conversation, upTo)
  const newly = marked.filter(({ direction, read }) => direction === 'inbound' && !read).length
  const count = behaviour.counted(newly, conversation, upTo)
  for (const message of marked) Object.assign(message, { read: true, readAt: new Date() })
  if (newly > 0) conversation.updatedAt = new Date()
  const result = { conversation_id: conversation.id, messages_marked_read: count }
  return answer(call, behaviour.envelope(behaviour.record('read-result', result)))
}
