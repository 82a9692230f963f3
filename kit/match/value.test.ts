import { describe, expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import {
  all,
  any,
  cameBack,
  isDateTime,
  isUtcMillis,
  isUtcTime,
  isUuid,
  leaves,
  lenient,
  member,
  oneOf,
  optional,
  show,
  status,
  valueAt,
} from './index.ts'

const answer = (code: number, body: unknown): Exchange =>
  ({
    request: { method: 'GET', url: 'http://a/b', headers: [], body: Buffer.alloc(0) },
    response: { status: code, headers: [], body: Buffer.from(JSON.stringify(body)) },
  }) as unknown as Exchange

describe('a value that is shown', () => {
  test.for<[unknown, string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    ['a "b"', '"a \\"b\\""'],
    [{ a: [1] }, '{"a":[1]}'],
    // JSON has no form for these.
    [12345678901234567890n, '12345678901234567890'],
    [Symbol('a'), 'Symbol(a)'],
  ])('%s', ([value, expected]) => {
    expect(show(value)).toBe(expected)
  })
  test('is cut to a line', () => {
    expect(show('abcdef', 8)).toBe('"abcdef"')
    expect(show('abcdef', 7)).toBe('"abcde…')
  })
})

describe('values', () => {
  test.for([
    '2026-06-03T12:00:00Z',
    '2026-06-03T12:00Z',
    '2026-06-03T12:00:00.123456Z',
    '2026-06-03T12:00:00,5Z',
    '2026-06-03T12:00:00+00:00',
    '2026-06-03T12:00:00+00',
    '20260603T120000Z',
    '20260603T120000.123+0000',
  ])('%s is UTC', (text) => {
    expect(isUtcTime.test(text).ok).toBe(true)
  })
  test.for([
    '2026-06-03T12:00:00',
    '2026-06-03T12:00:00+03:00',
    '2026-13-03T12:00:00Z',
    '2026-06-03 12:00:00Z',
    '20261303T120000Z',
    '20260603120000Z',
    '',
    1_700_000_000,
  ])('%s is not UTC', (text) => {
    expect(isUtcTime.test(text).ok).toBe(false)
  })
  test('milliseconds are exactly three digits and Z', () => {
    expect(isUtcMillis.test('2026-06-03T12:00:00.120Z').ok).toBe(true)
    expect(isUtcMillis.test('2026-06-03T12:00:00Z').ok).toBe(false)
    expect(isUtcMillis.test('2026-06-03T12:00:00.120+00:00').ok).toBe(false)
  })
  test('a date-time without an offset contradicts softly, other text hard', () => {
    expect(isDateTime.test('2026-06-03T12:00:00')).toMatchObject({ ok: false, soft: true })
    expect(isDateTime.test('yesterday')).toEqual({ ok: false, actual: '"yesterday"' })
  })
  test('a UUID is one in any letter case, and nothing longer', () => {
    expect(isUuid.test('8E03978E-40d5-43e8-bc93-6894a57f9324').ok).toBe(true)
    expect(isUuid.test('{8e03978e-40d5-43e8-bc93-6894a57f9324}').ok).toBe(false)
  })
  test('optional lets absence and null pass, and nothing else', () => {
    expect([undefined, null, 'a', 'b'].map((each) => optional(oneOf(['a'])).test(each).ok)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})

describe('answers', () => {
  test('a status or its class', () => {
    expect(status(200, '4xx').test(answer(404, {})).ok).toBe(true)
    expect(status('2xx').test(answer(302, {}))).toEqual({ ok: false, actual: '302' })
  })
  test('what came is told with its error code', () => {
    expect(cameBack(answer(409, { error_code: 'CONFLICT' }))).toBe('409 CONFLICT')
    // Which of these an envelope is to have, its document says.
    expect(cameBack(answer(409, { error: { code: 'CONFLICT' } }))).toBe('409 with error.code CONFLICT')
    expect(cameBack(answer(409, { errors: [{ code: 'CONFLICT' }] }))).toBe('409 with errors.0.code CONFLICT')
    expect(cameBack(answer(409, { code: 'CONFLICT' }))).toBe('409 with code CONFLICT')
    expect(cameBack(answer(500, {}))).toBe('500 with body {}')
    expect(cameBack(answer(422, { detail: [{ msg: 'secret' }] }))).toBe('422 with body {detail}')
    expect(cameBack(answer(400, 'no'))).toBe('400 (a JSON string)')
    // Five members are named, and that there are more.
    expect(cameBack(answer(400, { a: 1, b: 2, c: 3, d: 4, e: 5 }))).toBe('400 with body {a, b, c, d, e}')
    expect(cameBack(answer(400, { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }))).toBe('400 with body {a, b, c, d, e, …}')
  })
  test('of several matchers a hard mismatch speaks before a soft one', () => {
    const both = all(lenient(member('/a', oneOf(['x'])), 'may be'), status(201))
    expect(both.test(answer(200, { a: 'y' }))).toEqual({ ok: false, actual: '200' })
    expect(both.test(answer(201, { a: 'y' }))).toMatchObject({ ok: false, soft: true })
    expect(any(status(201), status(200)).test(answer(200, {})).ok).toBe(true)
  })
})

test('pointers escape and never reach into prototypes', () => {
  expect(valueAt({ 'a/b': { '~': 1 } }, '/a~1b/~0')).toBe(1)
  expect(valueAt({}, '/constructor')).toBeUndefined()
  expect(leaves({ a: [1, { b: null }] }).map(({ pointer }) => pointer)).toEqual(['/a/0', '/a/1/b'])
})
