import type { Unstated } from '../../contract.ts'
import type { PaymentHeading } from '../headings.ts'

const open = (at: PaymentHeading, text: string): Unstated => ({ at, text })

/** What the payment document leaves to those who call the service. Recorded, never judged. */
export const paymentCallerUnstated = {
  'pay-caller.open.conflict': open('Payment › Errors › Payments', 'What follows a creation that is answered CONFLICT.'),
  'pay-caller.open.provider-error': open(
    'Payment › Errors › Not found, rate limit, server, upstream',
    'Whether a request that is answered PROVIDER_ERROR is sent again.',
  ),
  'pay-caller.open.attempts': open(
    'Payment › Errors › Retry rules',
    'How many times, and after which pauses, a creation is sent.',
  ),
  'pay-caller.open.key-form': open(
    'Payment › Resources › Payment create request',
    'What an Idempotency-Key is made of.',
  ),
  'pay-caller.open.duplicate': open(
    'Payment › Errors › Retry rules',
    'What follows a creation that is answered DUPLICATE_REFERENCE.',
  ),
} as const satisfies Readonly<Record<string, Unstated>>
