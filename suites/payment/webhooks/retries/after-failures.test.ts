import { expect, test } from 'vitest'
import { PAYMENT, told } from '../../../../tests/made-up/payment-events.ts'
import { exchangeOf, type Received, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE, READ } from '../../client/api.ts'
import { Records, records } from '../../client/records.ts'
import { inboxName } from '../deliveries.ts'
import { afterFailures } from './after-failures.ts'

const URL = 'http://127.0.0.1/in'

/** Answers to the attempts at an event of a payment, which is read as ended after that; a minute later it is read again. */
function saidOf(answered: readonly Received['answered'][], end = false): Promise<string[]> {
  const answer = { data: { id: PAYMENT, status: 'completed' } }
  const url = `http://127.0.0.1/api/v1/payments/${PAYMENT}`
  const attempts = answered.map((each, nth) =>
    told({ id: `d${nth}`, status: 'processing', previous: 'pending', answered: each ?? 200 }),
  )
  return saidBy(afterFailures[0], {
    exchanges: [
      exchangeOf({
        ...{ id: 'x1', operation: CREATE, sent: { reference: 'r1', webhook_url: URL }, status: 201 },
        answer: { data: { id: PAYMENT, status: 'pending' } },
      }),
      exchangeOf({ id: 'x2', operation: READ, url, status: 200, answer, at: 1000 }),
      exchangeOf({ id: 'x3', operation: READ, url, status: 200, answer, at: 61_000 }),
    ],
    deliveries: [
      ...attempts,
      ...(end
        ? [
            told({
              id: 'e',
              eventId: '22222222-2222-4222-8222-222222222222',
              status: 'completed',
              previous: 'processing',
            }),
          ]
        : []),
    ],
    inboxes: { [inboxName('p', 'webhook')]: URL },
    fixtures: { [records.name]: new Records({}) },
  })
}

test.for<[string, Received['answered'][], boolean, string]>([
  ['taken at second, and the end is told', [500, 200], true, 'pass'],
  ['taken at second, and nothing more is told', [500, 200], false, 'fail'],
  ['taken at once', [200, 200], false, 'unexercised'],
  ['never taken', [500, 500], false, 'unexercised'],
  // A redirect takes nothing.
  ['never taken, but answered 300 at second', [500, 300], false, 'unexercised'],
])('an event is %s', async ([_, answered, end, expected]) => {
  expect(await saidOf(answered, end)).toEqual([`${expected} pay.webhook.every-change`])
})
