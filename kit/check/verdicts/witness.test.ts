import { describe, expect, test } from 'vitest'
import { deliveryOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import type { Witness } from '../context.ts'
import { absenceOf } from './witness.ts'

const verdictOf = (seen: Witness) => absenceOf('no loan is told', seen).verdict

const answered = (status: number) => exchangeOf({ operation: 'GET /loans', status })

describe('what shows that something is not there', () => {
  test.each([200, 201, 400, 403, 404, 422])('an answer %i does', (status) => {
    expect(verdictOf([answered(status)])).toBe('inapplicable')
  })

  test.each([401, 407, 429, 500, 503])('an answer %i reaches nothing', (status) => {
    expect(verdictOf([answered(status)])).toBe('unexercised')
  })

  test('one that reached something is enough, and none is not', () => {
    expect(verdictOf([answered(401), answered(200)])).toBe('inapplicable')
    expect(verdictOf([])).toBe('unexercised')
  })

  test('a message that was received does, and a word that no message carries', () => {
    expect(verdictOf([deliveryOf({})])).toBe('inapplicable')
    expect(verdictOf('the target file')).toBe('inapplicable')
  })
})
