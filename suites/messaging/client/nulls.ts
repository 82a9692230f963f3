import { type Matcher, matcher, show, soft } from '../../../kit/match/index.ts'

/**
 * A member whose table has neither a column that requires it nor "or null". Where other answers show a value of it, null is
 * of the wrong type more likely than where none does; either may stand for what is left out.
 *
 * @param all every value of the member that the run was shown
 */
export function neverNull(inner: Matcher<unknown>, all: readonly unknown[]): Matcher<unknown> {
  const isShown = all.some((value) => value !== undefined && value !== null)
  return matcher(inner.expected, (value) => {
    if (value !== null) return inner.test(value)
    return soft(show(value), isShown ? 'others have a value of it' : 'no other one has a value of it')
  })
}
