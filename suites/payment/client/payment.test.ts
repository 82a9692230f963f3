import { expect, test } from 'vitest'
import { PAYMENT } from '../../../tests/made-up/payment-events.ts'
import { contextOf } from '../../../tests/made-up/recorded.ts'
import type { FixtureContext } from '../define.ts'
import { makePayment } from './payment.ts'
import { Records, records } from './records.ts'

const MADE = { status: 201, answer: { data: { id: PAYMENT, status: 'pending' } } }

/** How many creations are sent where the first one, in a spelling of its own, is answered with a status. */
async function creationsAfter(status: number): Promise<number> {
  const { t, sent } = contextOf<FixtureContext>({
    service: { baseUrl: 'http://127.0.0.1', keys: { live: ['sk'] }, bodies: { mobile: { amount: 500 } } },
    fixtures: { [records.name]: new Records({}) },
    answers: [{ status, answer: MADE.answer }, MADE, { status }],
    context: { seed: 0 },
  })
  await makePayment(t, { label: 'payment' }).catch(() => undefined)
  return sent.length
}

test.for([
  // Plainly once more, and, that being taken, as it was.
  ...[400, 401, 411, 415, 422].map((status) => [status, 3] as const),
  ...[201, 402, 403, 404, 409, 410, 412, 413, 414, 416, 421, 423, 500, 502].map((status) => [status, 1] as const),
])('a spelling that is answered %i may have been misread, or not: %i creations', async ([status, many]) => {
  expect(await creationsAfter(status)).toBe(many)
})
