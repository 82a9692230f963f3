import type { Check, Phase } from './check.ts'
import { DEEP_ONLY, Unasked } from './halt.ts'
import type { Session } from './session.ts'
import { lineFor } from './target/claims.ts'
import { generatedBudget } from './trials.ts'

/** The phases that wait for nothing but answers. */
const AT_ONCE: readonly Phase[] = ['main', 'after']

/** Why a check is left out of a run for its depth; undefined where it is not. */
export function leftOut(
  check: Pick<Check, 'depth' | 'phase' | 'generated'>,
  asked: Pick<Session, 'depth' | 'target'>,
): Unasked | undefined {
  if (check.depth === 'deep' && asked.depth !== 'deep') return new Unasked('not selected', DEEP_ONLY)
  if (asked.depth === 'quick' && !AT_ONCE.includes(check.phase))
    return new Unasked('not selected', 'it waits for time to pass, which a quick run does not')
  if (check.generated === undefined || generatedBudget(asked) > 0) return undefined
  const reason =
    asked.target.allow.generated === 0
      ? 'this run allows no requests with generated values'
      : 'it sends many requests with generated values, which a target file has to allow'
  return new Unasked('not permitted', reason, lineFor('allow.generated'))
}
