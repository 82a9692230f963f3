import { expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE, READ } from '../../client/api.ts'
import { Records, records } from '../../client/records.ts'
import { referenceRules } from './named-payments.ts'

const refusal = (at: number, members: object = {}): Answered => ({
  ...{ operation: CREATE, at, status: 409, sent: { reference: 'r1' } },
  answer: {
    error_code: 'DUPLICATE_REFERENCE',
    details: { existing_transaction_id: PAYMENT, existing_status: 'pending', reference: 'r1', ...members },
  },
})
const reading = (at: number, status: number): Answered => ({
  ...{ operation: READ, at, status, url: `http://127.0.0.1/api/v1/payments/${PAYMENT}` },
  answer: { id: PAYMENT, status: 'pending' },
})
/** Longer than any read lags behind, ms. */
const LONG = 60_000
const created = (id: string): Answered => ({
  ...{ operation: CREATE, at: -LONG, status: 201, sent: { reference: 'r1' } },
  answer: { id, status: 'pending' },
})
const lost: Answered = { operation: CREATE, at: -2 * LONG, status: 502, sent: { reference: 'r1' }, answer: {} }

test.for<[string, Answered[], string]>([
  ['a payment that nobody read', [refusal(0)], 'pass'],
  ['no payment', [refusal(0, { existing_transaction_id: 7 })], 'fail'],
  ['a payment that reads', [refusal(0), refusal(LONG), reading(2 * LONG, 200)], 'pass'],
  ['a payment that is nowhere, twice', [refusal(0), refusal(LONG), reading(2 * LONG, 404)], 'fail'],
  // It may be there in a moment.
  ['a payment that is not there yet', [refusal(0), refusal(LONG), reading(LONG, 404)], 'pass'],
  [
    'a payment that was not there once',
    [refusal(0), refusal(LONG), reading(LONG, 404), reading(2 * LONG, 200)],
    'pass',
  ],
  ['the payment that has it', [created(PAYMENT), refusal(0), reading(LONG, 200)], 'pass'],
  [
    'the same in capitals',
    [created(PAYMENT), refusal(0, { existing_transaction_id: PAYMENT.toUpperCase() }), reading(LONG, 200)],
    'pass',
  ],
  [
    'another payment than the one that has it',
    [created(PAYMENT), refusal(0, { existing_transaction_id: OTHER }), reading(LONG, 200)],
    'fail',
  ],
  // A creation whose answer was lost may have made it.
  [
    'a payment that nobody was told of',
    [lost, created(PAYMENT), refusal(0, { existing_transaction_id: OTHER }), reading(LONG, 200)],
    'pass',
  ],
  [
    'another payment than one that nobody has seen',
    [created(PAYMENT), refusal(0, { existing_transaction_id: OTHER })],
    'pass',
  ],
  // What is undone after a refusal stood in the way for a moment.
  ['a payment that is nowhere, once', [refusal(0), reading(LONG, 404)], 'pass'],
])('a refusal of a reference names %s', async ([_, answers, expected]) => {
  const said = await saidBy(referenceRules[0], {
    exchanges: answers.map((each, nth) => exchangeOf({ id: `x${nth}`, ...each })),
    fixtures: { [records.name]: new Records({}) },
  })
  const own = said.filter((each) => each.endsWith(' pay.reference.existing-transaction-id'))
  expect(new Set(own)).toEqual(new Set([`${expected} pay.reference.existing-transaction-id`]))
})
