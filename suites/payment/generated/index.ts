import type { Check } from '../../../kit/check/check.ts'
import type { Price } from '../../shared/generated/define.ts'
import { validCreation } from '../client/acceptance.ts'
import { controlCreation } from '../client/control.ts'
import { mobilePayment } from '../client/payment.ts'
import { records } from '../client/records.ts'
import type { CheckContext } from '../define.ts'
import { generated } from './define.ts'

const accepted = async (t: CheckContext): Promise<void> => {
  controlCreation(t, await t.use(validCreation))
  // It settles where ids and statuses stand in an answer.
  await t.use(mobilePayment)
}

/** Values of which each one asks so many requests of a live key. */
const price = (requests: number, standard: number, deep: number): Price<'live'> => ({
  requests,
  key: 'live',
  standard,
  deep,
})

const needs = ['payment.keys.live', 'payment.bodies.mobile'] as const
const uses = [validCreation, mobilePayment, records]

/** The checks of generated values of the payment service. */
export const generatedPaymentChecks: readonly Check[] = [
  generated(
    {
      id: 'pay/generated/accepted',
      title: 'Generated creations are accepted, replayed and read back',
      covers: [
        'pay.create.mobile',
        'pay.create.returns-payment',
        'pay.idempotency.replay-status',
        'pay.idempotency.replay-same-payment',
        'pay.error.handled',
      ],
      needs,
      uses,
    },
    price(3, 60, 400),
    accepted,
    async () => (await import('./accepted.ts')).acceptedCreations,
  ),
  generated(
    {
      id: 'pay/generated/refused',
      title: 'Generated creations with one fault are refused',
      covers: [
        'pay.amount.minimum',
        'pay.amount.not-positive',
        'pay.amount.wrong-type',
        'pay.currency.unsupported',
        'pay.network.invalid',
        'pay.phone.bad',
        'pay.customer.email-valid',
        'pay.validation.wrong-type',
        'pay.validation.url-fields',
        'pay.error.handled',
      ],
      needs,
      uses,
    },
    price(1, 300, 1000),
    accepted,
    async () => (await import('./refused.ts')).refusedCreations,
  ),
  generated(
    {
      id: 'pay/generated/unreadable',
      title: 'Generated bodies that are no JSON object are refused',
      covers: ['pay.validation.malformed-json', 'pay.validation.not-an-object', 'pay.error.handled'],
      needs,
      uses,
    },
    price(1, 100, 250),
    accepted,
    async () => (await import('./unreadable.ts')).unreadableBodies,
  ),
  generated(
    {
      id: 'pay/generated/keys',
      title: 'Generated keys that differ in their last character make two payments',
      covers: ['pay.idempotency.long-key-distinct', 'pay.idempotency.key-max-accepted', 'pay.error.handled'],
      needs,
      uses,
    },
    price(2, 40, 150),
    accepted,
    async () => (await import('./keys.ts')).distinctKeys,
  ),
  generated(
    {
      id: 'pay/generated/long-keys',
      title: 'Generated keys of more than 255 characters are refused',
      covers: ['pay.idempotency.key-too-long', 'pay.error.handled'],
      needs,
      uses,
    },
    price(1, 30, 100),
    accepted,
    async () => (await import('./keys.ts')).longKeys,
  ),
  generated(
    {
      id: 'pay/generated/ids',
      title: 'Generated ids that are no UUID or name nothing are refused',
      covers: [
        'pay.id.invalid-read',
        'pay.id.invalid-refresh',
        'pay.id.missing-read',
        'pay.id.missing-refresh',
        'pay.error.handled',
      ],
      needs,
      uses,
    },
    price(1, 80, 300),
    accepted,
    async () => (await import('./ids.ts')).pathIds,
  ),
  generated(
    {
      id: 'pay/generated/callers',
      title: 'Generated callers that nobody knows are refused before anything else is looked at',
      covers: [
        'pay.auth.before-endpoint',
        'pay.auth.missing-header',
        'pay.auth.scheme',
        'pay.auth.invalid-key',
        'pay.error.handled',
      ],
      needs,
      uses,
    },
    price(1, 100, 600),
    accepted,
    async () => (await import('./callers.ts')).unknownCallers,
  ),
  generated(
    {
      id: 'pay/generated/told',
      title: 'Events tell of generated payments what was sent, and verify',
      covers: [
        'pay.event.merchant-reference',
        'pay.event.amount',
        'pay.event.currency',
        'pay.signature.verifies',
        'pay.error.handled',
      ],
      needs: [...needs, 'webhooks'],
      uses,
    },
    price(1, 60, 150),
    accepted,
    async () => (await import('./told.ts')).toldPayments,
  ),
  generated(
    {
      id: 'pay/generated/histories',
      title: 'Generated histories of payments keep what is promised of keys, references and statuses',
      covers: [
        'pay.create.mobile',
        'pay.idempotency.replay-status',
        'pay.idempotency.replay-same-payment',
        'pay.idempotency.replay-after-terminal',
        'pay.idempotency.no-second-payment',
        'pay.reference.duplicate-live',
        'pay.reference.duplicate-completed',
        'pay.reference.existing-transaction-id',
        'pay.reference.existing-status',
        'pay.reference.echo',
        'pay.reference.reuse-after-failed',
        'pay.reference.reuse-after-expired',
        'pay.reference.reuse-after-cancelled',
        'pay.read.payment',
        'pay.refresh.payment',
        'pay.status.terminal-is-final',
        'pay.profile.update',
        'pay.error.handled',
      ],
      needs,
      uses,
    },
    price(12, 60, 100),
    accepted,
    async () => (await import('./commands.ts')).histories,
  ),
  generated(
    {
      id: 'pay/generated/races',
      title: 'Generated races of creations are explained by some order of them',
      covers: [
        'pay.idempotency.concurrent-one-payment',
        'pay.reference.concurrent-one-live',
        'pay.idempotency.concurrent-answers',
        'pay.error.handled',
      ],
      needs,
      uses,
    },
    price(8, 30, 60),
    accepted,
    async () => (await import('./races.ts')).races,
  ),
]
