import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { isOutside, refusalOfKey } from './refusal.ts'

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

const SLIP = 'is answered so: is payment.keys.unresolved written as the target has it?'
const VALID = 'unless payment.keys.unresolved of the target file is a valid key'

test.for<[number, string | undefined, string | undefined]>([
  [401, 'invalid_api_key', `a key that nobody has ${SLIP}`],
  [401, 'MERCHANT_NOT_FOUND', `a key such as payment.keys.unknownMerchant ${SLIP}`],
  [401, 'unauthorized', undefined],
  [200, undefined, VALID],
  [404, 'RESOURCE_NOT_FOUND', VALID],
  [403, 'RISK_CHECK_FAILED', undefined],
  [429, 'RATE_LIMIT_EXCEEDED', undefined],
  [500, 'INTERNAL_ERROR', undefined],
])('a key of the target file that is answered %i %s: %s', ([status, code, note]) => {
  const outcome = refusalOfKey('payment.keys.unresolved', '401 UNAUTHORIZED').test(answer(status, code))
  expect(outcome.ok ? 'ok' : outcome.note).toBe(note)
})

test('a key that is answered with its row is as it should be; a test key may be let in', () => {
  expect(refusalOfKey('payment.keys.unresolved', '401 UNAUTHORIZED').test(answer(401, 'UNAUTHORIZED')).ok).toBe(true)
  const test = refusalOfKey('payment.keys.test', '403 TEST_MODE_UNAVAILABLE')
  expect(test.test(answer(201))).toEqual({ ok: false, actual: expect.any(String) })
  expect(test.test(answer(401, 'invalid_api_key'))).toMatchObject({
    note: 'a key that nobody has is answered so: is payment.keys.test written as the target has it?',
  })
})
