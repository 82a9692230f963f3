import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { handled } from './answers.ts'

test.for([
  ...[200, 302, 400, 429, 499].map((status) => [status, true] as const),
  ...[500, 501, 503, 599].map((status) => [status, false] as const),
  [undefined, false] as const,
])('an answer of %s is handled: %s', ([status, expected]) => {
  expect(handled.test(exchangeOf(status === undefined ? {} : { status })).ok).toBe(expected)
})
