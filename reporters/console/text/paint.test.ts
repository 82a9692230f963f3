import { expect, test } from 'vitest'
import { paintFor } from './paint.ts'

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1', TERM: 'dumb' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: 'false' }, false],
  [false, { FORCE_COLOR: '' }, false],
])('at a terminal: %s, with %j: colours %s', (isTTY, env, coloured) => {
  expect(paintFor({ isTTY }, env)('red', 'a') !== 'a').toBe(coloured)
})
