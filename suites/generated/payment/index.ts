import { type Check, type CheckContext, defineCheck } from '../../../kit/check.ts'
import { status } from '../../../kit/match/index.ts'
import { validCreation } from '../../payment/acceptance.ts'
import { records } from '../../payment/records.ts'
import type { Property } from '../trial.ts'

type Loaded = (t: CheckContext) => Promise<Property<unknown>>
type Given = Omit<Parameters<typeof defineCheck>[0], 'run' | 'phase' | 'cost' | 'generated'>

/** Requests per value, and values at each depth. */
interface Price {
  readonly requests: number
  readonly standard: number
  readonly deep: number
}

/** A check of many values. Its generators are loaded when it runs: most runs need none. */
function generated(given: Given, { requests, standard, deep }: Price, load: () => Promise<Loaded>): Check {
  return defineCheck({
    ...given,
    tier: 'write',
    phase: 'generated',
    generated: { standard, deep },
    cost: { requests: { live: requests * standard } },
    async run(t) {
      t.control(await t.use(validCreation), status('2xx'))
      const [{ hold }, property] = await Promise.all([import('../trial.ts'), load().then((made) => made(t))])
      await hold(t, given, property)
    },
  })
}

const as = <T>(property: (t: CheckContext) => Promise<Property<T>>): Loaded => property as unknown as Loaded

const needs = ['payment.keys.live', 'payment.bodies.mobile'] as const
const uses = [validCreation, records]

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
    { requests: 3, standard: 60, deep: 400 },
    async () => as((await import('./accepted.ts')).acceptedCreations),
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
    { requests: 1, standard: 300, deep: 1000 },
    async () => as((await import('./refused.ts')).refusedCreations),
  ),
  generated(
    {
      id: 'pay/generated/unreadable',
      title: 'Generated bodies that are no JSON object are refused',
      covers: ['pay.validation.malformed-json', 'pay.validation.not-an-object', 'pay.error.handled'],
      needs,
      uses,
    },
    { requests: 1, standard: 100, deep: 250 },
    async () => as((await import('./unreadable.ts')).unreadableBodies),
  ),
  generated(
    {
      id: 'pay/generated/keys',
      title: 'Generated keys that differ in their last character make two payments',
      covers: ['pay.idempotency.long-key-distinct', 'pay.idempotency.key-max-accepted', 'pay.error.handled'],
      needs,
      uses,
    },
    { requests: 2, standard: 40, deep: 150 },
    async () => as((await import('./keys.ts')).distinctKeys),
  ),
  generated(
    {
      id: 'pay/generated/long-keys',
      title: 'Generated keys of more than 255 characters are refused',
      covers: ['pay.idempotency.key-too-long', 'pay.error.handled'],
      needs,
      uses,
    },
    { requests: 1, standard: 30, deep: 100 },
    async () => as((await import('./keys.ts')).longKeys),
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
    { requests: 1, standard: 80, deep: 300 },
    async () => as((await import('./ids.ts')).pathIds),
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
    { requests: 1, standard: 100, deep: 600 },
    async () => as((await import('./callers.ts')).unknownCallers),
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
    { requests: 1, standard: 60, deep: 150 },
    async () => as((await import('./told.ts')).toldPayments),
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
    { requests: 12, standard: 60, deep: 100 },
    async () => as((await import('./commands.ts')).histories),
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
    { requests: 8, standard: 30, deep: 60 },
    async () => as((await import('./races.ts')).races),
  ),
]
