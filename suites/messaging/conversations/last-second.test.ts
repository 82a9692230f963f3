import { expect, test } from 'vitest'
import { contextOf, exchangeOf } from '../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../define.ts'
import { concludeLastSecond, isLastSecondAsked } from './last-second.ts'

test('the end of the last second has its turn with every third seed, and at full depth a marking of its own', () => {
  const asked = (depth: 'standard' | 'deep') => [-2, 0, 1, 2, 3, 5].filter((seed) => isLastSecondAsked({ depth, seed }))
  expect(asked('standard')).toEqual([-2, 2, 5])
  expect(asked('deep')).toEqual([])
})

test.for<[string, number, boolean, string[]]>([
  ['counts it', 1, false, ['pass msg.read.up-to-bounds']],
  ['counts none', 0, false, ['fail msg.read.up-to-bounds']],
  ['counts it, and others count wrongly', 1, true, ['pass msg.read.up-to-bounds']],
  ['counts none, as others do that mark some', 0, true, ['unexercised msg.read.up-to-bounds']],
])('a marking to the end of the second of a message that %s', ([_, count, isMiscounted, expected]) => {
  const { t, said } = contextOf<CheckContext>({})
  const seen = { answer: exchangeOf({ status: 200 }), reading: exchangeOf({ status: 200 }) }
  concludeLastSecond(t, seen, count, isMiscounted)
  expect(said).toEqual(expected)
})
