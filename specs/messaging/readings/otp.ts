import type { MessagingReading } from './reading.ts'

/** Readings of what is said of resends. */
export const otpReadings = {
  'msg.reading.template-everywhere': {
    at: 'Messaging › Resources › OTP resend request',
    conflict: 'One cell says that message_template needs {code}, and that call and WhatsApp ignore it.',
    policy:
      'On call and WhatsApp one with {code} is taken; the refusal of one without it warns. By SMS one without it is refused, or taken with a warning where the code is read all the same; a text without its code fails.',
    touches: ['msg.otp.template-ignored-call', 'msg.otp.template-ignored-whatsapp', 'msg.otp.template-without-code'],
  },
  'msg.reading.template-places': {
    at: 'Messaging › Resources › OTP resend request',
    conflict:
      'Two {code} in one template are not spoken of, and what {expiry} becomes is not told; the field counts minutes.',
    policy:
      'Where either stands first it is substituted, else it fails; what is left where it comes again warns. Words pass, and so do the minutes as a number; the default in their place fails, and another number, as of seconds, warns.',
    touches: ['msg.otp.template-code', 'msg.otp.template-expiry'],
  },
  'msg.reading.secret-of-callback': {
    at: 'Messaging › Resources › OTP resend request',
    conflict:
      'callback_secret signs what is sent to callback_url, and how that is written, and what signs it where there is none, is not told.',
    policy:
      'Nothing that looks like a signature fails, and so does one under the secret of the webhook or of another callback_url. What looks like one in another form leaves it open, and an X-Svc-Signature of something else warns.',
    touches: ['msg.otp.callback-signed', 'msg.otp.callback-secret'],
  },
  'msg.reading.bound-key-with-app-key': {
    at: 'Messaging › Endpoints',
    conflict: 'A bound key requires app_key to be omitted, without a word on what happens when it is sent.',
    policy:
      'A 4xx passes. An app_key that is taken beside a bound key warns, whatever its type. What is named beside it, in body or header, makes the resend of no other app: that fails.',
    touches: ['msg.otp.bound-key-with-app-key', 'msg.otp.bound-key-app', 'msg.otp.bound-key', 'msg.otp.app-key-type'],
  },
  'msg.reading.no-prior-code': {
    at: 'Messaging › States and transitions',
    conflict: 'A resend replaces a prior code, and what it does without one is not told.',
    policy: 'Any answer but a server error passes.',
    touches: ['msg.otp.no-prior', 'msg.otp.prior-invalidated', 'msg.otp.accepted'],
  },
  'msg.reading.input-rules': {
    at: 'Messaging › Resources › OTP resend request',
    conflict: 'Digits without a plus sign, HTTPS and {code} are rules for the input, without the answer to a breach.',
    policy: 'A 4xx passes and a 2xx warns: there are readers that tidy a number up.',
    touches: [
      'msg.otp.phone-plus',
      'msg.otp.phone-digits',
      'msg.otp.phone-length',
      'msg.otp.phone-country-code',
      'msg.otp.callback-url-https',
    ],
  },
  'msg.reading.input-that-names-nothing': {
    at: 'Messaging › Resources › OTP resend request',
    conflict: 'What is no phone number or URI at all breaks the rules of its field, and no reader tidies it up.',
    policy:
      'A 4xx passes. A 2xx fails for a number without a digit and for words as callback_url; a path warns, and so does https:// before what is no host.',
    touches: ['msg.otp.phone-none', 'msg.otp.callback-url-uri'],
  },
  'msg.reading.number-ranges': {
    at: 'Messaging › Limits',
    conflict: 'otp_length and minutes_to_expire are integers without limits, and conversion is not mentioned.',
    policy:
      'No limit is probed. Text that is no number, an object or a list is refused with 400 or 422; a fraction or an empty text that is taken warns; "6", 6.0 and true are noted.',
    touches: ['msg.otp.length-type', 'msg.otp.expiry-type', 'msg.otp.length', 'msg.otp.expiry'],
  },
} as const satisfies Record<string, MessagingReading>
