import { expect, test } from 'vitest'
import { deliveryOf } from '../../../../tests/made-up/recorded.ts'
import { givenUp, openFor } from './later-failures.ts'

/** Attempts at one event, each as it was answered so many ms after the first of all. */
const event = (...attempts: readonly (readonly [at: number, answered: number])[]) =>
  attempts.map(([arrivedMono, answered]) => deliveryOf({}, { arrivedMono, answered }))

test.for<[string, ReturnType<typeof event>[], number[]]>([
  ['no event', [], []],
  ['an event that failed', [event([0, 500])], [50]],
  ['one that failed twice waits from the second time', [event([0, 500], [40, 500])], [90]],
  ['one that was taken at last', [event([0, 500], [40, 200])], []],
  ['one that was due just now', [event([-50, 500])], []],
  ['several, each by itself', [event([0, 500]), event([10, 200]), event([20, 404])], [50, 70]],
])('%s', ([_, events, expected]) => {
  expect(openFor(events, 100, 50)).toEqual(expected)
})

test('an event that was never taken and had fewer attempts than another that began with it was given up', () => {
  const failed = event([0, 500], [10, 303], [20, 501])
  const whole = event([0, 500], [10, 500], [20, 500], [40, 500], [80, 500])
  const found = (configured?: number, now = 200, other = whole) => givenUp([failed, other], configured, () => 100, now)
  expect(found(5)).toEqual([failed])
  // Its next attempt may still come, nobody says how many there are, or it had as many.
  for (const each of [found(5, 110), found(undefined), found(3)]) expect(each).toEqual([])
  // Copies alone are no schedule of attempts; one that began later shows less of it; one that was taken shows nothing.
  expect(found(5, 200, event([0, 500], [1, 500]))).toEqual([])
  expect(found(5, 200, event([30, 500], [31, 500], [32, 500], [33, 500], [34, 500]))).toEqual([])
  expect(found(5, 200, event([0, 500], [10, 500], [20, 500], [40, 500], [80, 200]))).toEqual([])
})
