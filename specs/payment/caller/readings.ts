import type { Reading } from '../../contract.ts'
import type { PaymentHeading } from '../headings.ts'
import type { PaymentCallerRequirementId } from './requirements.ts'

interface PaymentCallerReading extends Reading {
  readonly at: PaymentHeading
  readonly touches: readonly PaymentCallerRequirementId[]
}

/** Decisions where sentences of the payment document on its callers overlap, collide or stop short. */
export const paymentCallerReadings = {
  'pay-caller.reading.no-retry': {
    at: 'Payment › Errors › Retry rules',
    conflict: 'The rules say how to retry, and nothing says that a client tries again by itself.',
    policy: 'A client that sends nothing again is lawful, which is noted. What it sends again is judged.',
    touches: [
      'pay-caller.retry.happens',
      'pay-caller.key.same-on-retry',
      'pay-caller.retry.same-request',
      'pay-caller.retry.replay-is-success',
    ],
  },
  'pay-caller.reading.reset-formats': {
    at: 'Payment › Errors › Not found, rate limit, server, upstream',
    conflict: 'X-RateLimit-Reset tells when to retry, in a format that is not shown.',
    policy:
      'It is served as Unix seconds, as seconds from now and as a date. One that is not understood warns. All of them missed fails.',
    touches: ['pay-caller.retry.after-reset'],
  },
  'pay-caller.reading.long-keys': {
    at: 'Payment › Limits',
    conflict:
      'A key has at most 255 characters, how long a reference is at most is not shown, and some keys are made of it.',
    policy:
      'A key that a long reference alone makes too long warns where the client tells that the service refuses it, and fails where it tells that as done.',
    touches: ['pay-caller.key.length'],
  },
  'pay-caller.reading.same-bytes': {
    at: 'Payment › Errors › Retry rules',
    conflict: 'A retry has the same key, and whether its body has the same bytes is not told.',
    policy: 'Other values of listed fields fail. The same values in other bytes warn.',
    touches: ['pay-caller.retry.same-request', 'pay-caller.retry.same-bytes'],
  },
  'pay-caller.reading.provider-error': {
    at: 'Payment › Errors › Not found, rate limit, server, upstream',
    conflict: 'PROVIDER_ERROR is not automatically retryable, yet it is one of the other 5xx.',
    policy: 'Either passes. A creation that is sent again has its key.',
    touches: ['pay-caller.key.same-on-retry', 'pay-caller.retry.same-request'],
  },
  'pay-caller.reading.success-status': {
    at: 'Payment › Endpoints',
    conflict: 'A creation answers with the payment, without a status; a replay answers 200.',
    policy:
      'A 200 after a lost answer that is told as a failure fails. First answers of 200, 201 or 202 that are warn.',
    touches: ['pay-caller.success.any', 'pay-caller.retry.replay-is-success'],
  },
} as const satisfies Record<string, PaymentCallerReading>
