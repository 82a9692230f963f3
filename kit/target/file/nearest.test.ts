import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['kyes', 'keys'],
  ['base_url', 'baseUrl'],
  ['signingkey', 'signingKey'],
  ['outcome', 'outcomes'],
])('%s is taken for %s', (word, meant) => {
  expect(nearest(word, ['bodies', 'baseUrl', 'keys', 'signingKey', 'outcomes'])).toBe(meant)
})

test('a word far from every known one is taken for none', () => {
  expect(nearest('colour', ['keys', 'baseUrl'])).toBeUndefined()
  expect(nearest('colour', [])).toBeUndefined()
})
