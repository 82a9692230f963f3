import { must, type Requirement, should } from '../../contract.ts'

/** OTP resend: the request field by field, and what it does to the code and its callbacks. */
// biome-ignore format: a statement is one line, so that the catalogue reads as a table
export const otpRequirements = {
  // OTP resend: the answer and the body as a whole
  'msg.otp.accepted': must('Messaging › Endpoints', 'A valid resend answers 200.'),
  'msg.otp.refusal-shape': must('Messaging › Endpoints', 'A 422 of the resend is an HTTPValidationError.'),
  'msg.otp.not-an-object': must('Messaging › Endpoints', 'A resend whose body is not a JSON object is refused with 400 or 422.'),

  // OTP resend: phone and app
  'msg.otp.phone-required': must('Messaging › Resources › OTP resend request', 'A resend without phone_number is refused with 400 or 422.'),
  'msg.otp.phone-type': must('Messaging › Resources › OTP resend request', 'A phone_number that is not a string is refused with 400 or 422.'),
  'msg.otp.phone-none': must('Messaging › Resources › OTP resend request', 'A phone_number without a single digit, or empty, is refused: it names no recipient.'),
  'msg.otp.phone-plus': should('Messaging › Resources › OTP resend request', 'A phone_number with a leading + is refused.'),
  'msg.otp.phone-digits': should('Messaging › Resources › OTP resend request', 'A phone_number with anything but digits is refused.'),
  'msg.otp.phone-length': should('Messaging › Resources › OTP resend request', 'A phone_number that is longer than the 15 digits of E.164 is refused.'),
  'msg.otp.phone-country-code': should('Messaging › Resources › OTP resend request', 'A phone_number that starts with 0, where the country code belongs, is refused.'),
  'msg.otp.app-key-type': must('Messaging › Resources › OTP resend request', 'An app_key that is neither a string nor null is refused.'),
  'msg.otp.bound-key': must('Messaging › Resources › OTP resend request', 'A resend with a bound key and no app_key is accepted.'),
  'msg.otp.bound-key-with-app-key': should('Messaging › Resources › OTP resend request', 'A resend with a bound key and an app_key is refused.'),
  'msg.otp.bound-key-app': must('Messaging › Authentication', 'A resend with a bound key is of the app of that key, whatever app is named beside it.'),
  'msg.otp.unbound-app-key': must('Messaging › Resources › OTP resend request', 'A resend with an unbound key and an app_key is accepted.'),
  'msg.otp.unbound-app-id': must('Messaging › Resources › OTP resend request', 'A resend with an unbound key and an X-App-ID is accepted.'),
  'msg.otp.null-fields': must('Messaging › Resources › OTP resend request', 'The fields of type string or null accept null.'),

  // OTP resend: sender
  'msg.otp.sender-id-type': must('Messaging › Resources › OTP resend request', 'A sender_id that is neither a string nor null is refused with 400 or 422.'),
  'msg.otp.sender-id-shown': must('Messaging › Resources › OTP resend request', 'An SMS resend with a sender_id shows that sender to the recipient.'),
  'msg.otp.sender-id-default': must('Messaging › Resources › OTP resend request', 'An SMS resend without sender_id shows the default sender of the platform.'),
  'msg.otp.sender-id-ignored-call': must('Messaging › Resources › OTP resend request', 'A call resend with a sender_id is accepted as if it had none.'),
  'msg.otp.sender-id-ignored-whatsapp': must('Messaging › Resources › OTP resend request', 'A WhatsApp resend with a sender_id is accepted as if it had none.'),

  // OTP resend: code and expiry
  'msg.otp.length-type': must('Messaging › Resources › OTP resend request', 'An otp_length that is not an integer is refused with 400 or 422.'),
  'msg.otp.length': must('Messaging › Resources › OTP resend request', 'The code has the otp_length asked for.'),
  'msg.otp.length-default': must('Messaging › Resources › OTP resend request', 'The code has 6 characters when otp_length is left out.'),
  'msg.otp.expiry-type': must('Messaging › Resources › OTP resend request', 'A minutes_to_expire that is not an integer is refused with 400 or 422.'),
  'msg.otp.expiry': must('Messaging › Resources › OTP resend request', 'The code expires after the minutes_to_expire asked for.'),
  'msg.otp.expiry-default': must('Messaging › Resources › OTP resend request', 'The code expires after 10 minutes when minutes_to_expire is left out.'),

  // OTP resend: channel
  'msg.otp.channel-sms': must('Messaging › Resources › OTP resend request', 'A resend with delivery_method sms is accepted.'),
  'msg.otp.channel-call': must('Messaging › Resources › OTP resend request', 'A resend with delivery_method call is accepted.'),
  'msg.otp.channel-whatsapp': must('Messaging › Resources › OTP resend request', 'A resend with delivery_method whatsapp is accepted without a sender: the service finds one.'),
  'msg.otp.channel-unknown': must('Messaging › Resources › OTP resend request', 'A resend with any other delivery_method is refused with 400 or 422.'),
  'msg.otp.channel-default': must('Messaging › Resources › OTP resend request', 'A resend without delivery_method is sent by SMS.'),
  'msg.otp.sent-by-sms': must('Messaging › Resources › OTP resend request', 'A resend with delivery_method sms is sent by SMS.'),
  'msg.otp.sent-by-call': must('Messaging › Resources › OTP resend request', 'A resend with delivery_method call is sent by a call.'),
  'msg.otp.sent-by-whatsapp': must('Messaging › Resources › OTP resend request', 'A resend with delivery_method whatsapp is sent by WhatsApp.'),
  'msg.otp.whatsapp-template': must('Messaging › Resources › OTP resend request', 'A WhatsApp resend uses the template svc_otp.'),
  'msg.otp.call-speech': must('Messaging › What the service does', 'A call speaks the code.'),

  // OTP resend: template
  'msg.otp.template-type': must('Messaging › Resources › OTP resend request', 'A message_template that is neither a string nor null is refused with 400 or 422.'),
  'msg.otp.template-without-code': must('Messaging › Resources › OTP resend request', 'A message_template of an SMS resend that lacks {code} is refused, or the code reaches the recipient all the same.'),
  'msg.otp.template-code': must('Messaging › Resources › OTP resend request', 'Each {code} in message_template becomes the code.'),
  'msg.otp.template-expiry': must('Messaging › Resources › OTP resend request', 'Each {expiry} in message_template is replaced.'),
  'msg.otp.template-ignored-call': must('Messaging › Resources › OTP resend request', 'A call resend with a message_template is accepted as if it had none, even one without {code}.'),
  'msg.otp.template-ignored-whatsapp': must('Messaging › Resources › OTP resend request', 'A WhatsApp resend with a message_template is accepted as if it had none, even one without {code}.'),
  'msg.otp.whatsapp-wording': must('Messaging › Resources › OTP resend request', 'The wording of a WhatsApp code is that of the template whatever message_template says.'),

  // OTP resend: callback
  'msg.otp.callback-url': must('Messaging › Resources › OTP resend request', 'A resend with an HTTPS callback_url is accepted.'),
  'msg.otp.callback-url-type': must('Messaging › Resources › OTP resend request', 'A callback_url that is neither a string nor null is refused with 400 or 422.'),
  'msg.otp.callback-url-uri': must('Messaging › Resources › OTP resend request', 'A callback_url that is not a URI is refused.'),
  'msg.otp.callback-url-https': should('Messaging › Resources › OTP resend request', 'A callback_url that is not HTTPS is refused.'),
  'msg.otp.callback-url-private': should('Messaging › Resources › OTP resend request', 'A callback_url on localhost or a private address is refused.'),
  'msg.otp.callback-secret-type': must('Messaging › Resources › OTP resend request', 'A callback_secret that is neither a string nor null is refused with 400 or 422.'),
  'msg.otp.callback-delivered': must('Messaging › Resources › OTP resend request', 'The lifecycle of a code is reported to its callback_url.'),
  'msg.otp.callback-query': must('Messaging › Resources › OTP resend request', 'A callback goes to callback_url with the query that stands in it.'),
  'msg.otp.callback-replaced': must('Messaging › Resources › OTP resend request', 'A callback_url takes the place of the former one of the same phone number and app.'),
  'msg.otp.callback-kept': should('Messaging › Resources › OTP resend request', 'A resend without callback_url leaves the callback target in place while the code lives.'),
  'msg.otp.callback-phone-scope': must('Messaging › Resources › OTP resend request', 'A callback_url leaves the callback target of other phone numbers alone.'),
  'msg.otp.callback-app-scope': must('Messaging › Resources › OTP resend request', 'A callback_url leaves the callback target of other apps alone.'),
  'msg.otp.callback-ends': must('Messaging › Resources › OTP resend request', 'A callback_url is no longer the target after the code has expired.'),
  'msg.otp.callback-secret': must('Messaging › Resources › OTP resend request', 'Callbacks to callback_url are not signed with the secret of another callback_url or of the webhook.'),
  'msg.otp.callback-signed': must('Messaging › Resources › OTP resend request', 'Callbacks to callback_url are signed with callback_secret.'),

  // OTP states
  'msg.otp.prior-invalidated': must('Messaging › States and transitions', 'A resend makes the code before it invalid.'),
  'msg.otp.other-numbers': must('Messaging › States and transitions', 'A resend leaves the codes of other numbers valid.'),
  'msg.otp.new-code': must('Messaging › States and transitions', 'A resend sends a new code.'),
  'msg.otp.new-active': must('Messaging › States and transitions', 'The code that a resend sends is active.'),
  'msg.otp.refused-sends-none': must('Messaging › States and transitions', 'A resend that is refused sends no code.'),
  'msg.otp.refused-ends-none': must('Messaging › States and transitions', 'A resend that is refused leaves the code before it valid.'),
  'msg.otp.refused-callback-none': should('Messaging › States and transitions', 'A resend that is refused neither calls its callback_url nor makes it the target.'),
  'msg.otp.new-window': must('Messaging › States and transitions', 'A resend starts a new expiry window.'),
  'msg.otp.channel-change': must('Messaging › States and transitions', 'A resend is accepted over another channel than the code before it.'),
  'msg.otp.no-prior': should('Messaging › States and transitions', 'A resend to a number that has no code is answered without a server error.'),
} as const satisfies Record<string, Requirement>
