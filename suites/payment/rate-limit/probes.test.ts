import { describe, expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { AT_ONCE, answersTo, isLimited, isServed, latencyMs, OVER, widthOf } from './probes.ts'

const answered = (status: number | undefined, answer: unknown = {}) =>
  exchangeOf({ ...(status === undefined ? {} : { status }), answer })

describe('an answer', () => {
  test.for<[string, number | undefined, 'limited' | 'served' | 'neither']>([
    ['200 was served', 200, 'served'],
    ['428 was served: it is no word of the limiter', 428, 'served'],
    ['429 was limited', 429, 'limited'],
    ['430 was served', 430, 'served'],
    ['500 was served: the limiter let it through', 500, 'served'],
    ['502 was not: who stands before the limiter counts nothing', 502, 'neither'],
    ['none is neither', undefined, 'neither'],
  ])('%s', ([_, status, expected]) => {
    const exchange = answered(status)
    expect([isLimited(exchange), isServed(exchange)]).toEqual([expected === 'limited', expected === 'served'])
  })
})

describe('many answers in words', () => {
  test.for<[string, (number | undefined)[], string]>([
    ['nothing of none', [], ''],
    ['one is one time', [200], '1 time 200'],
    ['two are times', [200, 200], '2 times 200'],
    ['each kind is counted, in the order of coming', [202, 200, 202], '2 times 202, 1 time 200'],
    ['no answer is one of them', [undefined, 200], '1 time no response (closed), 1 time 200'],
  ])('%s', ([_, statuses, expected]) => {
    expect(answersTo(statuses.map((status) => answered(status)))).toBe(expected)
  })

  test('answers of one status with different codes are told apart', () => {
    const codes = ['A', 'B', 'A'].map((error_code) => answered(429, { error_code }))
    expect(answersTo(codes)).toBe('2 times 429 A, 1 time 429 B')
  })
})

describe('the width of a burst', () => {
  test.for<[string, number, number, number]>([
    ['is small where answers come at once', 0, 60_000, AT_ONCE],
    ['is small where there is time enough', 1000, 60_000, AT_ONCE],
    ['is larger where there is time for two rounds', 250, 1000, OVER / 2],
    ['is all of it where there is time for one', 500, 1000, OVER],
    ['is all of it where an answer takes longer than a window', 2000, 1000, OVER],
  ])('%s', ([_, latency, windowMs, expected]) => {
    expect(widthOf(latency, windowMs)).toBe(expected)
  })

  test('goes by reads that were answered', () => {
    const read = (at: number, until: number, more: object = {}) =>
      exchangeOf({ operation: 'GET /api/v1/payments/{id}', status: 200, at, until, ...more })
    expect(latencyMs([])).toBe(0)
    expect(latencyMs([read(0, 10), read(0, 250), read(0, 9000)])).toBe(250)
    expect(latencyMs([read(0, 250), read(0, 9000, { operation: 'POST /api/v1/payments' })])).toBe(250)
  })
})
