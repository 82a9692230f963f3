import type { Claim } from '../define.ts'

/** A payment that is made and completed, and its events: where a deployment shows most of what rules look at. */
export const COMPLETED_PAYMENT = [
  'payment.keys.live',
  'payment.bodies.mobile',
  'payment.outcomes.completed',
  'webhooks',
  'allow.payments',
] as const satisfies readonly Claim[]
