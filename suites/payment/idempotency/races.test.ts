import { expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../tests/made-up/payment-events.ts'
import { type Answered, saidBy } from '../../../tests/made-up/recorded.ts'
import { mobilePayment } from '../client/payment.ts'
import { Records, records } from '../client/records.ts'
import { races } from './races.ts'

const made = (id: string): Answered => ({ status: 201, answer: { data: { id } } })
const conflict: Answered = { status: 409, answer: { error_code: 'CONFLICT' } }
const failed: Answered = { status: 500, answer: { error_code: 'INTERNAL_ERROR' } }
const read: Answered = { status: 200, answer: { data: { status: 'processing' } } }
const missing: Answered = { status: 404, answer: { error_code: 'RESOURCE_NOT_FOUND' } }
const times = (many: number, answer: Answered): Answered[] => Array.from({ length: many }, () => answer)

const saidOf = (id: string, answers: readonly Answered[]): Promise<string[]> =>
  saidBy(
    races.find((each) => each.id === id),
    {
      service: { baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
      fixtures: { [mobilePayment.name]: {}, [records.name]: new Records({}) },
      answers,
    },
  )

const [ONE, ANSWERS, LIVE] = [
  'pay.idempotency.concurrent-one-payment',
  'pay.idempotency.concurrent-answers',
  'pay.reference.concurrent-one-live',
]

test.for<[string, Answered[], string[]]>([
  [
    'one payment, and conflicts',
    [made(PAYMENT), ...times(4, conflict), made(PAYMENT)],
    [`pass ${ONE}`, ...times(5, {}).map(() => `pass ${ANSWERS}`)],
  ],
  [
    'two payments',
    [made(PAYMENT), made(OTHER), ...times(3, conflict), made(PAYMENT), ...times(2, read)],
    [`fail ${ONE}`, ...times(3, {}).map(() => `pass ${ANSWERS}`)],
  ],
  [
    'one payment under two ids',
    [made(PAYMENT), made(OTHER), ...times(3, conflict), made(PAYMENT), read, ...times(2, missing)],
    [`unexercised ${ONE}`, `pass ${ANSWERS}`, `fail ${ANSWERS}`, ...times(3, {}).map(() => `pass ${ANSWERS}`)],
  ],
  [
    'one payment that is gone when the next is made, as by a restart',
    [...times(5, made(PAYMENT)), made(OTHER), missing, read, missing],
    [`unexercised ${ONE}`, `unexercised ${ANSWERS}`],
  ],
  [
    'two payments, the second of which reads show late',
    [made(PAYMENT), made(OTHER), ...times(3, conflict), made(PAYMENT), read, missing, read],
    [`fail ${ONE}`, ...times(3, {}).map(() => `pass ${ANSWERS}`)],
  ],
  [
    'two payments, of which reads show none',
    [made(PAYMENT), made(OTHER), ...times(3, conflict), made(PAYMENT), ...times(2, missing)],
    [`fail ${ONE}`, ...times(3, {}).map(() => `pass ${ANSWERS}`)],
  ],
  // Whoever cannot make a payment at the time has not made two of them.
  ['no payment', times(6, conflict), [`blocked ${ONE}`, `blocked ${ANSWERS}`]],
  [
    'a failure that comes once',
    [made(PAYMENT), failed, ...times(3, conflict), made(PAYMENT), ...times(5, conflict)],
    [`pass ${ONE}`, `pass ${ANSWERS}`, `blocked ${ANSWERS}`, ...times(3, {}).map(() => `pass ${ANSWERS}`)],
  ],
  [
    'a failure that comes each time',
    [made(PAYMENT), failed, ...times(3, conflict), made(PAYMENT), ...times(4, conflict), failed],
    [`pass ${ONE}`, `pass ${ANSWERS}`, `fail ${ANSWERS}`, ...times(3, {}).map(() => `pass ${ANSWERS}`)],
  ],
])('simultaneous requests with one key: %s', async ([_, answers, expected]) => {
  expect(await saidOf('pay/idempotency/concurrent', answers)).toEqual(expected)
})

test.for<[string, Answered[], string]>([
  ['one payment', [made(PAYMENT), ...times(4, conflict)], `pass ${LIVE}`],
  ['no payment', times(5, conflict), `blocked ${LIVE}`],
])('simultaneous requests with one reference: %s', async ([_, answers, expected]) => {
  expect(await saidOf('pay/references/concurrent', answers)).toEqual([expected])
})
