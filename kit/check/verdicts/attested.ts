import { type Matcher, matcher } from '../../match/index.ts'
import type { Evidence, SharedContext } from '../context.ts'

/** The same expectation of a value that evidence must not hold: what it finds is kept in place of the value. */
export function attested<T>(
  t: Pick<SharedContext, 'attest'>,
  requirement: string,
  { id }: Pick<Evidence, 'id'>,
  { expected, test }: Matcher<T>,
): Matcher<T> {
  return matcher(expected, (value) => t.attest(requirement, id, () => test(value)))
}
