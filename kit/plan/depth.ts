import type { Check } from '../check/check.ts'
import type { Depth } from '../check/depth.ts'
import { phaseNamed } from '../check/order/phases.ts'
import { DEEP_ONLY, NotExercised, WAITS } from '../check/signals.ts'
import type { Target } from '../target/target.ts'
import { QUICK_WAIT_SECONDS } from './haste.ts'
import { generatedBudget } from './sampling.ts'

const CERTIFIED = 'it tries many generated values, which a run with --certify does not: a bundle has no room for them'

/** Why a check is left out of a run for its depth; undefined where it is not. */
export function leftOut(
  check: Pick<Check, 'depth' | 'phase' | 'generated' | 'cost'>,
  asked: { readonly depth: Depth; readonly target: Target; readonly certify?: boolean | undefined },
): NotExercised | undefined {
  if (check.depth === 'deep' && asked.depth !== 'deep') return new NotExercised('not selected', DEEP_ONLY)
  const waits = check.cost.waits?.(asked.target, asked.depth) ?? 0
  const isHeld = (depth: Depth): boolean => check.generated !== undefined && generatedBudget({ ...asked, depth }) === 0
  // What the standard depth leaves out as well is not left to it.
  const isQuick = asked.depth === 'quick' && !isHeld('standard')
  if (isQuick && (phaseNamed(check.phase).waits || waits > QUICK_WAIT_SECONDS))
    return new NotExercised('not selected', WAITS)
  if (!isHeld(asked.depth)) return undefined
  if (asked.certify === true) return new NotExercised('not selected', CERTIFIED)
  const reason =
    asked.target.allow.generated === 0
      ? 'this run allows no requests with generated values'
      : 'it sends many requests with generated values, which a target file has to allow'
  // A quick run sends none, whatever is allowed.
  return new NotExercised('not permitted', reason, asked.depth === 'quick' ? undefined : 'allow.generated: 200')
}
