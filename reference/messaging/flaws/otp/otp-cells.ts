import { imagines, overlooks, waive } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'
import { refuses } from './refuses.ts'

/** What a resend does wrong by one channel, for one way to name the app, or after one kind of resend before it. */
export const otpCellFlaws: Record<string, Flaw> = {
  'same-code-again-after-whatsapp': flaw(
    'A resend after one by WhatsApp sends the same code again',
    ['msg.otp.new-code'],
    (before) => ({
      ...before,
      otpCode: (length, prior) =>
        prior?.channel === 'whatsapp' && prior.code.length === length ? prior.code : before.otpCode(length, prior),
    }),
  ),
  'prior-code-of-other-length-stays': flaw(
    'A resend ends codes of its own length only',
    ['msg.otp.prior-invalidated'],
    (before) => ({
      ...before,
      otpEnds: (earlier, fresh) => before.otpEnds(earlier, fresh) && earlier.code.length === fresh.code.length,
    }),
  ),
  'app-id-overrides-bound-key': flaw(
    'An X-App-ID makes the resend of a bound key one of another app',
    ['msg.otp.bound-key-app'],
    { boundApp: (own, header) => header ?? own },
  ),
  'app-id-ignored-by-call': flaw(
    'An unbound key with an X-App-ID is refused a call',
    ['msg.otp.unbound-app-id'],
    (before) => ({
      ...before,
      objects: (intent) =>
        intent.otp?.channel === 'call' && !intent.bound && intent.appIdHeader !== undefined
          ? 'app-unnamed'
          : before.objects(intent),
    }),
  ),
  'unknown-app-passes-by-whatsapp': flaw(
    'An unbound key that names no known app acts for some app of its user by WhatsApp',
    ['msg.auth.app-unknown'],
    waive(['app-unknown', 'app-unnamed'], ({ operation, body }) => {
      return operation === 'resend' && body?.delivery_method === 'whatsapp'
    }),
  ),
  'phone-with-plus-by-whatsapp': flaw(
    'A phone number with a plus sign is taken by WhatsApp',
    ['msg.otp.phone-plus'],
    overlooks(
      'phone_number',
      ({ phone_number: phone, delivery_method: by }) => by === 'whatsapp' && /^\+\d+$/.test(String(phone)),
    ),
  ),
  'hours-of-expiry-lost': flaw('Of an expiry of an hour or more the hours are lost', ['msg.otp.expiry'], {
    otpMinutes: ({ minutes = 10 }) => (minutes < 60 ? minutes : minutes % 60),
  }),
  'null-callbacks-refused': flaw(
    'A callback_url of null is refused',
    ['msg.otp.null-fields'],
    imagines('resend', 'callback_url', (body) => body.callback_url === null),
  ),
  'sender-of-a-call-sticks': flaw(
    'An SMS without sender_id shows the sender that a call or a WhatsApp message was asked for with',
    ['msg.otp.sender-id-default'],
    (before) => {
      let last: string | undefined
      return {
        ...before,
        otpSender: (draft, ...rest) => {
          if (draft.channel !== 'sms') last = draft.request.senderId ?? last
          const isLeft = draft.channel === 'sms' && draft.request.senderId === undefined
          return isLeft && last !== undefined ? last : before.otpSender(draft, ...rest)
        },
      }
    },
  ),
  'short-codes-are-longer': flaw('A code has 6 digits at least', ['msg.otp.length'], {
    otpLength: ({ length = 6 }) => Math.max(6, length),
  }),
  'call-after-call-by-sms': flaw('A call after a call leaves by SMS', ['msg.otp.sent-by-call'], (before) => {
    const last = new Map<string, string>()
    return {
      ...before,
      otpCarrier: (channel, request) => {
        const isAgain = channel === 'call' && last.get(request.phone) === 'call'
        last.set(request.phone, channel)
        return isAgain ? 'sms' : before.otpCarrier(channel, request)
      },
    }
  }),
  'callback-goes-by-whatsapp': flaw(
    'A resend with a callback_url leaves by WhatsApp where it names no channel',
    ['msg.otp.channel-default'],
    {
      otpCarrier: (channel, { channel: asked, callbackUrl }) =>
        asked === undefined && callbackUrl !== undefined ? 'whatsapp' : channel,
    },
  ),
  'whatsapp-from-the-sender-of-sms': flaw(
    'A WhatsApp resend with a sender_id comes from the default sender of an SMS',
    ['msg.otp.sender-id-ignored-whatsapp'],
    (before) => ({
      ...before,
      otpSender: (draft, ...rest) =>
        draft.channel === 'whatsapp' && draft.request.senderId !== undefined
          ? before.otpSender({ ...draft, channel: 'sms', request: { phone: draft.request.phone } }, ...rest)
          : before.otpSender(draft, ...rest),
    }),
  ),
  'whatsapp-refuses-other-letters': flaw(
    'A WhatsApp resend is refused whose sender_id has letters beyond ASCII',
    ['msg.otp.sender-id-ignored-whatsapp'],
    refuses(({ otp }) => otp?.channel === 'whatsapp' && /[^ -~]/.test(otp.senderId ?? '')),
  ),
  'callback-secret-inherited': flaw(
    'Callbacks of a callback_url without a secret are signed with that of the one before',
    ['msg.otp.callback-secret'],
    (before) => ({
      ...before,
      callbackNext: (old, given, now, fresh, request) => {
        const next = before.callbackNext(old, given, now, fresh, request)
        return given === undefined || next === undefined || old?.secret === undefined || given.secret !== undefined
          ? next
          : { ...next, secret: old.secret }
      },
    }),
  ),
  'refused-app-key-sends': flaw(
    'A resend that is refused for its app_key sends a code',
    ['msg.otp.refused-sends-none'],
    { refusedResend: (cause) => (cause === 'app-superfluous' ? 'sends one' : 'nothing') },
  ),
}
