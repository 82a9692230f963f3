import { expect, test } from 'vitest'
import { PAYMENT } from '../../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { raceAnswers } from './race-answers.ts'

const [losers] = raceAnswers
const ID = 'pay.reference.concurrent-answers'
const CREATE = 'POST /api/v1/payments'

const made: Answered = { status: 201, answer: { id: PAYMENT, status: 'pending' } }
const refused = (status: number, error_code: string): Answered => ({ status, answer: { error_code } })
const lost = refused(409, 'DUPLICATE_REFERENCE')

/** What is said of answers to creations that were let go together. */
const said = (...answers: Answered[]) => {
  const exchanges = answers.map((each, at) =>
    exchangeOf({ ...each, id: `x${at}`, operation: CREATE, label: `simultaneous, one reference, ${at + 1} of 5` }),
  )
  return saidBy(losers, { exchanges, service: { baseUrl: 'http://h' } })
}

test.for<[string, Answered[], string]>([
  ['refused by the row of the reference', [made, lost, lost], 'pass'],
  ['refused as a conflict', [made, refused(409, 'CONFLICT')], 'pass'],
  ['a conflict by another name', [made, refused(409, 'REFERENCE_LOCKED')], 'warn'],
  ['the code of the row with another status', [made, refused(400, 'DUPLICATE_REFERENCE')], 'fail'],
  ['another row of the tables', [made, refused(400, 'VALIDATION_ERROR')], 'fail'],
  ['one that met a bad moment', [made, lost, refused(500, 'INTERNAL_ERROR')], 'warn'],
  ['all that lost failed unexpectedly', [made, refused(500, 'INTERNAL_ERROR'), refused(500, 'INTERNAL_ERROR')], 'fail'],
])('%s', async ([_, answers, verdict]) => {
  // Each of several is told.
  expect([...new Set(await said(...answers))]).toEqual([`${verdict} ${ID}`])
})

test('answers of a limiter, an outage or none at all say nothing of the race', async () => {
  expect(await said(made, refused(429, 'RATE_LIMIT_EXCEEDED'), refused(503, ''), {})).toEqual([`unexercised ${ID}`])
})

test('where each is declined none came too late, and where one is made each that was declined did', async () => {
  const declined = refused(402, 'PAYMENT_DECLINED')
  expect(await said(declined, declined, declined)).toEqual([`unexercised ${ID}`])
  expect(await said(made, declined)).toEqual([`fail ${ID}`])
  expect(await said(declined, refused(400, 'VALIDATION_ERROR'))).toEqual([`fail ${ID}`])
})
