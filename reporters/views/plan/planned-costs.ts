import type { Estimate } from '../../../kit/plan/estimate.ts'
import type { Report } from '../../../kit/report/report.ts'
import { amount, spoken, totalOf } from './amounts.ts'
import { generatedOf, spendsOf } from './spends.ts'

/** One thing that was priced before the run, beside what the run came to. */
export interface PlannedCost extends Estimate {
  readonly what: string
  readonly used: number
}

const NOTHING: Estimate = { usual: 0, most: 0 }

/** The costs of a run to its target: requests by name of a key, those of a list together as they were priced, then the rest. */
export function plannedCosts(report: Pick<Report, 'plan' | 'cost'>): PlannedCost[] {
  const { plan, cost } = report
  const used: Record<string, number> = {}
  for (const [key, many] of Object.entries(cost.requests)) {
    const name = key.replace(/\[\d+\]$/, '')
    used[name] = (used[name] ?? 0) + many
  }
  const names = [...new Set([...Object.keys(plan.requests), ...Object.keys(used)])]
  const requests = names.map((name) => ({
    what: `requests ${keyText(name, plan.keys)}`,
    ...(plan.requests[name] ?? NOTHING),
    used: used[name] ?? 0,
  }))
  const { generated } = plan
  const values = generatedOf(report)
  return [
    ...requests,
    ...spendsOf(report).map(({ budget, many }) => ({ what: budget, ...(plan.spends[budget] ?? NOTHING), used: many })),
    ...(generated + values === 0
      ? []
      : [{ what: 'requests with generated values', usual: generated, most: generated, used: values }]),
  ]
}

/** The price in half a line: `requests 94, at most 101; loans 18, at most 24; about 8 s`. */
export const plannedLine = ({ requests, spends, forecast }: Report['plan']): string =>
  [
    `requests ${amount(totalOf(requests))}`,
    ...Object.entries(spends).map(([budget, estimate]) => `${budget} ${amount(estimate)}`),
    `about ${spoken(forecast.seconds)}`,
  ].join('; ')

function keyText(name: string, keys: Report['plan']['keys']): string {
  if (name === 'none') return 'without a valid key'
  const many = keys[name] ?? 1
  return many > 1 ? `with the ${many} keys ${name}` : `with the key ${name}`
}
