import { expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../../tests/made-up/payment-events.ts'
import { type Answered, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { CREATE, READ } from '../../client/api.ts'
import { Records, records } from '../../client/records.ts'
import { referenceRules } from './named-payments.ts'

const NAMED = '0a8e0a4c-5c0e-4a77-9e0b-0a3f1c2d4e5f'

const refusal = (at: number, members: object = {}, reference = 'r1'): Answered => ({
  ...{ operation: CREATE, at, status: 409, sent: { reference } },
  answer: {
    error_code: 'DUPLICATE_REFERENCE',
    details: { existing_transaction_id: PAYMENT, existing_status: 'pending', reference, ...members },
  },
})
const reading = (at: number, status: number, id = PAYMENT): Answered => ({
  ...{ operation: READ, at, status, url: `http://127.0.0.1/api/v1/payments/${id}` },
  answer: { id, status: 'pending' },
})
/** Longer than any read lags behind, ms. */
const LONG = 60_000
const created = (id: string, reference = 'r1'): Answered => ({
  ...{ operation: CREATE, at: -LONG, status: 201, sent: { reference } },
  answer: { id, status: 'pending' },
})
/** Another reference whose refusal names the payment that has it. */
const named: readonly Answered[] = [
  created(NAMED, 'r2'),
  refusal(0, { existing_transaction_id: NAMED }, 'r2'),
  reading(LONG, 200, NAMED),
]
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
    [...named, created(PAYMENT), refusal(0, { existing_transaction_id: OTHER }), reading(LONG, 200)],
    'fail',
  ],
  // No refusal shows that a transaction has the id of its payment.
  [
    'a transaction with an id of its own',
    [created(PAYMENT), refusal(0, { existing_transaction_id: OTHER }), reading(LONG, 200)],
    'pass',
  ],
  // A creation whose answer was lost may have made it.
  [
    'a payment that nobody was told of',
    [...named, lost, created(PAYMENT), refusal(0, { existing_transaction_id: OTHER }), reading(LONG, 200)],
    'pass',
  ],
  [
    'another payment than one that nobody has seen',
    [...named, created(PAYMENT), refusal(0, { existing_transaction_id: OTHER })],
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
