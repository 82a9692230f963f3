import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { parsedJson } from './parsed-json.ts'

test.each(['{"toString":1}', '[{"a":{"toString":null,"valueOf":2}}]', '{"a":[{"to\\u0053tring":"x"}]}'])(
  '%s can be put into words, and is what JSON.parse makes of it',
  (text) => {
    const value = parsedJson(text)
    const words = (each: unknown): string => `${each}`
    const inner = Object.values(Object(value))
    expect(() => [value, ...inner].map(words)).not.toThrow()
    expect(isDeepStrictEqual(value, JSON.parse(text))).toBe(true)
    expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
    expect(Object.keys(Object(value))).toEqual(Object.keys(JSON.parse(text)))
  },
)

test('what is no JSON throws', () => {
  expect(() => parsedJson('{')).toThrow(SyntaxError)
  expect(() => parsedJson('['.repeat(100_000) + ']'.repeat(100_000))).toThrow('nested deeper than 1000 levels')
  expect(parsedJson('['.repeat(900) + ']'.repeat(900))).toHaveLength(1)
  expect(parsedJson(JSON.stringify(Array(5000).fill({})))).toHaveLength(5000)
})
