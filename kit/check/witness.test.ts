import { describe, expect, test } from 'vitest'
import { deliveryOf, exchangeOf } from '../../tests/made-up/recorded.ts'
import { isWitnessed } from './witness.ts'

const answered = (status: number) => exchangeOf({ operation: 'GET /loans', status })

describe('what shows that something is not there', () => {
  test.each([200, 201, 400, 403, 404, 422])('an answer %i does', (status) => {
    expect(isWitnessed([answered(status)])).toBe(true)
  })

  test.each([401, 407, 429, 500, 503])('an answer %i reaches nothing', (status) => {
    expect(isWitnessed([answered(status)])).toBe(false)
  })

  test('one that reached something is enough, and none is not', () => {
    expect(isWitnessed([answered(401), answered(200)])).toBe(true)
    expect(isWitnessed([])).toBe(false)
  })

  test('a message that was received does, and a word that no message carries', () => {
    expect(isWitnessed([deliveryOf({})])).toBe(true)
    expect(isWitnessed('the target file')).toBe(true)
  })
})
