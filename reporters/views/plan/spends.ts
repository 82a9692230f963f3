import { GENERATED } from '../../../kit/rate/ledger.ts'
import type { Report } from '../../../kit/report/report.ts'
import { counted } from '../counted.ts'

/** One budget of the target file, and how much of it was used. */
export interface Spend {
  readonly budget: string
  readonly many: number
  /** Of those, refused: they need have made nothing. */
  readonly refused: number
}

/** The budgets that the run had, in the order of the plan. Requests with generated values are counted apart. */
export function spendsOf({ plan, cost }: Pick<Report, 'plan' | 'cost'>): Spend[] {
  const budgets = new Set([...Object.keys(plan.spends), ...Object.keys(cost.spends)])
  budgets.delete(GENERATED)
  return [...budgets].map((budget) => ({
    budget,
    many: cost.spends[budget] ?? 0,
    refused: cost.refused?.[budget] ?? 0,
  }))
}

/** Requests with generated values that the run sent. */
export const generatedOf = ({ cost }: Pick<Report, 'cost'>): number => cost.spends[GENERATED] ?? 0

/** A budget with what was used of it: `loans 3`, `loans 3 (1 refused)`. */
export const spendText = ({ budget, many, refused }: Spend): string =>
  `${budget} ${many}${refused === 0 ? '' : ` (${refused} refused)`}`

/**
 * What a run used of its budgets, and that what generated values brought about is counted in none of them.
 *
 * @param spends those to be told; all of the run when absent
 */
export function spentTexts(report: Pick<Report, 'plan' | 'cost'>, spends = spendsOf(report)): readonly string[] {
  const generated = generatedOf(report)
  const spent = spends.map(spendText)
  return generated === 0 ? spent : [...spent, `and what came of ${counted(generated, 'request')} with generated values`]
}

/** Requests that were sent: one that found nobody was not. */
export const requestsOf = ({ cost }: Pick<Report, 'cost'>): number =>
  Object.values(cost.requests).reduce((sum, each) => sum + each, 0)
