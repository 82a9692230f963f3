import type { Reading } from '../../contract.ts'
import type { MessagingHeading } from '../headings.ts'
import type { MessagingReceiverRequirementId } from './requirements.ts'

interface MessagingReceiverReading extends Reading {
  readonly at: MessagingHeading
  readonly touches: readonly MessagingReceiverRequirementId[]
}

/** Decisions where sentences of the messaging document about receivers collide or stop short. */
export const messagingReceiverReadings = {
  'msg-receiver.reading.refusals': {
    at: 'Messaging › Events › Signature verification',
    conflict:
      'The signature header must be present and valid, and on a bad one a receiver should answer with a status that is not 2xx.',
    policy:
      'A 2xx fails: it ends the retries with which the service would come back with what is valid. A 5xx warns, since a 4xx is recommended. Any 4xx passes.',
    touches: [
      'msg-receiver.signature.missing-refused',
      'msg-receiver.signature.tampered-refused',
      'msg-receiver.signature.rewritten-refused',
      'msg-receiver.signature.other-secret-refused',
      'msg-receiver.signature.whole-digest',
      'msg-receiver.signature.client-error',
    ],
  },
  'msg-receiver.reading.compact': {
    at: 'Messaging › Events › Request',
    conflict: 'Bodies are compact, which tells of white space and not of escapes; the raw body is verified.',
    policy:
      'A receiver that refuses escapes that are not needed, whoever signed them, is lawful, which is noted. One that takes them under the signature of other bytes verifies no raw body.',
    touches: ['msg-receiver.signature.raw-body'],
  },
  'msg-receiver.reading.failed-attempts': {
    at: 'Messaging › Events › Receiver response and retries',
    conflict: 'A 2xx is success, and a failure is what retries are for.',
    policy:
      'A failed attempt passes where the event is taken when it is tried again, twice at most and within seconds. Of deliveries at the same moment one has to be taken.',
    touches: ['msg-receiver.answer.success', 'msg-receiver.dedup.concurrent', 'msg-receiver.dedup.after-failure'],
  },
  'msg-receiver.reading.words': {
    at: 'Messaging › Events › Events and data',
    conflict: 'Receivers branch on event, and how they call what became of a message is theirs.',
    policy:
      'The words of a receiver are learnt from plain events of each kind, and what an odd label leads to is held against them. Where it has one word for two kinds, they cannot be told apart, and nothing is said.',
    touches: [
      'msg-receiver.status.delivered-whatever-label',
      'msg-receiver.status.failed-whatever-label',
      'msg-receiver.event.sent-no-proof',
    ],
  },
  'msg-receiver.reading.local': {
    at: 'Messaging › Events › Receiver response and retries',
    conflict: 'Webhook URLs are public and use https, and a receiver that is being written has neither.',
    policy: 'On a local target the two statements speak of nothing that is there.',
    touches: ['msg-receiver.url.https', 'msg-receiver.url.public'],
  },
} as const satisfies Record<string, MessagingReceiverReading>
