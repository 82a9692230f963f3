import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { isOutside } from './refusal.ts'

const answer = (status: number, error_code?: string) => exchangeOf({ status, answer: { error_code } })

test.for([
  ...[401, 402, 403, 502, 503, 504].map((status) => [status, true] as const),
  ...[201, 400, 404, 409, 422, 429, 500, 501, 505].map((status) => [status, false] as const),
])('whether a creation that is answered %i failed for reasons outside of it: %s', ([status, expected]) => {
  expect(isOutside(answer(status))).toBe(expected)
})

test.for([
  'RISK_CHECK_FAILED',
  'TRANSACTION_BLOCKED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_ERROR',
  'INTERNAL_ERROR',
  'FEE_CALCULATION_ERROR',
])('%s speaks of such a reason, with whatever status but 500', (code) => {
  expect(isOutside(answer(422, code))).toBe(true)
  expect(isOutside(answer(500, code))).toBe(false)
})

test('a creation without an answer shows no reason', () => {
  expect(isOutside(exchangeOf({}))).toBe(false)
})
