import { expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { mobilePayment } from '../client/payment.ts'
import { Records, records } from '../client/records.ts'
import { idempotency } from './idempotency.ts'

const LOST: Answered = {}
const made = (id: string, status = 201): Answered => ({ status, answer: { data: { id } } })
const LIMITED: Answered = { status: 429, answer: { error_code: 'RATE_LIMIT_EXCEEDED' } }
const duplicateOf = (existing_transaction_id: string): Answered => ({
  status: 409,
  answer: { error_code: 'DUPLICATE_REFERENCE', details: { existing_transaction_id } },
})
const [ONE, STATUS] = ['pay.idempotency.after-lost-answer', 'pay.idempotency.replay-status']

test.for<[string, Answered[], string[]]>([
  ['the payment, and the same again', [made(PAYMENT), made(PAYMENT, 200)], [`pass ${STATUS}`, `pass ${ONE}`]],
  ['one payment, and another', [made(PAYMENT), made(OTHER, 200)], [`pass ${STATUS}`, `fail ${ONE}`]],
  // That it names the payment is no replay of it.
  ['the payment, and that it is a duplicate', [made(PAYMENT), duplicateOf(PAYMENT)], [`fail ${STATUS}`, `fail ${ONE}`]],
  [
    'that it is a duplicate, twice',
    [duplicateOf(PAYMENT), duplicateOf(PAYMENT)],
    [`unexercised ${STATUS}`, `fail ${ONE}`],
  ],
  ['the payment, and then by a limiter', [made(PAYMENT), LIMITED], [`blocked ${ONE}`, `blocked ${STATUS}`]],
  // It never came to the service.
  ['the payment, and then by nobody', [made(PAYMENT), { fault: 'refused' }], [`blocked ${ONE}`, `blocked ${STATUS}`]],
  ['success that shows no payment', [{ status: 201 }, { status: 200 }], [`pass ${STATUS}`, `unexercised ${ONE}`]],
])('after an answer that was lost the retries are answered with %s', async ([_, answers, expected]) => {
  const said = await saidBy(
    idempotency.find(({ id }) => id === 'pay/idempotency/lost-answer'),
    {
      service: { baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
      fixtures: {
        [mobilePayment.name]: { key: { name: 'live[0]', value: 'sk' }, id: OTHER },
        [records.name]: new Records({}),
      },
      answers: [LOST, ...answers],
    },
  )
  expect(said).toEqual(expected)
})

const [DISTINCT, LONG] = ['pay.reference.distinct', 'pay.idempotency.long-key-distinct']
const FIRST = '99999999-9999-4999-8999-999999999999'
const CONFLICT: Answered = { status: 409, answer: { error_code: 'CONFLICT' } }

test.for<[string, Answered[], string[]]>([
  ['a payment of its own', [made(OTHER)], [`pass ${DISTINCT}`, `pass ${LONG}`]],
  ['the first payment', [made(FIRST)], [`pass ${DISTINCT}`, `fail ${LONG}`]],
  ['a conflict of its key', [CONFLICT], [`unexercised ${DISTINCT}`, `fail ${LONG}`]],
  // The reference is taken for the other one: it shows nothing of the key, and another one is sent.
  ['a duplicate, and then a payment', [duplicateOf(FIRST), made(OTHER)], [`fail ${DISTINCT}`, `pass ${LONG}`]],
  ['a duplicate, and then a conflict', [duplicateOf(FIRST), CONFLICT], [`fail ${DISTINCT}`, `fail ${LONG}`]],
  ['a refusal for something else', [{ status: 403 }], [`unexercised ${DISTINCT}`, `blocked ${LONG}`]],
])('another 255th character and another letter case are answered with %s', async ([_, answers, expected]) => {
  const said = await saidBy(
    idempotency.find(({ id }) => id === 'pay/idempotency/long-keys'),
    {
      service: { baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
      fixtures: {
        [mobilePayment.name]: {
          ...{ key: { name: 'live[0]', value: 'sk' }, id: FIRST, reference: 'ref-1', idempotencyKey: 'key-k' },
          creation: exchangeOf({ status: 201 }),
        },
        [records.name]: new Records({}),
      },
      answers,
      context: { seed: 0 },
    },
  )
  expect(said).toEqual(expected)
})
