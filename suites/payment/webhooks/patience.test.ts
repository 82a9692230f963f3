import { expect, test } from 'vitest'
import { PAYMENT } from '../../../tests/made-up/payment-events.ts'
import { contextOf, deliveryOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../define.ts'
import { patienceMs } from './patience.ts'

const OTHER = '0f0e0d0c-0b0a-4000-8000-000000000001'

/** A read of a payment that was answered some seconds ago. */
const read = (id: string, shown: string, ago: number, status = 200) =>
  exchangeOf({
    operation: 'GET /api/v1/payments/{id}',
    url: `http://127.0.0.1/api/v1/payments/${id}`,
    status,
    answer: { data: { id, status: shown } },
    at: Date.now() - ago * 1000,
  })

test.for([
  ['nothing was seen of it', [], 30],
  ['its end was seen ten seconds ago', [read(PAYMENT, 'Completed', 10)], 20],
  ['its end was seen first ten seconds ago', [read(PAYMENT, 'completed', 10), read(PAYMENT, 'completed', 1)], 20],
  ['it is over since long', [read(PAYMENT, 'completed', 300)], 0.25],
  ['it was not at its end then', [read(PAYMENT, 'processing', 20)], 30],
  ['another was', [read(OTHER, 'completed', 20)], 30],
  ['a refusal says so', [read(PAYMENT, 'completed', 20, 404)], 30],
] as const)('the event of a silent sender has its time from the change on: %s', ([, exchanges, seconds]) => {
  const recorded = { exchanges, target: { webhooks: { deliveryWithin: 30 } } }
  const patience = (more: object = {}): number =>
    patienceMs(contextOf<CheckContext>({ ...recorded, ...more }).t, PAYMENT) / 1000
  expect(patience()).toBeCloseTo(seconds, 0)
  // What came before it may have held it up.
  expect(patience({ deliveries: [deliveryOf({})] })).toBe(30)
})

test('where no payment is named, the last end of any counts', () => {
  const recorded = {
    exchanges: [read(PAYMENT, 'completed', 25), read(OTHER, 'expired', 12)],
    target: { webhooks: { deliveryWithin: 30 } },
  }
  expect(patienceMs(contextOf<CheckContext>(recorded).t) / 1000).toBeCloseTo(18, 0)
})
