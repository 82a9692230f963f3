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

test('an event that was never taken and had fewer attempts than there are was given up, copies or not', () => {
  const failed = event([0, 500], [10, 303], [20, 501])
  expect(givenUp([failed], 5)).toEqual([failed])
  expect(givenUp([failed], 3)).toEqual([])
  expect(givenUp([failed], undefined)).toEqual([])
  expect(givenUp([event([0, 500], [10, 200])], 5)).toEqual([])
})
