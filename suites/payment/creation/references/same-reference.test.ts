import { describe, expect, test } from 'vitest'
import { OTHER, PAYMENT } from '../../../../tests/made-up/payment-events.ts'
import { exchangeOf } from '../../../../tests/made-up/recorded.ts'
import { READ } from '../../client/api.ts'
import { Records } from '../../client/records.ts'
import { isDead, refused, sameUuid } from './same-reference.ts'

const read = (status: unknown, code = 200) =>
  exchangeOf({ operation: READ, status: code, answer: { id: PAYMENT, status } })

describe('a payment that reads', () => {
  test.for([
    ['pending', false],
    ['processing', false],
    // It keeps its reference.
    ['completed', false],
    ['Completed', false],
    ['failed', true],
    ['expired', true],
    ['cancelled', true],
    ['FAILED', true],
    ['queued', false],
    [undefined, false],
  ] as const)('%s has ended without success: %s', ([status, expected]) => {
    expect(isDead(new Records({}), read(status), PAYMENT)).toBe(expected)
  })
})

describe('a refusal of a reference', () => {
  test.for<[string, number | undefined, string, boolean]>([
    ['is 409 with its code', 409, 'DUPLICATE_REFERENCE', true],
    ['is not 409 with another code', 409, 'CONFLICT', false],
    ['is not the code with another status', 400, 'DUPLICATE_REFERENCE', false],
    ['is not silence', undefined, '', false],
  ])('%s', ([_, status, error_code, expected]) => {
    const answer = exchangeOf({ ...(status === undefined ? {} : { status }), answer: { error_code } })
    expect(refused.test(answer).ok).toBe(expected)
  })
})

describe('the id of an existing payment', () => {
  test.for<[string, unknown, boolean]>([
    ['is the same', PAYMENT, true],
    ['is the same in capitals', PAYMENT.toUpperCase(), true],
    ['is another one', OTHER, false],
    ['is no UUID', 'p-1', false],
    ['is missing', undefined, false],
  ])('%s', ([_, value, expected]) => {
    expect(sameUuid(PAYMENT).test(value).ok).toBe(expected)
  })
})
