import type { Check } from '../check/check.ts'
import type { Amounts } from '../check/order/cost.ts'
import type { PlanOptions } from './choice.ts'
import { usual } from './forecast.ts'

/** What is usual of something where a target keeps its promises, and the most. */
export interface Estimate {
  readonly usual: number
  readonly most: number
  /** What would usually be used had the budget no end; present where it has less. */
  readonly wanted?: number
}

export type Unit = Pick<Check, 'service' | 'cost' | 'needs'>

export function estimate(
  units: readonly Unit[],
  budget: string,
  allowed: number,
  asked: Pick<PlanOptions, 'target' | 'depth'>,
): Estimate {
  const sum = (pick: (unit: Unit) => Amounts): number =>
    units.reduce((total, unit) => total + (pick(unit).spends?.[budget] ?? 0), 0)
  const wanted = sum((unit) => usual(unit, asked))
  const most = sum(({ cost }) => cost)
  return {
    usual: Math.min(allowed, wanted),
    most: Math.min(allowed, most),
    ...(wanted > allowed ? { wanted } : {}),
  }
}
