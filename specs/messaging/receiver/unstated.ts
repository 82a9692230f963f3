import type { Unstated } from '../../contract.ts'
import type { MessagingHeading } from '../headings.ts'

const open = (at: MessagingHeading, text: string): Unstated => ({ at, text })

/** What the messaging document leaves open of the receiver, in its own order. Recorded, never judged. */
// biome-ignore format: an open point is one line, so that the list reads as a table
export const messagingReceiverUnstated = {
  'msg-receiver.open.answer-time': open('Messaging › Limits', 'How long this receiver takes to answer.'),
  'msg-receiver.open.refusal-status': open('Messaging › Events › Signature verification', 'With which 4xx a signature that does not verify is answered.'),
  'msg-receiver.open.upper-case-digits': open('Messaging › Events › Request', 'Whether a digest in upper-case digits is taken.'),
  'msg-receiver.open.needless-escapes': open('Messaging › Events › Request', 'Whether an event with escapes that its JSON does not need is taken.'),
  'msg-receiver.open.two-signatures': open('Messaging › Events › Request', 'What becomes of an event with two lines of X-Svc-Signature, of which one verifies.'),
  'msg-receiver.open.report-first': open('Messaging › Events › Events and data', 'What becomes of a delivery report that arrives before the submit-time event of its message.'),
  'msg-receiver.open.same-twice': open('Messaging › Events › Events and data', 'What becomes of a second report that tells the same of a message under an id of its own.'),
  'msg-receiver.open.whatsapp': open('Messaging › Events › Other events', 'How a WhatsApp event is answered.'),
  'msg-receiver.open.otp-lifecycle': open('Messaging › Events › Other events', 'How a lifecycle callback of an OTP is answered.'),
} as const satisfies Record<string, Unstated>

export type MessagingReceiverUnstatedId = keyof typeof messagingReceiverUnstated
