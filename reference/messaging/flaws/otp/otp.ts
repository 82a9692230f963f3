import type { Cause } from '../../http/refusal.ts'
import { imagines, on, type Patch, recode, unchecks, waive } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'
import { refuses } from './refuses.ts'

const lenient =
  (member: string, when: (value: unknown) => boolean): Patch =>
  (before) => ({
    ...before,
    problems: (found, facts) =>
      before
        .problems(found, facts)
        .filter(({ loc }) => facts.operation !== 'resend' || loc.at(-1) !== member || !when(facts.body?.[member])),
  })

const looksLike = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

const carriedBy = (channel: string, carrier: string): Patch => ({
  otpCarrier: (asked, request) => (request.channel === channel ? carrier : asked),
})

/** Runs once per service: the patch remembers what the service was asked before. */
const remembering =
  (judge: (known: Map<string, string>, phone: string, channel: string) => Cause | undefined): Patch =>
  (before) => {
    const known = new Map<string, string>()
    return {
      ...before,
      objects: (intent) => {
        const { otp } = intent
        if (otp === undefined) return before.objects(intent)
        const channel = otp.channel ?? 'sms'
        const cause = judge(known, otp.phone, channel)
        if (cause === undefined || cause === 'internal') known.set(otp.phone, channel)
        return cause ?? before.objects(intent)
      },
    }
  }

const typeFlaw = (member: string, id: Flaw['breaks'][number]): Flaw =>
  flaw(`${member} of any type is taken`, [id], unchecks('resend', member, 'type'))

export const otpFlaws: Record<string, Flaw> = {
  'resend-answers-created': flaw('A resend answers 201', ['msg.otp.accepted'], (before) => ({
    ...before,
    statusOf: (operation) => (operation === 'resend' ? 201 : before.statusOf(operation)),
  })),
  'list-as-resend-is-unsupported': flaw(
    'A resend whose body is a list answers 415',
    ['msg.otp.not-an-object'],
    recode(['not-an-object'], { status: 415, code: 'unsupported' }, on('resend')),
  ),
  'resend-without-phone': flaw(
    'A resend without a phone number is taken',
    ['msg.otp.phone-required'],
    unchecks('resend', 'phone_number', 'missing'),
  ),
  'phone-of-any-type': flaw(
    'phone_number of any type is taken',
    ['msg.otp.phone-type'],
    lenient('phone_number', (value) => typeof value !== 'string' && value !== undefined),
  ),
  'phone-with-plus': flaw(
    'A phone number with a plus sign is taken',
    ['msg.otp.phone-plus'],
    lenient('phone_number', looksLike(/^\+[0-9]+$/)),
  ),
  'phone-with-letters': flaw(
    'A phone number with other characters beside its digits is taken',
    ['msg.otp.phone-digits'],
    lenient('phone_number', looksLike(/^(?=.*\d)(?:[^+0].*[^0-9]|[^+0-9])/s)),
  ),
  'phone-with-line-feed': flaw(
    'A phone number with a line feed behind it is taken',
    ['msg.otp.phone-digits'],
    lenient('phone_number', (value) => /^[1-9]\d+\n$/.test(String(value))),
  ),
  'phone-in-other-digits': flaw(
    'A phone number in digits of another script is taken',
    ['msg.otp.phone-digits'],
    lenient('phone_number', looksLike(/^\p{Nd}*[^\P{Nd}0-9]\p{Nd}*$/u)),
  ),
  'phone-of-letters': flaw(
    'A phone number without a digit is taken',
    ['msg.otp.phone-none'],
    lenient('phone_number', looksLike(/^[a-z]+$/)),
  ),
  'phone-without-country-code': flaw(
    'A phone number that starts with 0 is taken',
    ['msg.otp.phone-country-code'],
    lenient('phone_number', looksLike(/^0[0-9]+$/)),
  ),
  'app-key-of-any-type': typeFlaw('app_key', 'msg.otp.app-key-type'),
  'sender-id-of-any-type': typeFlaw('sender_id', 'msg.otp.sender-id-type'),
  'template-of-any-type': typeFlaw('message_template', 'msg.otp.template-type'),
  'callback-url-of-any-type': typeFlaw('callback_url', 'msg.otp.callback-url-type'),
  'callback-secret-of-any-type': typeFlaw('callback_secret', 'msg.otp.callback-secret-type'),
  'length-of-any-type': typeFlaw('otp_length', 'msg.otp.length-type'),
  'expiry-of-any-type': typeFlaw('minutes_to_expire', 'msg.otp.expiry-type'),
  'any-channel': flaw(
    'Any delivery_method is taken',
    ['msg.otp.channel-unknown'],
    unchecks('resend', 'delivery_method'),
  ),
  'sends-to-email': flaw(
    'The delivery_method email is taken, and means sms',
    ['msg.otp.channel-unknown'],
    (before) => ({
      ...before,
      problems: (found, facts) =>
        before
          .problems(found, facts)
          .filter(({ loc }) => loc.at(-1) !== 'delivery_method' || facts.body?.delivery_method !== 'email'),
    }),
  ),
  'bare-resend-with-bound-key': flaw(
    'A bound key must name its app all the same',
    ['msg.otp.accepted', 'msg.otp.bound-key'],
    refuses(({ bound, body }) => bound && Object.keys(body).length === 1, 'app-unnamed'),
  ),
  'app-key-beside-bound-key-is-taken': flaw(
    'A bound key with an app_key is taken where a call brings the code',
    ['msg.otp.bound-key-with-app-key'],
    waive(['app-superfluous'], ({ body }) => body?.delivery_method === 'call'),
  ),
  'app-key-beside-bound-key-crashes': flaw(
    'A bound key with an app_key answers 500',
    ['msg.otp.bound-key-with-app-key', 'msg.error.handled'],
    recode(['app-superfluous'], { status: 500, code: 'internal_error' }),
  ),
  'unbound-key-with-app-key-refused': flaw(
    'An unbound key with an app_key is refused',
    ['msg.otp.unbound-app-key'],
    refuses(({ bound, body }) => !bound && typeof body.app_key === 'string', 'app-unknown'),
  ),
  'unbound-key-with-app-id-refused': flaw(
    'An unbound key with an X-App-ID is refused',
    ['msg.otp.unbound-app-id'],
    refuses(({ bound, appIdHeader, body }) => !bound && appIdHeader !== undefined && !body.app_key, 'app-unknown'),
  ),
  'null-sender-refused': flaw(
    'null is refused for sender_id',
    ['msg.otp.null-fields'],
    imagines('resend', 'sender_id', (body) => body.sender_id === null),
  ),
  'null-callback-refused': flaw(
    'null is refused for callback_url',
    ['msg.otp.null-fields'],
    imagines('resend', 'callback_url', (body) => body.callback_url === null),
  ),

  'sender-ignored-on-sms': flaw('sender_id is ignored on SMS', ['msg.otp.sender-id-shown'], (before) => ({
    ...before,
    otpSender: ({ request: { senderId: _, ...request }, ...draft }, ...rest) =>
      before.otpSender({ ...draft, request }, ...rest),
  })),
  'sender-in-capitals': flaw('sender_id is shown in capitals', ['msg.otp.sender-id-shown'], (before) => ({
    ...before,
    otpSender: (...asked) => before.otpSender(...asked)?.toUpperCase() ?? null,
  })),
  'sender-sticks': flaw(
    'An SMS without sender_id shows the last sender asked for',
    ['msg.otp.sender-id-default'],
    (before) => {
      let last: string | undefined
      return {
        ...before,
        otpSender: (draft, ...rest) => {
          last = draft.request.senderId ?? last
          return draft.channel === 'sms' && last !== undefined ? last : before.otpSender(draft, ...rest)
        },
      }
    },
  ),
  'null-sender-as-text': flaw('A sender_id that is not given is shown as a text', ['msg.otp.sender-id-default'], {
    otpSender: ({ request, channel }) => (channel === 'sms' ? (request.senderId ?? 'None') : null),
  }),
  'no-default-sender': flaw('An SMS without sender_id shows none', ['msg.otp.sender-id-default'], (before) => ({
    ...before,
    otpSender: (draft, ...rest) =>
      draft.channel === 'sms' ? (draft.request.senderId ?? null) : before.otpSender(draft, ...rest),
  })),
  'call-with-sender-refused': flaw(
    'A call resend with a sender_id is refused',
    ['msg.otp.sender-id-ignored-call'],
    refuses(({ otp }) => otp?.channel === 'call' && otp.senderId !== undefined),
  ),
  'whatsapp-with-sender-refused': flaw(
    'A WhatsApp resend with a sender_id is refused',
    ['msg.otp.sender-id-ignored-whatsapp'],
    refuses(({ otp }) => otp?.channel === 'whatsapp' && otp.senderId !== undefined),
  ),
  'length-ignored-on-call': flaw('A code that is spoken has 6 digits', ['msg.otp.length'], (before) => ({
    ...before,
    otpLength: (request) => (request.channel === 'call' ? 6 : before.otpLength(request)),
  })),
  'expiry-ignored-on-whatsapp': flaw('A code sent by WhatsApp lives 10 minutes', ['msg.otp.expiry'], (before) => ({
    ...before,
    otpMinutes: (request) => (request.channel === 'whatsapp' ? 10 : before.otpMinutes(request)),
  })),
  'call-shows-sender': flaw('A call shows the sender asked for', ['msg.otp.sender-id-ignored-call'], (before) => ({
    ...before,
    otpSender: (draft, senders, otps) =>
      draft.channel === 'call' ? (draft.request.senderId ?? null) : before.otpSender(draft, senders, otps),
  })),
  'whatsapp-shows-sender': flaw(
    'A WhatsApp message shows the sender asked for',
    ['msg.otp.sender-id-ignored-whatsapp'],
    (before) => ({
      ...before,
      otpSender: (draft, senders, otps) =>
        draft.channel === 'whatsapp' && draft.request.senderId !== undefined
          ? draft.request.senderId
          : before.otpSender(draft, senders, otps),
    }),
  ),
  'codes-of-other-numbers-ended': flaw('A resend ends every code of the app', ['msg.otp.other-numbers'], {
    otpEnds: (earlier, fresh) => earlier.appId === fresh.appId,
  }),
  'phone-tidied': flaw(
    'A phone number with spaces and dashes is taken',
    ['msg.otp.phone-digits'],
    lenient('phone_number', looksLike(/^\d[\d -]*[ -][\d -]*$/)),
  ),
  'length-ignored': flaw('Every code has 6 digits', ['msg.otp.length'], { otpLength: () => 6 }),
  'default-length-four': flaw('A code has 4 digits by default', ['msg.otp.length-default'], {
    otpLength: ({ length = 4 }) => length,
  }),
  'expiry-ignored': flaw('Every code lives 10 minutes', ['msg.otp.expiry'], { otpMinutes: () => 10 }),
  'default-expiry-five': flaw('A code lives 5 minutes by default', ['msg.otp.expiry-default'], {
    otpMinutes: ({ minutes = 5 }) => minutes,
  }),
  // The end of a default code lies beyond what a run waits for; the time that is shown for it is right.
  'never-expires': flaw('Codes do not expire', ['msg.otp.expiry'], {
    otpValid: ({ invalidated }) => !invalidated,
  }),
  'expiry-in-hours': flaw('minutes_to_expire counts hours', ['msg.otp.expiry'], (before) => ({
    ...before,
    otpExpiresAt: (draft, scaledMs) =>
      before.otpExpiresAt(draft, scaledMs * (draft.request.minutes === undefined ? 1 : 60)),
  })),

  'sms-refused': flaw(
    'delivery_method sms is refused',
    ['msg.otp.channel-sms'],
    refuses(({ otp }) => otp?.channel === 'sms'),
  ),
  'call-refused': flaw(
    'delivery_method call is refused',
    ['msg.otp.channel-call'],
    refuses(({ otp }) => otp?.channel === 'call'),
  ),
  'whatsapp-needs-sender': flaw(
    'A WhatsApp resend asks for a sender',
    ['msg.otp.channel-whatsapp'],
    refuses(({ otp }) => otp?.channel === 'whatsapp' && otp.senderId === undefined),
  ),
  'whatsapp-by-default': flaw('A code is sent by WhatsApp by default', ['msg.otp.channel-default'], {
    otpChannel: ({ channel = 'whatsapp' }) => channel,
  }),
  'sms-by-call': flaw('SMS codes are sent by a call', ['msg.otp.sent-by-sms'], carriedBy('sms', 'call')),
  'call-by-sms': flaw('Call codes are sent by SMS', ['msg.otp.sent-by-call'], carriedBy('call', 'sms')),
  'whatsapp-by-sms': flaw('WhatsApp codes are sent by SMS', ['msg.otp.sent-by-whatsapp'], carriedBy('whatsapp', 'sms')),
  'other-whatsapp-template': flaw('A WhatsApp code uses another template', ['msg.otp.whatsapp-template'], {
    otpTemplate: ({ channel }) => (channel === 'whatsapp' ? 'svc_login' : null),
  }),

  'template-without-code': flaw(
    'A template without {code} is taken',
    ['msg.otp.template-without-code'],
    unchecks('resend', 'message_template', 'code'),
  ),
  'call-checks-template': flaw(
    'A call resend with a template without {code} is refused',
    ['msg.otp.template-ignored-call'],
    refuses(({ otp }) => otp?.channel === 'call' && otp.template?.includes('{code}') === false),
  ),
  'whatsapp-checks-template': flaw(
    'A WhatsApp resend with a template without {code} is refused',
    ['msg.otp.template-ignored-whatsapp'],
    refuses(({ otp }) => otp?.channel === 'whatsapp' && otp.template?.includes('{code}') === false),
  ),
  'call-codes-inactive': flaw('A code that was sent by a call is not active', ['msg.otp.new-active'], (before) => ({
    ...before,
    otpValid: (otp, now) => before.otpValid(otp, now) && otp.channel !== 'call',
  })),
  'refused-resend-sends': flaw(
    'A resend that is refused sends a code',
    ['msg.otp.refused-sends-none', 'msg.auth.refused-sends-none'],
    {
      refusedResend: () => 'sends one',
    },
  ),
  'refused-resend-ends-codes': flaw(
    'A resend that is refused ends the codes before it',
    ['msg.otp.refused-ends-none'],
    {
      refusedResend: () => 'ends them',
    },
  ),
  'prior-code-stays': flaw('The code before a resend stays valid', ['msg.otp.prior-invalidated'], {
    otpEnds: () => false,
  }),
  'prior-code-of-other-channel-stays': flaw(
    'A resend ends codes of its own channel only',
    ['msg.otp.prior-invalidated'],
    (before) => ({
      ...before,
      otpEnds: (earlier, fresh) => before.otpEnds(earlier, fresh) && earlier.channel === fresh.channel,
    }),
  ),
  'same-code-again': flaw('A resend sends the same code again', ['msg.otp.new-code'], (before) => ({
    ...before,
    otpCode: (length, prior) => (prior?.code.length === length ? prior.code : before.otpCode(length, prior)),
  })),
  'old-window-kept': flaw(
    'A resend keeps the expiry of the code before it',
    ['msg.otp.expiry-default', 'msg.otp.new-window'],
    (before) => ({
      ...before,
      otpExpiresAt: (draft, scaledMs) => {
        const inherited = draft.prior?.expiresAt.getTime() ?? 0
        return inherited > draft.now ? inherited : before.otpExpiresAt(draft, scaledMs)
      },
    }),
  ),
  'channel-change-refused': flaw(
    'A resend over another channel than before is refused',
    ['msg.otp.channel-change', 'msg.otp.channel-whatsapp'],
    remembering((known, phone, channel) => ((known.get(phone) ?? channel) === channel ? undefined : 'invalid')),
  ),
  'no-prior-code-crashes': flaw(
    'A resend to a number without a code answers 500',
    ['msg.otp.no-prior'],
    remembering((known, phone) => (known.has(phone) ? undefined : 'internal')),
  ),
}
