import type { Check } from '../../kit/check/check.ts'
import type { Claim } from './define.ts'

/** A payment that is made and completed, and its events: where a deployment shows most of what rules look at. */
const EVENTS: readonly Claim[] = [
  'payment.keys.live',
  'payment.bodies.mobile',
  'payment.outcomes.completed',
  'webhooks',
  'allow.payments',
]

/** Says of every rule, which sends nothing itself, what has to be claimed for it to see something. */
export function withSources(check: Check): Check {
  return check.phase === 'rules' ? { ...check, observes: EVENTS } : check
}
