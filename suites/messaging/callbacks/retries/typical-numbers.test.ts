import { expect, test } from 'vitest'
import type { Depth } from '../../../../kit/check/depth.ts'
import { targetOf } from '../../../../tests/targets.ts'
import { typicalNumbers } from './typical-numbers.ts'

test.for<[Depth, number, readonly string[]]>([
  ['deep', 1, []],
  ['standard', 1, ['msg.limits.attempts']],
  ['deep', 20, ['msg.limits.timeout']],
  ['quick', 20, ['msg.limits.attempts', 'msg.limits.timeout']],
])('at the %s depth, on a clock %i times as fast, it is known what they say nothing of', ([depth, timeScale, left]) => {
  const target = targetOf({ timeScale, messaging: { baseUrl: 'http://127.0.0.1:9' } })
  const all = typicalNumbers.flatMap((each) => each.covers.filter((id) => each.leaves?.(id, target, depth) === true))
  expect(all).toEqual(left)
})
