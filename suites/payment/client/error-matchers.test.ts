import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import type { Matcher } from '../../../kit/match/index.ts'
import {
  bindingDetails,
  codeIsStatus,
  declaredJson,
  documented,
  envelope,
  errorCode,
  isMeant,
  ofItsRow,
  rowOf,
  statedDetails,
  statusError,
} from './error-matchers.ts'

const answer = (status: number, body: unknown, type = 'application/json'): Exchange => ({
  id: 'x1',
  service: 'payment',
  check: 'pay/validation/phone',
  label: '',
  operation: 'POST /api/v1/payments',
  key: 'live[0]',
  request: { method: 'POST', url: 'http://127.0.0.1/api/v1/payments', headers: [], body: Buffer.alloc(0) },
  response: {
    status,
    headers: [['content-type', type]],
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  },
  sentAt: 0,
  endedAt: 1,
})

const error = (status: number, error_code: string, more: object = {}) =>
  answer(status, { status: 'error', code: status, error_code, message: 'no', ...more })

const verdict = (expected: Matcher<Exchange>, exchange: Exchange): 'pass' | 'warn' | 'fail' => {
  const outcome = expected.test(exchange)
  return outcome.ok ? 'pass' : outcome.soft === true ? 'warn' : 'fail'
}

describe('the envelope', () => {
  test('is known by its members, further ones beside them', () => {
    expect(verdict(envelope, error(400, 'INVALID_ID', { trace: 'a' }))).toBe('pass')
    expect(verdict(envelope, answer(400, { status: 'error', code: 400, error_code: 'INVALID_ID' }))).toBe('fail')
    expect(verdict(envelope, answer(404, '404 page not found', 'text/plain'))).toBe('fail')
  })

  test('may be missing where a gateway answers', () => {
    expect(verdict(envelope, answer(502, '<h1>Bad Gateway</h1>', 'text/html'))).toBe('warn')
    expect(verdict(envelope, answer(500, '<h1>Oops</h1>', 'text/html'))).toBe('fail')
    expect(verdict(envelope, answer(502, { error_code: 'PROVIDER_ERROR' }))).toBe('fail')
  })

  test('is not meant by the bodies of frameworks', () => {
    expect(isMeant(answer(400, { statusCode: 400, error: 'Bad Request', message: 'Unexpected end' }))).toBe(false)
    expect(isMeant(answer(404, { error: { error_code: 'RESOURCE_NOT_FOUND' } }))).toBe(false)
    expect(isMeant(answer(400, { status: 'error', message: 'no' }))).toBe(true)
  })

  test('holds each member to its value', () => {
    expect(verdict(statusError, error(400, 'INVALID_ID', { status: 'fail' }))).toBe('fail')
    expect(verdict(codeIsStatus, error(400, 'INVALID_ID', { code: '400' }))).toBe('fail')
    expect(verdict(codeIsStatus, error(400, 'INVALID_ID', { code: 404 }))).toBe('fail')
    expect(verdict(declaredJson, answer(400, {}, 'application/problem+json'))).toBe('pass')
    expect(verdict(declaredJson, answer(400, {}, 'text/html'))).toBe('fail')
  })
})

describe('error codes', () => {
  test('are compared with case and stand at the status of their row', () => {
    expect(verdict(documented, error(401, 'unauthorized'))).toBe('pass')
    expect(verdict(documented, error(401, 'Unauthorized'))).toBe('fail')
    expect(verdict(documented, error(400, 'toString'))).toBe('fail')
    expect(verdict(ofItsRow, error(404, 'INVALID_ID'))).toBe('fail')
  })
})

describe('details', () => {
  test.each([
    ['entries with field and message', [{ field: 'phone', message: 'is bad', rule: 'e164' }], 'pass'],
    ['no entries', [], 'warn'],
    ['null', null, 'warn'],
    ['an object', { phone: 'is bad' }, 'fail'],
    ['texts', ['phone is bad'], 'fail'],
    ['entries without message', [{ field: 'phone' }], 'fail'],
  ])('of a body that does not bind: %s', (_, details, expected) => {
    expect(verdict(bindingDetails, error(400, 'VALIDATION_ERROR', { details }))).toBe(expected)
  })

  test.each([
    ['none', error(404, 'RESOURCE_NOT_FOUND'), 'pass'],
    ['an object on a missing payment', error(404, 'RESOURCE_NOT_FOUND', { details: {} }), 'fail'],
    ['null on a missing payment', error(404, 'RESOURCE_NOT_FOUND', { details: null }), 'warn'],
    ['an object on a server error', error(500, 'INTERNAL_ERROR', { details: { id: 1 } }), 'warn'],
    ['context of an outcome', error(402, 'INSUFFICIENT_FUNDS', { details: { status: 'failed' } }), 'pass'],
    ['a list on an outcome', error(409, 'CONFLICT', { details: [{ field: 'a', message: 'b' }] }), 'warn'],
    ['a list on PAYMENT_FAILED', error(400, 'PAYMENT_FAILED', { details: [{ field: 'a', message: 'b' }] }), 'pass'],
    ['a text on an outcome', error(409, 'CONFLICT', { details: 'busy' }), 'fail'],
  ])('of other errors: %s', (_, exchange, expected) => {
    expect(verdict(statedDetails, exchange)).toBe(expected)
  })
})

test.for([
  ['VALIDATION_ERROR', true],
  ['SOMETHING', false],
  // Members that every object has are no rows.
  ['constructor', false],
  [['VALIDATION_ERROR'], false],
  [undefined, false],
] as const)('the error_code %j names a row of the tables: %s', ([error_code, expected]) => {
  expect(rowOf(answer(400, { error_code })) !== undefined).toBe(expected)
})

test('a member that is no text is told beside what came', () => {
  const outcome = errorCode.test(answer(400, { error_code: 7, message: 'no' }))
  expect(outcome).toMatchObject({ ok: false, actual: '400 with body {error_code, message} with error_code 7' })
})
