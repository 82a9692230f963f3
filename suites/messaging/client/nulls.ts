import { type Matcher, matcher, no, show, soft } from '../../../kit/match/index.ts'

/**
 * A member whose table has neither a column that requires it nor "or null". Where other answers show a value of it, null is
 * one of the wrong type; where none does, it may stand for what is left out.
 *
 * @param all every value of the member that the run was shown
 */
export function neverNull(inner: Matcher<unknown>, all: readonly unknown[]): Matcher<unknown> {
  const isShown = all.some((value) => value !== undefined && value !== null)
  return matcher(inner.expected, (value) => {
    if (value !== null) return inner.test(value)
    return isShown ? no(show(value)) : soft(show(value), 'null may stand for what is left out')
  })
}
