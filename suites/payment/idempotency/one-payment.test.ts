import { expect, test } from 'vitest'
import { OTHER, PAYMENT, told } from '../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { CREATE } from '../client/api.ts'
import { Records, records } from '../client/records.ts'
import { idempotency, LOST } from './idempotency.ts'
import { onePayment } from './one-payment.ts'
import { ONE_REFERENCE } from './races.ts'

const checks = [...idempotency, ...onePayment]
const MADE: Answered = { status: 201, answer: { data: { id: PAYMENT } } }
const LIMITED: Answered = { status: 429 }
const CUT: Answered = {}

const [AFTER_LOSS, BY_KEY, BY_REFERENCE] = [
  'pay/idempotency/lost-answer-events',
  'pay/idempotency/one-payment-per-key',
  'pay/references/one-live-told',
]

/** What events of these payments say, of creations with one reference that were answered so. */
function saidOf(id: string, label: string, answers: readonly Answered[], payments: readonly string[]) {
  const exchanges = answers.map((answer, at) => ({
    ...exchangeOf({ id: `x${at}`, operation: CREATE, label, sent: { reference: 'r1' }, ...answer }),
  }))
  for (const { request } of exchanges) Object.assign(request, { headers: [['Idempotency-Key', 'k1']] })
  return saidBy(
    checks.find((each) => each.id === id),
    {
      service: { baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] } },
      exchanges,
      deliveries: payments.map((payment, at) => told({ id: `d${at}`, payment, status: 'completed' })),
      fixtures: { [records.name]: new Records({}) },
    },
  )
}

test.for<[string, string, string, Answered[], string]>([
  ['a lost answer', AFTER_LOSS, LOST, [CUT, MADE], 'pass pay.idempotency.after-lost-answer'],
  ['a lost answer', AFTER_LOSS, LOST, [CUT, CUT], 'unexercised pay.idempotency.after-lost-answer'],
  ['a lost answer', AFTER_LOSS, LOST, [CUT, LIMITED], 'unexercised pay.idempotency.after-lost-answer'],
  ['one reference', BY_REFERENCE, ONE_REFERENCE, [MADE, MADE], 'pass pay.reference.concurrent-one-live'],
  ['one reference', BY_REFERENCE, ONE_REFERENCE, [MADE, CUT], 'unexercised pay.reference.concurrent-one-live'],
  ['one key', BY_KEY, 'replay', [MADE, MADE], 'pass pay.idempotency.no-second-payment'],
  ['one key', BY_KEY, 'replay', [MADE, CUT], 'unexercised pay.idempotency.no-second-payment'],
])(
  'of %s one payment that is told of is news where more than one creation came to the service (%#)',
  async ([_, id, label, answers, expected]) => {
    expect(await saidOf(id, label, answers, [PAYMENT])).toContain(expected)
  },
)

test.for<[string, string]>([
  [AFTER_LOSS, LOST],
  [BY_REFERENCE, ONE_REFERENCE],
  [BY_KEY, 'replay'],
])('two payments that are told of are two, whatever was answered (%s)', async ([id, label]) => {
  const said = await saidOf(id, label, [MADE, CUT], [PAYMENT, OTHER])
  expect(said.filter((each) => each.startsWith('fail'))).toHaveLength(1)
})
