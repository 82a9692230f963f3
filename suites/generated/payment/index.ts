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
    { requests: 1, standard: 250, deep: 1000 },
    async () => as((await import('./refused.ts')).refusedCreations),
  ),
]
