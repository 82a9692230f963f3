import { describe, expect, test } from 'vitest'
import { SPELLINGS, spelledHeaders, spelledJson } from './spelling.ts'

const value = {
  reference: 'Order "a" 7/8',
  customer: { firstname: 'Zoë', email: 'asha.mushi+test@example.com', note: 'a\\' },
  list: [{ a: 1, b: null }, 'aeo'],
  amount: 500.5,
}

describe('a spelling', () => {
  test.each(SPELLINGS)('by %s means the same', (spelling) => {
    expect(JSON.parse(spelledJson(value, spelling))).toEqual(value)
  })

  test.each(SPELLINGS.filter((each) => each !== 'header names'))('by %s is written otherwise', (spelling) => {
    expect(spelledJson(value, spelling)).not.toBe(JSON.stringify(value))
  })

  test('of header names leaves values alone', () => {
    const headers = [
      ['Authorization', 'Bearer k'],
      ['Idempotency-Key', 'Key'],
    ] as const
    expect(spelledHeaders(headers, 'header names')).toEqual([
      ['authorization', 'Bearer k'],
      ['IDEMPOTENCY-KEY', 'Key'],
    ])
    expect(spelledHeaders(headers, 'order')).toBe(headers)
  })
})
