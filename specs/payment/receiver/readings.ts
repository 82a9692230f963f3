import type { Reading } from '../../contract.ts'
import type { PaymentHeading } from '../headings.ts'
import type { PaymentReceiverRequirementId } from './requirements.ts'

interface PaymentReceiverReading extends Reading {
  readonly at: PaymentHeading
  readonly touches: readonly PaymentReceiverRequirementId[]
}

/** Decisions where sentences of the payment document about receivers collide or stop short. */
export const paymentReceiverReadings = {
  'pay-receiver.reading.refusals': {
    at: 'Payment › Events › Signature',
    conflict: 'Receivers compare signatures, and no sentence says how they answer where one does not verify.',
    policy:
      'A 2xx to a forged event is advised against: a status other than 2xx has the service try again what it signed wrongly. Any other status passes. That a forged event takes effect fails.',
    touches: [
      'pay-receiver.signature.missing-refused',
      'pay-receiver.signature.tampered-refused',
      'pay-receiver.signature.rewritten-refused',
      'pay-receiver.signature.other-key-refused',
      'pay-receiver.signature.whole-digest',
      'pay-receiver.signature.scheme',
      'pay-receiver.signature.timestamp-signed',
      'pay-receiver.signature.timestamp-required',
      'pay-receiver.signature.body-alone-refused',
      'pay-receiver.signature.forged-no-effect',
    ],
  },
  'pay-receiver.reading.failed-attempts': {
    at: 'Payment › Events › Receiver rules',
    conflict: 'Receivers answer with a 2xx, and a failure is what retries are for.',
    policy:
      'A failed attempt passes where the event is taken when it is tried again, twice at most and within seconds. Of deliveries at the same moment one has to be taken.',
    touches: ['pay-receiver.answer.success', 'pay-receiver.dedup.concurrent', 'pay-receiver.dedup.after-failure'],
  },
  'pay-receiver.reading.old-timestamps': {
    at: 'Payment › Events › Headers',
    conflict: 'The timestamp is signed, and no sentence says for how long.',
    policy:
      'To take old ones and to refuse them are both lawful: every event that is judged carries the time of its sending.',
    touches: ['pay-receiver.answer.success', 'pay-receiver.dedup.late'],
  },
  'pay-receiver.reading.order': {
    at: 'Payment › States and transitions',
    conflict: 'Four statuses are terminal, and the order in which events arrive is not shown.',
    policy:
      'A receiver that goes back from completed to processing for an event that comes late is advised against it.',
    touches: ['pay-receiver.status.terminal-kept'],
  },
} as const satisfies Record<string, PaymentReceiverReading>
