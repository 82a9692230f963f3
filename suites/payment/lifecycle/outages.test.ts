import { expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { validCreation } from '../client/acceptance.ts'
import { mobilePayment } from '../client/payment.ts'
import { Records, records } from '../client/records.ts'
import { providerOutages } from './outages.ts'

const CREATION = { url: 'http://127.0.0.1/api/v1/payments' }
const made = (id: string): Answered => ({ ...CREATION, status: 201, answer: { data: { id } } })
const refused = (status: number, error_code: string): Answered => ({ ...CREATION, status, answer: { error_code } })
const OUT = refused(502, 'PROVIDER_UNAVAILABLE')
const CONFLICT = refused(409, 'CONFLICT')
/** A gateway before the service had a bad moment. */
const MOMENT: Answered = { ...CREATION, status: 503, answer: '' }

const [UNAVAILABLE, ONE, TAKEN] = [
  'pay.upstream.unavailable',
  'pay.idempotency.after-provider-unavailable',
  'pay.idempotency.retry-after-outage',
]

test.for<[string, Answered[], string[]]>([
  [
    'an outage, then the payment',
    [OUT, made(PAYMENT), made(PAYMENT)],
    [`pass ${UNAVAILABLE}`, `pass ${TAKEN}`, `pass ${ONE}`],
  ],
  [
    'a bad moment before the outage',
    [MOMENT, OUT, made(PAYMENT), made(PAYMENT)],
    [`pass ${UNAVAILABLE}`, `pass ${TAKEN}`, `pass ${ONE}`],
  ],
  [
    'another payment at the replay',
    [OUT, made(PAYMENT), made(OTHER)],
    [`pass ${UNAVAILABLE}`, `pass ${TAKEN}`, `fail ${ONE}`],
  ],
  ['no outage', [made(PAYMENT)], [`fail ${UNAVAILABLE}`, `unexercised ${ONE}`, `unexercised ${TAKEN}`]],
  [
    'an outage that lasts',
    [OUT, OUT, OUT, OUT, OUT, OUT, OUT],
    [`pass ${UNAVAILABLE}`, `unexercised ${TAKEN}`, `unexercised ${ONE}`],
  ],
  [
    'an outage that lasts for its key alone',
    [OUT, OUT, OUT, OUT, OUT, OUT, made(OTHER), OUT],
    [`pass ${UNAVAILABLE}`, `fail ${TAKEN}`, `unexercised ${ONE}`],
  ],
  [
    'an outage that is over after so many attempts',
    [OUT, OUT, OUT, OUT, OUT, made(OTHER), refused(409, 'DUPLICATE_REFERENCE')],
    [`pass ${UNAVAILABLE}`, `unexercised ${TAKEN}`, `unexercised ${ONE}`],
  ],
  [
    'a conflict at each retry',
    [OUT, CONFLICT, CONFLICT, CONFLICT, CONFLICT],
    [`pass ${UNAVAILABLE}`, `fail ${TAKEN}`, `unexercised ${ONE}`],
  ],
])('%s', async ([_, answers, expected]) => {
  const check = providerOutages.find(({ id }) => id === 'pay/outages/retry')
  const said = await saidBy(check, {
    service: {
      baseUrl: 'http://127.0.0.1',
      keys: { live: ['sk'] },
      bodies: { mobile: { amount: 500 } },
      outcomes: { providerUnavailable: { with: {} } },
    },
    fixtures: {
      [validCreation.name]: exchangeOf(made(OTHER)),
      [mobilePayment.name]: {},
      [records.name]: new Records({}),
    },
    answers,
  })
  expect(said).toEqual(expected)
})
