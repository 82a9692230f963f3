import type { PaymentRequirementId } from '../../../../specs/payment/requirements.ts'
import type { Cause } from '../../http/refusal.ts'
import { type Flaw, flaw } from '../flaw.ts'

/** What was refused for a cause is made all the same, and completed. */
const made = (title: string, cause: Cause, ...besides: readonly PaymentRequirementId[]): Flaw =>
  flaw(title, ['pay.error.no-effect', ...besides], {
    executes: (refused) => (refused === cause ? 'completes' : undefined),
  })

/** Answers that hide what was done. */
export const refusalEffectFlaws: Record<string, Flaw> = {
  'small-amount-is-charged': made('499 shillings are refused and charged', 'amount-minimum'),
  'bad-currency-is-charged': made('A creation in an unsupported currency is refused and executed', 'currency'),
  'bad-phone-is-charged': made('A creation with a bad phone is refused and executed', 'phone'),
  'over-long-key-is-charged': flaw(
    'A creation with an over-long key is refused and executed',
    ['pay.error.no-effect'],
    { executes: (refused) => (refused === 'key-too-long' ? 'completes' : undefined) },
    // Where the seed has one of them sent again.
    ['pay.idempotency.no-second-payment'],
  ),
  'keyless-creation-stays': flaw(
    'A creation without Idempotency-Key is refused and leaves a pending payment',
    ['pay.error.no-effect'],
    { executes: (refused) => (refused === 'key-missing' ? 'stays' : undefined) },
  ),
  'small-amount-stays': flaw(
    '499 shillings are refused and leave a pending payment, which takes the reference',
    ['pay.error.no-effect'],
    { executes: (refused) => (refused === 'amount-minimum' ? 'stays' : undefined), executedTakesReference: true },
  ),
  'refused-test-key-stays': flaw(
    'A creation with a test key is refused and leaves a pending payment, which takes the reference',
    ['pay.error.no-effect', 'pay.access.test-key'],
    { executes: (refused) => (refused === 'test-mode' ? 'stays' : undefined), executedTakesReference: true },
  ),
  'unclassified-failure-is-charged': made('A creation answered PAYMENT_FAILED is charged later', 'unclassified'),
  'limited-creation-is-charged': flaw(
    'A creation over the limit is refused and executed',
    ['pay.error.no-effect', 'pay.idempotency.no-second-payment'],
    (before) => ({
      ...before,
      steps: { ...before.steps, create: [...before.steps.create.filter((each) => each !== 'limit'), 'limit'] },
      executes: (refused) => (refused === 'rate' ? 'completes' : undefined),
    }),
  ),
  'collision-stays': flaw(
    'A used key with another body answers CONFLICT and leaves a pending payment, which takes the reference',
    ['pay.error.no-effect'],
    { executes: (refused) => (refused === 'key-collision' ? 'rests' : undefined), executedTakesReference: true },
  ),
  'blocked-payment-stays': flaw(
    'A payment that the risk policy blocks stays pending all the same, and takes the reference',
    ['pay.error.no-effect'],
    { executes: (refused) => (refused === 'risk' ? 'rests' : undefined), executedTakesReference: true },
  ),
  'duplicate-takes-urls': flaw(
    'A creation answered DUPLICATE_REFERENCE has the other payment call its URLs',
    ['pay.webhook.own-events-only', 'pay.webhook.every-change'],
    {
      urlsAfterDuplicate: (called, { webhookUrl, callbackUrl }) => ({
        webhook: webhookUrl === undefined ? called.webhook : [webhookUrl],
        callback: callbackUrl === undefined ? called.callback : [callbackUrl],
      }),
    },
  ),
  'duplicate-cancels-first': flaw(
    'A creation answered DUPLICATE_REFERENCE cancels the payment that has the reference',
    ['pay.error.no-effect'],
    { afterDuplicate: () => 'cancelled' },
  ),
  'duplicate-fails-processing': flaw(
    'A creation answered DUPLICATE_REFERENCE fails the payment that has the reference, where that is processing',
    ['pay.error.no-effect'],
    { afterDuplicate: ({ status }) => (status === 'processing' ? 'failed' : status) },
  ),
  'duplicate-is-charged': made(
    'A creation answered DUPLICATE_REFERENCE is executed all the same',
    'duplicate-reference',
    'pay.reference.concurrent-one-live',
  ),
  'collision-is-charged': made(
    'A used key with another body answers CONFLICT and makes a payment',
    'key-collision',
    'pay.idempotency.no-second-payment',
  ),
}
