import { must, type Requirement, should } from '../../contract.ts'

const TIMING =
  'How long a comparison takes is lost in the time of the way; what a receiver accepts of it is judged beside.'

/** Every statement of the messaging document about the receiver of its webhooks, in its own order. Ids are never reused. */
// biome-ignore format: a table reads by its rows, one statement a line
export const messagingReceiverRequirements = {
  // Signature
  'msg-receiver.signature.raw-body': must('Messaging › Events › Signature verification', 'The signature is verified over the raw body: an event is taken however its JSON is written.'),
  'msg-receiver.signature.rewritten-refused': must('Messaging › Events › Signature verification', 'An event whose JSON was written anew under the signature of other bytes is not answered with a 2xx.'),
  'msg-receiver.signature.secret-utf8': must('Messaging › Events › Signature verification', 'The key of the signature is the secret in UTF-8, also where it has letters beyond ASCII.'),
  'msg-receiver.signature.missing-refused': must('Messaging › Events › Signature verification', 'Where a secret is configured, an event without a signature is not answered with a 2xx.'),
  'msg-receiver.signature.tampered-refused': must('Messaging › Events › Signature verification', 'An event that was changed after it was signed is not answered with a 2xx.'),
  'msg-receiver.signature.other-secret-refused': must('Messaging › Events › Signature verification', 'An event that is signed with another secret, or with one of no bytes, is not answered with a 2xx.'),
  'msg-receiver.signature.whole-digest': must('Messaging › Events › Signature verification', 'The whole digest counts: an event with a part of it, or with none, is not answered with a 2xx.'),
  'msg-receiver.signature.scheme': should('Messaging › Events › Signature verification', 'A digest that does not stand behind sha256= is not answered with a 2xx.'),
  'msg-receiver.signature.client-error': should('Messaging › Events › Signature verification', 'A signature that is missing or does not verify is answered with a 4xx.'),
  'msg-receiver.signature.forged-no-effect': must('Messaging › Events › Signature verification', 'An event whose signature is not that of its body takes no effect.'),
  'msg-receiver.signature.constant-time': must('Messaging › Events › Signature verification', 'The signature is compared in constant time.', { unobservable: TIMING }),
  'msg-receiver.signature.unsigned-taken': must('Messaging › Events › Request', 'Where no secret is configured, an event without a signature is taken.'),

  // Deduplication
  'msg-receiver.dedup.same-event': must('Messaging › Events › Events and data', 'An event that is delivered again takes effect once.'),
  'msg-receiver.dedup.concurrent': must('Messaging › Events › Events and data', 'An event whose deliveries arrive at the same moment takes effect once.'),
  'msg-receiver.dedup.late': must('Messaging › Events › Events and data', 'An event that is delivered again after others takes no second effect.'),
  'msg-receiver.dedup.key-is-event': must('Messaging › Events › Events and data', 'sms.sent and a delivery report of one message both take effect.'),
  'msg-receiver.dedup.not-poisoned': must('Messaging › Events › Signature verification', 'An event takes effect when a forged one with its id came before it.'),
  'msg-receiver.dedup.after-failure': must('Messaging › Events › Receiver response and retries', 'An event whose first delivery the receiver did not answer with a 2xx takes effect, once, when it is tried again.'),

  // Events and data
  'msg-receiver.batch.each-recorded': must('Messaging › Events › Events and data', 'Submit-time events of one job_id, one for each recipient, all take effect.'),
  'msg-receiver.report.joins-by-message': must('Messaging › Events › Events and data', 'A delivery report, which has no job_id, reaches the message that its message_id names.'),
  'msg-receiver.status.delivered-whatever-label': must('Messaging › Events › Events and data', 'sms.delivered is a delivery whatever status says.'),
  'msg-receiver.status.failed-whatever-label': must('Messaging › Events › Events and data', 'sms.failed is a failure whatever status says.'),
  'msg-receiver.event.failed-both-forms': must('Messaging › Events › Events and data', 'sms.failed is taken with the data of a submit and with that of a delivery report.'),
  'msg-receiver.event.expired': must('Messaging › Events › Events and data', 'sms.expired is taken.'),
  'msg-receiver.event.submitted-optional': must('Messaging › Events › Events and data', 'sms.sent is taken with and without submitted_to_provider.'),
  'msg-receiver.event.sent-no-proof': must('Messaging › Events › Events and data', 'sms.sent alone does not make a message delivered.'),
  'msg-receiver.event.whatsapp': should('Messaging › Events › Other events', 'A WhatsApp event, whose payload is not shown, does not end in a 5xx.'),
  'msg-receiver.event.otp-lifecycle': should('Messaging › Events › Other events', 'A lifecycle callback of an OTP, whose payload is not shown, does not end in a 5xx.'),

  // Answers
  'msg-receiver.answer.success': must('Messaging › Events › Receiver response and retries', 'A valid event is answered with a 2xx status, at the latest when it is tried again.'),
  'msg-receiver.answer.duplicate': should('Messaging › Events › Receiver response and retries', 'A further delivery of an event that has taken effect is answered with a 2xx status as well.'),
  'msg-receiver.answer.in-time': should('Messaging › Limits', 'A valid event is answered within the 10 seconds that attempts typically wait.'),
  'msg-receiver.url.https': must('Messaging › Events › Receiver response and retries', 'The webhook URL uses https, with a certificate that verifies.'),
  'msg-receiver.url.public': must('Messaging › Events › Receiver response and retries', 'The host of the webhook URL is no private or loopback address.'),
} as const satisfies Record<string, Requirement>

export type MessagingReceiverRequirementId = keyof typeof messagingReceiverRequirements
