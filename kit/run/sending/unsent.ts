import { Blocked, NotExercised } from '../../check/signals.ts'
import { NotPermitted } from '../../http/permission.ts'
import { BudgetExceeded } from '../../rate/ledger.ts'

/** Part of a budget that a target may use up without a word on what was asked. */
const MOST_WASTED = 1 / 2

/**
 * What a check is told of a request that was not sent: the target file does not permit it, or has no budget left for it.
 * @param lineFor the line of the target file that makes a claim
 * @returns the error itself where it is of another kind
 */
export function unsent(error: unknown, lineFor: (claim: string) => string): unknown {
  if (error instanceof NotPermitted) return new NotExercised('not permitted', error.message, error.line)
  if (!(error instanceof BudgetExceeded)) return error
  const { budget, allowed, wasted } = error
  // What the target made of a budget is no choice of whoever wrote the file.
  if (wasted > 0 && wasted >= allowed * MOST_WASTED)
    return new Blocked(
      `${error.message}: ${wasted} of them were answered with 429 or 5xx, or not at all, and may have been executed all the same`,
    )
  return new NotExercised('not permitted', error.message, lineFor(`allow.${budget}`))
}
