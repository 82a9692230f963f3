import { expect, test } from 'vitest'
import { exchangeOf } from '../../../tests/made-up/recorded.ts'
import { isMalformedOfBurst } from './mixture.ts'

test.for<[string, boolean]>([
  ['burst: a body cut off', true],
  // These are well formed, whatever a target that looks at a part of them makes of it.
  ['burst: an id of nothing', false],
  ['burst: an id that is nearly a UUID', false],
  ['burst', false],
  ['a body cut off', false],
])('%j is a request in which something is malformed: %s', ([label, expected]) => {
  expect(isMalformedOfBurst(exchangeOf({ label }))).toBe(expected)
})
