import { expect, test } from 'vitest'
import { amount } from './amounts.ts'

test.each([
  [{ usual: 24, most: 24 }, '24'],
  [{ usual: 18, most: 24 }, '18, at most 24'],
  // More would be used than the target file allows.
  [{ usual: 20, most: 20, wanted: 31 }, '20, all that is allowed, of about 31'],
])('%o is told as %s', (estimate, expected) => {
  expect(amount(estimate)).toBe(expected)
})
