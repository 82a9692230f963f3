import { randomUUID } from 'node:crypto'
import type { ChatMessage } from '../domain/domain.ts'
import { imagines, on, type Patch, recode, shows, unchecks, waive } from '../patch.ts'
import { type Flaw, flaw, ill, lacks } from './flaw.ts'

const HOUR_MS = 3_600_000

const isInbound = ({ direction }: ChatMessage): boolean => direction === 'inbound'

/** Refuses a spelling of `up_to` that should be taken. */
const refuses = (when: (upTo: unknown) => boolean): Patch => imagines('read', 'up_to', (body) => when(body.up_to))

export const readFlaws: Record<string, Flaw> = {
  'null-up-to-refused': flaw(
    'up_to null is refused',
    ['msg.read.up-to-null'],
    refuses((upTo) => upTo === null),
  ),
  'absent-up-to-refused': flaw(
    'A body without up_to is refused',
    ['msg.read.up-to-left-out'],
    refuses((upTo) => upTo === undefined),
  ),
  'up-to-time-refused': flaw(
    'A date-time in up_to is refused',
    ['msg.read.up-to-time'],
    refuses((upTo) => typeof upTo === 'string'),
  ),
  'up-to-of-any-type': flaw('Any up_to is taken', ['msg.read.up-to-type'], unchecks('read', 'up_to')),
  'up-to-with-offset-refused': flaw(
    'A date-time with an offset is refused',
    ['msg.read.up-to-time'],
    refuses((upTo) => typeof upTo === 'string' && /[+-]\d\d:\d\d$/.test(upTo)),
  ),
  'up-to-from-midnight': flaw('up_to counts from the beginning of its day', ['msg.read.up-to-bounds'], (before) => ({
    ...before,
    marks: (conversation, upTo) =>
      before.marks(conversation, upTo === undefined ? undefined : new Date(new Date(upTo).setUTCHours(0, 0, 0, 0))),
  })),
  'offset-of-up-to-dropped': flaw('The offset of up_to is dropped', ['msg.read.up-to-bounds'], (before) => ({
    ...before,
    marks: (conversation, upTo) =>
      before.marks(conversation, upTo === undefined ? undefined : new Date(upTo.getTime() + 3 * HOUR_MS)),
  })),
  'offset-of-up-to-turned-round': flaw(
    'An offset behind UTC is taken for one ahead of it',
    ['msg.read.up-to-bounds'],
    (before) => ({
      ...before,
      marks: (conversation, upTo) =>
        before.marks(conversation, upTo === undefined ? undefined : new Date(upTo.getTime() - 7 * HOUR_MS)),
    }),
  ),
  'up-to-half-an-hour-early': flaw(
    'up_to is taken for half an hour earlier than it is',
    ['msg.read.up-to-bounds'],
    (before) => ({
      ...before,
      marks: (conversation, upTo) =>
        before.marks(conversation, upTo === undefined ? undefined : new Date(upTo.getTime() - HOUR_MS / 2)),
    }),
  ),
  'up-to-ignored-in-bare': flaw(
    'Messages later than up_to are marked read too, where no unread_count tells',
    ['msg.read.up-to-bounds'],
    (before) => ({ ...before, marks: (conversation) => before.marks(conversation, undefined) }),
    ['bare-conversations'],
  ),
  'null-marks-nothing-in-bare': flaw(
    'Without up_to messages of the last hour stay unread, where no unread_count tells',
    ['msg.read.default-now'],
    (before) => ({
      ...before,
      marks: (conversation, upTo = new Date(Date.now() - HOUR_MS)) => before.marks(conversation, upTo),
    }),
    ['bare-conversations'],
  ),
  'counts-outbound-in-bare': flaw(
    'The count takes in outbound messages, where no unread_count tells',
    ['msg.read.counts', 'msg.read.second-count-zero'],
    (before) => {
      const seen = new Set<ChatMessage>()
      return {
        ...before,
        counted: (newly, { messages }, upTo = new Date()) => {
          const fresh = messages.filter((each) => !isInbound(each) && each.at <= upTo && !seen.has(each))
          for (const each of fresh) seen.add(each)
          return newly + fresh.length
        },
      }
    },
    ['bare-conversations'],
  ),
  'counts-nine-at-most': flaw('No result counts more than nine messages', ['msg.read.counts'], (before) => ({
    ...before,
    counted: (newly, conversation, upTo) => Math.min(9, before.counted(newly, conversation, upTo)),
  })),
  'marks-a-page': flaw(
    'At most ten messages are marked read at once',
    ['msg.read.up-to-bounds', 'msg.read.second-count-zero'],
    (before) => ({
      ...before,
      marks: (conversation, upTo) =>
        before
          .marks(conversation, upTo)
          .filter(({ read }) => !read)
          .slice(0, 10),
    }),
  ),
  'up-to-ignored': flaw('Messages later than up_to are marked read too', ['msg.read.up-to-bounds'], (before) => ({
    ...before,
    marks: (conversation) => before.marks(conversation, undefined),
  })),
  'recent-messages-stay-unread': flaw(
    'Without up_to messages of the last hour stay unread',
    ['msg.read.default-now'],
    (before) => ({
      ...before,
      marks: (conversation, upTo = new Date(Date.now() - HOUR_MS)) => before.marks(conversation, upTo),
    }),
  ),
  'absent-up-to-marks-nothing': flaw('A body without up_to marks nothing read', ['msg.read.default-now'], (before) => {
    let given = true
    return {
      ...before,
      problems: (found, facts) => {
        if (facts.operation === 'read') given = facts.body?.up_to !== undefined
        return before.problems(found, facts)
      },
      marks: (conversation, upTo) => (given ? before.marks(conversation, upTo) : []),
    }
  }),
  'marks-later-messages': flaw(
    'Messages later than up_to are marked read, and no earlier ones',
    ['msg.read.up-to-bounds'],
    (before) => ({
      ...before,
      marks: (conversation, upTo) => {
        const whole = before.marks(conversation, undefined)
        return upTo === undefined ? whole : whole.filter(({ at }) => at >= upTo)
      },
    }),
  ),
  'counts-outbound': flaw('The count takes in outbound messages', ['msg.read.counts', 'msg.read.second-count-zero'], {
    counted: (newly, { messages }, upTo = new Date()) =>
      newly + messages.filter((message) => !isInbound(message) && message.at <= upTo).length,
  }),
  'counts-all-covered': flaw(
    'The count takes in messages that were read before',
    ['msg.read.counts', 'msg.read.second-count-zero'],
    {
      counted: (_newly, { messages }, upTo = new Date()) =>
        messages.filter((message) => isInbound(message) && message.at <= upTo).length,
    },
  ),
  'counts-one-too-few': flaw('The count is one too low', ['msg.read.counts'], {
    counted: (newly) => Math.max(0, newly - 1),
  }),
  'counts-again': flaw(
    'Marking read a second time counts as the first time',
    ['msg.read.counts', 'msg.read.second-count-zero'],
    (before) => {
      const last = new Map<string, number>()
      return {
        ...before,
        counted: (newly, { id }) => {
          if (newly > 0) last.set(id, newly)
          return last.get(id) ?? newly
        },
      }
    },
  ),
  'unread-count-stays': flaw('unread_count takes in messages that were read', ['msg.read.counts'], {
    unread: ({ messages }) => messages.filter(isInbound).length,
  }),
  'result-without-envelope': flaw('Marking read answers without the envelope', ['msg.read.envelope'], (before) => ({
    ...before,
    body: (operation, content) =>
      operation === 'read' ? (content as { data: unknown }).data : before.body(operation, content),
  })),
  'malformed-read-is-conflict': flaw(
    'Marking read with a malformed id answers 409',
    ['msg.read.id-invalid'],
    recode(
      ['invalid'],
      ({ problems }) => (problems.some(({ loc }) => loc[0] === 'path') ? { status: 409 } : {}),
      on('read'),
    ),
  ),
  'missing-read-is-bad-request': flaw(
    'Marking read a conversation that does not exist answers 400',
    ['msg.read.missing'],
    recode(['not-found'], { status: 400 }, on('read')),
  ),
  'foreign-conversation-marked': flaw(
    "Another user's conversation is marked read",
    ['msg.read.foreign'],
    waive(['foreign'], on('read')),
  ),
  'result-id-no-uuid': flaw(
    'conversation_id is no UUID',
    ['msg.read.conversation-id', 'msg.read.conversation-id-echo'],
    ill('read-result', 'conversation_id', 'conversation-1'),
  ),
  'result-of-another-conversation': flaw(
    'conversation_id is another one',
    ['msg.read.conversation-id-echo'],
    shows('read-result', (record) => ({ ...record, conversation_id: randomUUID() })),
  ),
  'count-is-text': flaw(
    'messages_marked_read is a text',
    ['msg.read.count-type'],
    shows('read-result', (record) => ({ ...record, messages_marked_read: String(record.messages_marked_read) })),
  ),
  'result-without-count': flaw(
    'The result has no messages_marked_read',
    ['msg.read.count-present'],
    lacks('read-result', 'messages_marked_read'),
  ),
}
