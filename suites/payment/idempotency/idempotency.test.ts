import { expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../tests/made-up/payment-events.ts'
import { type Answered, saidBy } from '../../../tests/made-up/recorded.ts'
import { mobilePayment } from '../client/payment.ts'
import { Records, records } from '../client/records.ts'
import { idempotency } from './idempotency.ts'

const LOST: Answered = {}
const made = (id: string, status = 201): Answered => ({ status, answer: { data: { id } } })
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
