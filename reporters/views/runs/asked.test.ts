import { expect, test } from 'vitest'
import { askedOf } from './asked.ts'

const plain = { only: [], skip: [], depth: 'standard', certify: false } as const

test('a run for everything is named by its depth, one that was narrowed by its patterns', () => {
  expect(askedOf(plain)).toBe('standard depth')
  expect(askedOf({ ...plain, depth: 'deep', certify: true })).toBe('deep depth, to certify')
  expect(askedOf({ ...plain, depth: 'deep', only: ['pay.a'], skip: ['pay/b/c'] })).toBe('only pay.a, not pay/b/c')
  expect(askedOf({ ...plain, only: ['a', 'b', 'c', 'd', 'e'] })).toBe('only a, b, c and 2 more')
})
