import { randomUUID } from 'node:crypto'
import { imagines, on, recode, shows } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

const HOUR_MS = 3_600_000

/** Whether two things happen within a millisecond: no client asks for the second once it knows of the first. */
const isOneMoment = (one: Date, other: Date): boolean => Math.abs(other.getTime() - one.getTime()) <= 1

/** What goes wrong the second time, for another caller, or behind a refusal. */
export const laterCellFlaws: Record<string, Flaw> = {
  'second-whatsapp-by-sms': flaw(
    'Every WhatsApp resend but the first leaves by SMS',
    ['msg.otp.sent-by-whatsapp'],
    (before) => {
      let seen = 0
      return {
        ...before,
        otpCarrier: (channel, request) => {
          if (channel === 'whatsapp') seen += 1
          return channel === 'whatsapp' && seen > 1 ? 'sms' : before.otpCarrier(channel, request)
        },
      }
    },
  ),
  'whatsapp-template-of-sender': flaw(
    'A WhatsApp resend with a sender_id uses another template',
    ['msg.otp.whatsapp-template'],
    (before) => ({
      ...before,
      otpTemplate: (draft) =>
        draft.channel === 'whatsapp' && draft.request.senderId !== undefined ? 'custom_otp' : before.otpTemplate(draft),
    }),
  ),
  'call-keeps-the-code': flaw('A call does not speak its code', ['msg.otp.call-speech'], (before) => ({
    ...before,
    otpText: (draft) => (draft.channel === 'call' ? 'You asked for a code.' : before.otpText(draft)),
  })),
  'default-codes-alike': flaw('A code of the usual length is the one before it', ['msg.otp.new-code'], (before) => {
    let usual: string | undefined
    return {
      ...before,
      otpCode: (length, prior) => {
        if (length !== 6) return before.otpCode(length, prior)
        usual ??= before.otpCode(length, prior)
        return usual
      },
    }
  }),
  'live-code-again': flaw(
    'A resend of the same length sends the code that is still active again',
    ['msg.otp.new-code'],
    (before) => ({
      ...before,
      otpCode: (length, prior) =>
        prior !== undefined && prior.code.length === length && prior.expiresAt.getTime() > Date.now()
          ? prior.code
          : before.otpCode(length, prior),
    }),
  ),
  'third-code-in-a-row-again': flaw(
    'From the third code of one length in a row on it is the one before it',
    ['msg.otp.new-code'],
    (before) => {
      let row = 0
      return {
        ...before,
        otpCode: (length, prior) => {
          row = prior?.code.length === length ? row + 1 : 1
          return row > 2 && prior !== undefined ? prior.code : before.otpCode(length, prior)
        },
      }
    },
  ),
  'two-codes-at-one-moment': flaw(
    'Two resends at one moment leave both codes valid',
    ['msg.otp.prior-invalidated'],
    (before) => ({
      ...before,
      otpEnds: (earlier, fresh) => before.otpEnds(earlier, fresh) && !isOneMoment(earlier.sentAt, fresh.sentAt),
    }),
  ),
  'counted-twice-at-one-moment': flaw(
    'Two markings at one moment count the same messages',
    ['msg.read.counts'],
    (before) => {
      let last = { at: new Date(0), count: 0 }
      return {
        ...before,
        counted: (newly, conversation, upTo) => {
          const count = before.counted(newly, conversation, upTo)
          const at = new Date()
          if (count === 0 && isOneMoment(last.at, at)) return last.count
          last = { at, count }
          return count
        },
      }
    },
  ),
  'call-ends-no-call': flaw(
    'A call leaves the code of a call before it valid',
    ['msg.otp.prior-invalidated'],
    (before) => ({
      ...before,
      otpEnds: (earlier, fresh) =>
        before.otpEnds(earlier, fresh) && !(earlier.channel === 'call' && fresh.channel === 'call'),
    }),
  ),
  'restricted-key-lists-workspaces-as-bad-request': flaw(
    'A key without permissions that lists workspaces answers 400',
    ['msg.auth.workspace-restricted'],
    recode(['workspace-restricted'], { status: 400 }, on('workspaces')),
  ),
  'mixed-batch-forgets-failures': flaw(
    'A submit that fails is not told of where others of the send succeed',
    ['msg.event.batch-one-each'],
    (before) => ({
      ...before,
      reportedAtSubmit: (batch) =>
        before.reportedAtSubmit(batch).filter(({ fate }) => fate !== 'rejected' || batch.length === 1),
    }),
  ),
  'refused-callback-is-target': flaw(
    'The callback_url of a resend that is refused becomes the target',
    ['msg.otp.refused-callback-none', 'msg.otp.callback-kept'],
    { refusedResend: () => 'keeps its target' },
  ),
  'refused-send-is-sent': flaw('A send that is refused is sent and told of', ['msg.event.refused-silent'], {
    refusedSend: (cause) => (cause.startsWith('key-') ? 'nothing' : 'sends'),
  }),
  'forbidden-send-is-sent': flaw(
    'A send with a key that lacks the permission is refused and sent all the same',
    ['msg.event.refused-silent'],
    { refusedSend: (cause) => (cause === 'forbidden' ? 'sends' : 'nothing') },
  ),
  'keyless-resend-sends': flaw(
    'A resend without a key is refused and sends a code',
    ['msg.otp.refused-sends-none', 'msg.auth.refused-sends-none'],
    {
      refusedResend: (cause) => (cause === 'key-missing' ? 'sends one' : 'nothing'),
    },
  ),
  'forbidden-resend-sends': flaw(
    'A resend with a key that lacks the permission is refused and sends a code',
    ['msg.otp.refused-sends-none', 'msg.auth.refused-sends-none'],
    { refusedResend: (cause) => (cause === 'forbidden' ? 'sends one' : 'nothing') },
  ),
  'conversation-of-a-strange-sender': flaw(
    'A conversation names a sender that its user does not have',
    ['msg.conversation.sender-own'],
    shows('enveloped-conversation', (record) => ({ ...record, sender_id: randomUUID() })),
  ),
  'quotes-of-names-unescaped': flaw(
    'Quotes and backslashes in app_name are written without their escapes',
    ['msg.apps.create'],
    (before) => ({
      ...before,
      serialise: (body) => {
        const name = Object(body).app_name
        const text = before.serialise(body)
        return typeof name === 'string' ? text.replace(JSON.stringify(name), `"${name}"`) : text
      },
    }),
  ),
  'app-lost-after-a-moment': flaw(
    'An app that was created cannot be read two seconds later',
    ['msg.apps.read-created'],
    (before) => ({
      ...before,
      appOfKey: (apps, key) => {
        const found = before.appOfKey(apps, key)
        const age = Date.now() - (found?.createdAt.getTime() ?? 0)
        return age > 2000 && age < HOUR_MS ? undefined : found
      },
    }),
  ),
  'up-to-in-another-form-refused': flaw(
    'A date-time is refused unless its zone is ahead of UTC',
    ['msg.read.up-to-time'],
    imagines('read', 'up_to', ({ up_to: upTo }) => typeof upTo === 'string' && !/\+0[1-9]:00$/.test(upTo)),
  ),
}
