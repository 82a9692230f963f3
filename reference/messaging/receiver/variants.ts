import type { Variant } from '../../receiver/patch.ts'
import { receiverVariants } from '../../receiver/variants.ts'
import type { MessagingReceiverBehaviour } from './behaviour.ts'

/** Lawful choices of a receiver of SMS webhooks, by name. */
export const messagingReceiverVariants: Readonly<Record<string, Variant<MessagingReceiverBehaviour>>> = {
  ...receiverVariants,
  'without-secret': {
    title: 'Has no secret, and takes what is not signed',
    patch: { secretless: true, signature: { isChecked: false } },
  },
  'takes-compact-json-alone': {
    title: 'Refuses JSON with escapes that it does not need',
    patch: { compactAlone: true },
  },
  'minds-reports-alone': { title: 'Makes nothing of sms.sent', patch: { ignores: ['sms.sent'] } },
  'own-words': {
    title: 'Calls what becomes of messages in its own words',
    patch: { words: { sent: 'Accepted', delivered: 'HANDSET', failed: 'lost', expired: 'lost' } },
  },
  'submitted-for-delivery': {
    title: 'Calls a message that was sent submitted for delivery',
    patch: { words: { sent: 'submitted for delivery' } },
  },
  'one-word': {
    title: 'Calls every message by one word',
    patch: { words: { sent: 'known', delivered: 'known', failed: 'known', expired: 'known' } },
  },
  'two-words': { title: 'Tells failures from the rest alone', patch: { words: { sent: 'ok', delivered: 'ok' } } },
  'wants-submit-first': {
    title: 'Makes nothing of a report of a message that it has not heard of',
    patch: { wantsSubmitFirst: true },
  },
  'refuses-other-channels': {
    title: 'Answers 404 and 422 to channels that it has no use for',
    patch: { channels: { whatsapp: 404, otp: 422 } },
  },
}
