import type { Variant } from '../../receiver/patch.ts'
import { receiverVariants } from '../../receiver/variants.ts'
import type { PaymentReceiverBehaviour } from './behaviour.ts'

const MINUTES = 60_000

/** Lawful choices of a receiver of payment webhooks, by name. */
export const paymentReceiverVariants: Readonly<Record<string, Variant<PaymentReceiverBehaviour>>> = {
  ...receiverVariants,
  'refuses-500': { title: 'Lets its framework answer 500 to a wrong signature', patch: { refusal: { status: 500 } } },
  'refuses-old-timestamps': { title: 'Refuses timestamps five minutes away', patch: { oldestMs: 5 * MINUTES } },
  'minds-the-end-alone': {
    title: 'Makes nothing of events before the end',
    patch: { ignores: ['payment.processing'] },
  },
  'takes-the-end-alone': {
    title: 'Answers 422 to any name but payment.completed',
    patch: { ignores: ['payment.processing'], unknown: { status: 422 } },
  },
  'minds-success-alone': {
    title: 'Makes nothing of events but that of success',
    patch: {
      ignores: ['payment.pending', 'payment.processing', 'payment.failed', 'payment.expired', 'payment.cancelled'],
    },
  },
  'own-words': {
    title: 'Calls statuses in its own words',
    patch: { words: { completed: ' PAID ', processing: 'open', pending: 'open' } },
  },
  'one-word': {
    title: 'Calls every payment by one word',
    patch: { words: { completed: 'known', processing: 'known' } },
  },
}
