import { expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { mobilePayment } from '../client/payment.ts'
import { Records, records } from '../client/records.ts'
import { settledPayments } from '../client/settlement.ts'
import { outcomeStatuses } from './outcome-statuses.ts'

const AGREES = 'pay.read.agrees-with-events'
const reads = (status: string): Answered => ({ status: 200, answer: { data: { id: PAYMENT, status } } })
const NAMELESS: Answered = { status: 200, answer: { data: { id: PAYMENT } } }
/** As often as a read is asked again before its lag is over. */
const always = (answer: Answered): Answered[] => Array.from({ length: 5 }, () => answer)

test.for<[string, string | undefined, Answered[], string]>([
  ['the same at once', 'completed', [], 'pass'],
  ['the same after a while', 'processing', [reads('processing'), reads('completed')], 'pass'],
  ['another status', 'processing', always(reads('processing')), 'fail: status processing'],
  ['no status that could be told', undefined, always(NAMELESS), 'blocked'],
  [
    'nothing',
    undefined,
    always({ status: 404, answer: { error_code: 'RESOURCE_NOT_FOUND' } }),
    'fail: 404 RESOURCE_NOT_FOUND',
  ],
])('a payment whose event told of its end reads %s', async ([_, status, answers, expected]) => {
  const told: string[] = []
  const settled = {
    payment: { id: PAYMENT, reference: 'r1', key: { name: 'live[0]', value: 'sk' } },
    toldByEvent: true,
  }
  const said = await saidBy(
    outcomeStatuses.find(({ id }) => id === 'pay/statuses/agree-with-events'),
    {
      service: { baseUrl: 'http://127.0.0.1' },
      fixtures: {
        [settledPayments.completed.name]: { ...settled, status, read: exchangeOf(NAMELESS) },
        [records.name]: new Records({}),
      },
      answers,
      claims: ['payment.outcomes.completed'],
      context: {
        conclude: (_: string, { ok, actual }: { readonly ok: boolean; readonly actual: string }) =>
          told.push(ok ? 'pass' : `fail: ${actual}`),
      },
    },
  )
  expect([...told, ...said]).toEqual([expected === 'blocked' ? `blocked ${AGREES}` : expected])
})

const reading = (id: string, status: string): Answered => ({ status: 200, answer: { data: { id, status } } })

test.for<[string, object, string | undefined, boolean, Answered[], string]>([
  ['is failed', { call: {} }, 'failed', false, [], 'pass'],
  ['was told to be failed', { call: {} }, 'completed', true, [], 'pass'],
  // Values of the request cannot come too late.
  ['is completed by its own values', { with: { phone: '255' } }, 'completed', false, [], 'fail'],
  ['is completed, as others become', { call: {} }, 'completed', false, [reading(OTHER, 'completed')], 'blocked'],
  ['is completed, as no other becomes', { call: {} }, 'completed', false, [reading(OTHER, 'pending')], 'fail'],
  ['is not finished', { call: {} }, 'processing', false, [], 'blocked'],
  ['shows no status', { call: {} }, undefined, false, [], 'blocked'],
])('a payment that was brought to failed %s', async ([_, failed, status, toldByEvent, answers, expected]) => {
  const key = { name: 'live[0]', value: 'sk' }
  const said = await saidBy(
    outcomeStatuses.find(({ id }) => id === 'pay/statuses/failed'),
    {
      service: { baseUrl: 'http://127.0.0.1', outcomes: { failed } },
      target: { timing: { settle: 10 } } as object,
      fixtures: {
        [settledPayments.failed.name]: {
          payment: { id: PAYMENT, reference: 'r1', key, creation: exchangeOf({ status: 201 }) },
          ...{ status, toldByEvent, read: exchangeOf(NAMELESS) },
        },
        [mobilePayment.name]: { id: OTHER, key },
        [records.name]: new Records({}),
      },
      answers,
    },
  )
  expect(said).toEqual([expect.stringMatching(`^${expected} pay\\.`)])
})
