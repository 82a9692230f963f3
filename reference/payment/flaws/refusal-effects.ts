import type { PaymentRequirementId } from '../../../specs/payment/requirements.ts'
import type { Cause } from '../http/refusal.ts'
import { type Flaw, flaw } from './flaw.ts'

/** What was refused for a cause is made all the same, and completed. */
const made = (
  title: string,
  cause: Cause,
  breaks: readonly PaymentRequirementId[] = ['pay.error.no-effect'],
  mayBreak: readonly PaymentRequirementId[] = [],
): Flaw =>
  flaw(
    title,
    breaks,
    (before) => ({
      ...before,
      refusedCourse: (refusal) => (refusal.cause === cause ? 'completes' : before.refusedCourse(refusal)),
    }),
    mayBreak,
  )

/** Answers that hide what was done. */
export const refusalEffectFlaws: Record<string, Flaw> = {
  'small-amount-is-charged': made('499 shillings are refused and charged', 'amount-minimum'),
  'bad-currency-is-charged': made('A creation in an unsupported currency is refused and executed', 'currency'),
  'bad-phone-is-charged': made('A creation with a bad phone is refused and executed', 'phone'),
  'over-long-key-is-charged': made('A creation with an over-long key is refused and executed', 'key-too-long'),
  'unclassified-failure-is-charged': made('A creation answered PAYMENT_FAILED is charged later', 'unclassified'),
  'duplicate-is-charged': made(
    'A creation answered DUPLICATE_REFERENCE is executed all the same',
    'duplicate-reference',
  ),
  'collision-is-charged': made('A used key with another body answers CONFLICT and makes a payment', 'key-collision'),
  'refused-funds-are-charged': made('A creation answered INSUFFICIENT_FUNDS is completed', 'insufficient-funds', [
    'pay.outcome.insufficient-funds',
  ]),
  'blocked-is-charged': made('A creation that the screening blocked is completed', 'screening', ['pay.access.blocked']),
}
