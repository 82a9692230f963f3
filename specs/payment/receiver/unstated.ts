import type { Unstated } from '../../contract.ts'
import type { PaymentHeading } from '../headings.ts'

const open = (at: PaymentHeading, text: string): Unstated => ({ at, text })

/** What the payment document leaves open of the receiver, in its own order. Recorded, never judged. */
// biome-ignore format: an open point is one line, so that the list reads as a table
export const paymentReceiverUnstated = {
  'pay-receiver.open.answer-time': open('Payment › Events › Receiver rules', 'How long a receiver may take to answer.'),
  'pay-receiver.open.refusal-status': open('Payment › Events › Signature', 'With which status a signature that does not verify is answered.'),
  'pay-receiver.open.upper-case-digits': open('Payment › Events › Headers', 'Whether a digest in upper-case digits is taken.'),
  'pay-receiver.open.old-timestamp': open('Payment › Events › Headers', 'Whether an event is taken whose X-Pay-Timestamp is an hour old and signed.'),
  'pay-receiver.open.future-timestamp': open('Payment › Events › Headers', 'Whether an event is taken whose X-Pay-Timestamp is an hour ahead and signed.'),
  'pay-receiver.open.two-signatures': open('Payment › Events › Headers', 'What becomes of an event with two lines of X-Pay-Signature, of which one verifies.'),
  'pay-receiver.open.other-names': open('Payment › Events › Receiver rules', 'How an event with a name that is not shown is answered.'),
  'pay-receiver.open.both-urls-two-ids': open('Payment › Events › Which URL is called', 'Whether one change that arrives at both URLs with two event_ids takes effect once.'),
} as const satisfies Record<string, Unstated>

export type PaymentReceiverUnstatedId = keyof typeof paymentReceiverUnstated
