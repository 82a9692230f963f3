import { describe, expect, test } from 'vitest'
import { exchangeOf } from '../../tests/made-up/recorded.ts'
import { mayBeMisread, SPELLINGS, spelledHeaders, spelledJson } from './spelling.ts'

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

  test.each(SPELLINGS.filter((each) => each !== 'header names' && each !== 'charset'))(
    'by %s is written otherwise',
    (spelling) => {
      expect(spelledJson(value, spelling)).not.toBe(JSON.stringify(value))
    },
  )

  test('by escapes reaches texts of capitals and of digits, and what stands in braces', () => {
    const texts = { currency: 'TZS', phone: '255700000100', template: 'Yours: {code}, for {expiry}.', empty: {} }
    const written = spelledJson(texts, 'escapes')
    for (const text of ['TZS', '255700000100', '{code}', '{expiry}']) expect(written).not.toContain(text)
    expect(JSON.parse(written)).toEqual(texts)
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

  test('of the media type names a charset, and nothing else', () => {
    const headers = [
      ['Accept', 'application/json'],
      ['Content-Type', 'application/json'],
    ] as const
    const named = [
      ['Accept', 'application/json'],
      ['Content-Type', 'application/json; charset=utf-8'],
    ]
    expect(spelledHeaders(headers, 'charset')).toEqual(named)
    expect(spelledHeaders([['Content-Type', 'text/plain']], 'charset')).toEqual([['Content-Type', 'text/plain']])
  })
})

describe('a refusal in other words', () => {
  const answered = (status: number, name = 'X-API-Key') => {
    const exchange = exchangeOf({ status })
    return { ...exchange, request: { ...exchange.request, headers: [[name, 'k'] as const] } }
  }

  test('counts where the same key was turned away under other names only', () => {
    expect(mayBeMisread(answered(401), 'header names', [answered(401, 'ACCEPT')])).toBe(true)
  })

  test('counts where the key was turned away in another place only, or with more to it', () => {
    const elsewhere = (value: string, name: string) => {
      const exchange = answered(401, name)
      return { ...exchange, request: { ...exchange.request, headers: [[name, value] as const] } }
    }
    expect(mayBeMisread(answered(401), 'header names', [elsewhere('Bearer k', 'Authorization')])).toBe(true)
    expect(mayBeMisread(answered(401), 'header names', [elsewhere('k and more', 'X-API-Key')])).toBe(true)
    expect(mayBeMisread(answered(401), 'header names', [elsewhere('k', 'X-Api-Key')])).toBe(false)
  })

  test.each([
    ['a 400', 400, 'escapes', [], true],
    ['a 401 after headers in another letter case', 401, 'header names', [200], true],
    ['a 401 after another body', 401, 'order', [200], false],
    ['a 401 where the key was turned away in plain words', 401, 'header names', [200, 401], false],
    ['a 403 where another request was', 403, 'header names', [403], false],
  ] as const)('%s', (_, status, spelling, plain, expected) => {
    expect(
      mayBeMisread(
        answered(status),
        spelling,
        plain.map((each) => answered(each)),
      ),
    ).toBe(expected)
  })
})
