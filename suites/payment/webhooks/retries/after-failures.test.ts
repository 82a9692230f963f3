import { expect, test } from 'vitest'
import { PAYMENT, told } from '../../../../tests/made-up/payment-events.ts'
import { exchangeOf, type Received, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE, READ } from '../../client/api.ts'
import { Records, records } from '../../client/records.ts'
import { inboxName, type Role } from '../deliveries.ts'
import { afterFailures } from './after-failures.ts'

const URL = 'http://127.0.0.1/in'
const END = '22222222-2222-4222-8222-222222222222'

/** Answers to the attempts at an event of a payment, which is read as ended after that; a minute later it is read again. */
function saidOf(answered: readonly Received['answered'][], end?: Role): Promise<string[]> {
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
      ...(end === undefined
        ? []
        : [told({ id: 'e', eventId: END, status: 'completed', previous: 'processing', to: end })]),
      ...attempts,
    ],
    inboxes: { [inboxName('p', 'webhook')]: URL },
    fixtures: { [records.name]: new Records({}) },
  })
}

test.for<[string, Received['answered'][], Role | undefined, string]>([
  ['taken at second, and the end is told', [500, 200], 'webhook', 'pass'],
  ['taken at second, and nothing more is told', [500, 200], undefined, 'fail'],
  ['taken at second, and the end is told elsewhere', [500, 200], 'callback', 'fail'],
  ['taken at once', [200, 200], undefined, 'unexercised'],
  ['never taken', [500, 500], undefined, 'unexercised'],
  // A redirect takes nothing.
  ['never taken, but answered 300 at second', [500, 300], undefined, 'unexercised'],
])('an event is %s', async ([_, answered, end, expected]) => {
  expect(await saidOf(answered, end)).toEqual([`${expected} pay.webhook.every-change`])
})
