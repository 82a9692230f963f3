import { expect, test } from 'vitest'
import type { Step } from './steps.ts'
import { endsAfterTarget } from './waits.ts'

const step = (expires?: number, isMilder?: boolean): Step =>
  ({ code: expires === undefined ? undefined : { expires }, trial: { isMilder } }) as unknown as Step

test.for<[string, Step, Step, boolean]>([
  ['ends before it', step(1000), step(2000), false],
  ['ends with it', step(2000), step(2000), false],
  ['ends after it', step(2001), step(2000), true],
  ['did not take the minute that it was to have', step(1000, true), step(2000), true],
  ['is not shown', step(), step(2000), false],
  ['is shown, where that of the target is not', step(9000), step(), false],
])('a code that %s outlives the callback target, or may', ([_, last, giving, expected]) => {
  expect(endsAfterTarget(last, giving)).toBe(expected)
})
