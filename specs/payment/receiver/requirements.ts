import { must, type Requirement, should } from '../../contract.ts'
import { terminalStatuses } from '../statuses.ts'

const TIMING =
  'How long a comparison takes is lost in the time of the way; what a receiver accepts of it is judged beside.'
const NO_RECORD =
  'How a receiver asks for a payment that it was not told of, and what the answer to that looks like, is not shown.'

/** Every statement of the payment document about the receiver of its webhooks, in its own order. Ids are never reused. */
// biome-ignore format: a table reads by its rows, one statement a line
export const paymentReceiverRequirements = {
  // Answers
  'pay-receiver.answer.success': must('Payment › Events › Receiver rules', 'A valid event is answered with a 2xx status, at the latest when it is tried again.'),
  'pay-receiver.answer.duplicate': should('Payment › Events › Receiver rules', 'A further delivery of an event that has taken effect is answered with a 2xx status as well.'),

  // Signature
  'pay-receiver.signature.raw-body': must('Payment › Events › Signature', 'The signature is verified over the raw body: an event is taken however its JSON is written.'),
  'pay-receiver.signature.missing-refused': should('Payment › Events › Signature', 'An event without a signature is not answered with a 2xx.'),
  'pay-receiver.signature.tampered-refused': should('Payment › Events › Signature', 'An event that was changed after it was signed is not answered with a 2xx.'),
  'pay-receiver.signature.rewritten-refused': should('Payment › Events › Signature', 'An event whose JSON was written anew under the signature of other bytes is not answered with a 2xx.'),
  'pay-receiver.signature.other-key-refused': should('Payment › Events › Signature', 'An event that is signed with another key, or with one of no bytes, is not answered with a 2xx.'),
  'pay-receiver.signature.whole-digest': should('Payment › Events › Signature', 'The whole digest counts: an event with a part of it, or with none, is not answered with a 2xx.'),
  'pay-receiver.signature.scheme': should('Payment › Events › Headers', 'A digest that does not stand behind sha256= is not answered with a 2xx.'),
  'pay-receiver.signature.timestamp-signed': should('Payment › Events › Signature', 'An event whose X-Pay-Timestamp was changed after it was signed is not answered with a 2xx.'),
  'pay-receiver.signature.timestamp-required': should('Payment › Events › Signature', 'An event without X-Pay-Timestamp is not answered with a 2xx.'),
  'pay-receiver.signature.body-alone-refused': should('Payment › Events › Signature', 'An event whose signature covers the body alone is not answered with a 2xx.'),
  'pay-receiver.signature.forged-no-effect': must('Payment › Events › Signature', 'An event whose signature is not that of its timestamp and body takes no effect.'),
  'pay-receiver.signature.constant-time': must('Payment › Events › Signature', 'The signature is compared in constant time.', { unobservable: TIMING }),

  // Deduplication
  'pay-receiver.dedup.same-event': must('Payment › Events › Receiver rules', 'An event that is delivered again, with another delivery id, timestamp and signature, takes effect once.'),
  'pay-receiver.dedup.concurrent': must('Payment › Events › Receiver rules', 'An event whose deliveries arrive at the same moment takes effect once.'),
  'pay-receiver.dedup.late': must('Payment › Events › Receiver rules', 'An event that is delivered again after others takes no second effect.'),
  'pay-receiver.dedup.key-is-event': must('Payment › Events › Receiver rules', 'An event of a transaction of which another event was taken takes effect as well.'),
  'pay-receiver.dedup.not-poisoned': must('Payment › Events › Receiver rules', 'An event takes effect when a forged one with its event_id came before it.'),
  'pay-receiver.dedup.after-failure': must('Payment › Events › Receiver rules', 'An event whose first delivery the receiver did not answer with a 2xx takes effect, once, when it is tried again.'),
  'pay-receiver.dedup.both-urls': must('Payment › Events › Which URL is called', 'An event that arrives at webhook_url and at callback_url takes effect once.'),

  // What becomes of events
  'pay-receiver.status.terminal-kept': should('Payment › States and transitions', 'A transaction that an event has ended keeps its status when an event of an earlier one arrives late.', { over: { status: terminalStatuses } }),
  'pay-receiver.event.each-end': should('Payment › Events › Which URL is called', 'An event of a terminal status does not end in a 5xx, however it is named.', { over: { status: terminalStatuses } }),
  'pay-receiver.event.other-names': should('Payment › Events › Receiver rules', 'An event with a name that is not known does not end in a 5xx.'),
  'pay-receiver.payload.amount-number': must('Payment › Resources › Webhook payload', 'amount is a number: 500, 500.0 and 5e2 are taken as one amount.'),
  'pay-receiver.payload.metadata': must('Payment › Resources › Webhook payload', 'metadata is an object: an event is taken whatever its members are.'),
  'pay-receiver.missed.recovered': should('Payment › Events › Receiver rules', 'A payment whose event was missed is asked for by GET /api/v1/payments/{id}.', { unobservable: NO_RECORD }),
} as const satisfies Record<string, Requirement>

export type PaymentReceiverRequirementId = keyof typeof paymentReceiverRequirements
