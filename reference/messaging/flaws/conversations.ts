import { randomUUID } from 'node:crypto'
import { on, type Patch, recode, shows, together, waive } from '../patch.ts'
import { EPOCH, type Flaw, flaw, ill, lacks, within } from './flaw.ts'

const SHAPE_A = 'enveloped-conversation'
const SHAPE_B = 'bare-conversation'
const UNDER_B = ['bare-conversations']

const both = (patch: (kind: typeof SHAPE_A | typeof SHAPE_B) => Patch): Patch =>
  together(patch(SHAPE_A), patch(SHAPE_B))

export const conversationFlaws: Record<string, Flaw> = {
  'window-of-two-minds': flaw(
    'is_active says the opposite of window.open',
    ['msg.conversation.window-agrees'],
    shows(SHAPE_A, (record) => ({ ...record, is_active: !record.is_active })),
  ),
  'window-open-after-its-end': flaw(
    'An open window has expired two hours ago',
    ['msg.conversation.window-expiry'],
    shows('enveloped-conversation', (record) => ({
      ...record,
      window: { open: true, expires_at: new Date(Date.now() - 7_200_000).toISOString() },
    })),
  ),
  'created-at-of-reading': flaw(
    'created_at of a conversation is the time of its reading',
    ['msg.resource.created-stays'],
    shows('enveloped-conversation', (record) => ({ ...record, created_at: new Date().toISOString() })),
  ),
  'conversation-of-no-shape': flaw('A conversation has neither of the shapes', ['msg.conversation.read'], (before) => ({
    ...before,
    body: (operation, content) =>
      operation === 'conversation' ? { conversation: content } : before.body(operation, content),
  })),
  'another-conversation': flaw(
    'The conversation shown has another id',
    ['msg.conversation.id-echo'],
    both((kind) => shows(kind, (record) => ({ ...record, id: randomUUID() }))),
  ),
  'conversation-with-app-id-refused': flaw(
    'A conversation is refused with the X-App-ID of its app',
    ['msg.conversation.app-id-accepted'],
    (before) => ({
      ...before,
      objects: (intent) =>
        intent.operation === 'conversation' && intent.appIdHeader !== undefined
          ? 'app-mismatch'
          : before.objects(intent),
    }),
  ),
  'malformed-conversation-is-conflict': flaw(
    'A malformed conversation id answers 409',
    ['msg.conversation.id-invalid'],
    recode(['invalid'], { status: 409 }, on('conversation')),
  ),
  'missing-conversation-is-gone': flaw(
    'A conversation that does not exist answers 400',
    ['msg.conversation.missing'],
    recode(['not-found'], { status: 400 }, on('conversation')),
  ),
  'foreign-conversation-shown': flaw(
    "Another user's conversation is shown",
    ['msg.conversation.foreign'],
    waive(['foreign'], on('conversation')),
  ),
  'shapes-alternate': flaw('The two conversation shapes alternate', ['msg.conversation.one-shape'], {
    conversationShape: (readings) => (readings % 2 === 0 ? 'bare' : 'enveloped'),
  }),
  'conversation-without-id': flaw(
    'A conversation in the envelope has no id',
    ['msg.resource.id-present', 'msg.conversation.id-echo'],
    lacks(SHAPE_A, 'id'),
  ),

  'enveloped-id-no-uuid': flaw(
    'id is no UUID',
    ['msg.conversation.enveloped-id', 'msg.conversation.id-echo'],
    ill(SHAPE_A, 'id', 'conversation-1'),
  ),
  'enveloped-sender-id-no-uuid': flaw(
    'sender_id is a phone number',
    ['msg.conversation.enveloped-sender-id'],
    ill(SHAPE_A, 'sender_id', '255700000301'),
  ),
  'enveloped-recipient-number': flaw(
    'recipient_phone is a number',
    ['msg.conversation.enveloped-recipient-phone'],
    ill(SHAPE_A, 'recipient_phone', 255700000401),
  ),
  'enveloped-recipient-spaced': flaw(
    'recipient_phone has spaces',
    ['msg.conversation.enveloped-recipient-digits'],
    ill(SHAPE_A, 'recipient_phone', '255 700 000 401'),
  ),
  'enveloped-recipient-plus': flaw(
    'recipient_phone has a plus sign',
    ['msg.conversation.enveloped-recipient-digits'],
    ill(SHAPE_A, 'recipient_phone', '+255700000401'),
  ),
  'enveloped-is-active-text': flaw(
    'is_active is a text',
    ['msg.conversation.enveloped-is-active'],
    ill(SHAPE_A, 'is_active', 'true'),
  ),
  'enveloped-unread-count-text': flaw(
    'unread_count is a text',
    ['msg.conversation.enveloped-unread-count'],
    shows(SHAPE_A, (record) => ({ ...record, unread_count: String(record.unread_count) })),
  ),
  'enveloped-contact-object': flaw(
    'contact_profile_name is an object',
    ['msg.conversation.enveloped-contact-name'],
    ill(SHAPE_A, 'contact_profile_name', { first: 'Asha' }),
  ),
  'enveloped-last-message-epoch': flaw(
    'last_message_at is a number',
    ['msg.conversation.enveloped-last-message-at'],
    ill(SHAPE_A, 'last_message_at', EPOCH),
  ),
  'enveloped-window-text': flaw(
    'window is a text',
    ['msg.conversation.enveloped-window'],
    ill(SHAPE_A, 'window', 'open'),
  ),
  'enveloped-window-open-text': flaw(
    'window.open is a text',
    ['msg.conversation.enveloped-window-open'],
    shows(SHAPE_A, (record) => within(record, 'window', { open: 'yes' })),
  ),
  'enveloped-window-expires-epoch': flaw(
    'window.expires_at is a number',
    ['msg.conversation.enveloped-window-expires-at'],
    shows(SHAPE_A, (record) => within(record, 'window', { expires_at: EPOCH })),
  ),
  'enveloped-created-epoch': flaw(
    'created_at is a number',
    ['msg.conversation.enveloped-created-at'],
    ill(SHAPE_A, 'created_at', EPOCH),
  ),
  'enveloped-updated-epoch': flaw(
    'updated_at is a number',
    ['msg.conversation.enveloped-updated-at'],
    ill(SHAPE_A, 'updated_at', EPOCH),
  ),

  'bare-id-no-uuid': flaw(
    'id of shape B is no UUID',
    ['msg.conversation.bare-id', 'msg.conversation.id-echo'],
    ill(SHAPE_B, 'id', 'conversation-1'),
    UNDER_B,
  ),
  'bare-without-account': flaw(
    'Shape B lacks whatsapp_account_id',
    ['msg.conversation.bare-account-id'],
    lacks(SHAPE_B, 'whatsapp_account_id'),
    UNDER_B,
  ),
  'bare-without-recipient': flaw(
    'Shape B lacks recipient_phone',
    ['msg.conversation.bare-recipient-phone'],
    lacks(SHAPE_B, 'recipient_phone'),
    UNDER_B,
  ),
  'bare-is-active-text': flaw(
    'is_active of shape B is a text',
    ['msg.conversation.bare-is-active'],
    ill(SHAPE_B, 'is_active', 'true'),
    UNDER_B,
  ),
  'bare-without-created': flaw(
    'Shape B lacks created_at',
    ['msg.conversation.bare-created-at'],
    lacks(SHAPE_B, 'created_at'),
    UNDER_B,
  ),
  'bare-updated-null': flaw(
    'updated_at of shape B is null',
    ['msg.conversation.bare-updated-at'],
    ill(SHAPE_B, 'updated_at', null),
    UNDER_B,
  ),
  'bare-sender-number-no-uuid': flaw(
    'whatsapp_sender_number_id is a phone number',
    ['msg.conversation.bare-sender-number-id'],
    ill(SHAPE_B, 'whatsapp_sender_number_id', '255700000301'),
    UNDER_B,
  ),
  'bare-last-message-epoch': flaw(
    'last_message_at of shape B is a number',
    ['msg.conversation.bare-last-message-at'],
    ill(SHAPE_B, 'last_message_at', EPOCH),
    UNDER_B,
  ),
  'up-to-ahead-marks-nothing': flaw(
    'An up_to that is still to come marks nothing',
    ['msg.read.up-to-bounds'],
    (before) => ({
      ...before,
      marks: (conversation, upTo) =>
        upTo !== undefined && upTo.getTime() > Date.now() ? [] : before.marks(conversation, upTo),
    }),
  ),
  'up-to-ahead-counts-alone': flaw(
    'Up to a time that is still to come messages are counted, and not marked',
    ['msg.read.up-to-bounds'],
    (before) => {
      const isAhead = (upTo: Date | undefined): boolean => upTo !== undefined && upTo.getTime() > Date.now()
      return {
        ...before,
        marks: (conversation, upTo) => (isAhead(upTo) ? [] : before.marks(conversation, upTo)),
        counted: (newly, conversation, upTo) =>
          isAhead(upTo) ? before.unread(conversation) : before.counted(newly, conversation, upTo),
      }
    },
  ),
  'up-to-without-its-fraction': flaw('The fraction of up_to is cut off', ['msg.read.up-to-bounds'], (before) => ({
    ...before,
    marks: (conversation, upTo) =>
      before.marks(conversation, upTo && new Date(Math.floor(upTo.getTime() / 1000) * 1000)),
  })),
}
