import { describe, expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { answersTo, isLimited, isServed } from './probes.ts'

const answered = (status: number | undefined, answer: unknown = {}) =>
  exchangeOf({ ...(status === undefined ? {} : { status }), answer })

describe('an answer', () => {
  test.for<[string, number | undefined, 'limited' | 'served' | 'neither']>([
    ['200 was served', 200, 'served'],
    ['428 was served: it is no word of the limiter', 428, 'served'],
    ['429 was limited', 429, 'limited'],
    ['430 was served', 430, 'served'],
    ['500 was served: the limiter let it through', 500, 'served'],
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
