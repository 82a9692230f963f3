import { expect, test } from 'vitest'
import { isLastSecondAsked } from './last-second.ts'

test('the end of the last second has its turn with every third seed, and at full depth a marking of its own', () => {
  const asked = (depth: 'standard' | 'deep') => [-2, 0, 1, 2, 3, 5].filter((seed) => isLastSecondAsked({ depth, seed }))
  expect(asked('standard')).toEqual([-2, 2, 5])
  expect(asked('deep')).toEqual([])
})
