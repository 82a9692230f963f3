import { expect, test } from 'vitest'
import { renewed } from './code-stable.ts'

const renewedKey = (key: string) => renewed([['idempotency-key', key]], () => 'fresh')[0]?.[1]

test.for<[string, string, string]>([
  ['a usual key', 'key-1', 'fresh'],
  ['the longest key', 'k'.repeat(255), 'fresh'],
  // They are what was wrong with the request.
  ['a key that is too long', 'k'.repeat(256), 'k'.repeat(256)],
  ['an empty key', '', ''],
  ['a blank key', '  ', '  '],
])('%s', ([_, used, expected]) => {
  expect(renewedKey(used)).toBe(expected)
})

test('other headers stay, but for those of the sender, and none is added', () => {
  const headers = [
    ['Host', 'a'],
    ['User-Agent', 'assay'],
    ['Content-Type', 'text/plain'],
  ] as const
  expect(renewed(headers, () => 'fresh')).toEqual([['Content-Type', 'text/plain']])
})
