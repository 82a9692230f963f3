import type { PlanOptions } from './choice.ts'
import { type Plan, planOf } from './plan.ts'

/** What a quick run of the same would be. */
export interface Quicker {
  /** Seconds. */
  readonly seconds: number
  /** Of the checks, how many it leaves out. */
  readonly leavesOut: number
}

/** Seconds that somebody waits without a thought of how to wait less. */
const SHORT = 15
/** So much of the time at most is worth another run. */
const MUCH_LESS = 0.25

/** Undefined where the plan is short, and where a quick run has nothing to ask or is hardly quicker. */
export function quickerThan(plan: Plan, options: PlanOptions): Quicker | undefined {
  const { seconds } = plan.forecast
  if (options.depth === 'quick' || options.certify === true || seconds < SHORT) return undefined
  const quick = planOf({ ...options, depth: 'quick' })
  if (quick.selected.length === 0 || quick.forecast.seconds > seconds * MUCH_LESS) return undefined
  return { seconds: quick.forecast.seconds, leavesOut: plan.selected.length - quick.selected.length }
}
