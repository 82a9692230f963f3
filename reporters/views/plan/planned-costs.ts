import type { Report } from '../../../kit/report/report.ts'
import { amount, spoken } from '../../console/plan.ts'

/** One thing that was priced before the run, beside what the run came to. */
export interface Planned {
  readonly what: string
  readonly usual: number
  readonly most: number
  readonly used: number
}

/** What a run costs its target: requests by name of a key, the live keys together as they were priced, then the rest. */
export function plannedCosts({ plan, cost }: Pick<Report, 'plan' | 'cost'>): Planned[] {
  const used: Record<string, number> = {}
  for (const [key, many] of Object.entries(cost.requests)) {
    const name = key.replace(/\[\d+\]$/, '')
    used[name] = (used[name] ?? 0) + many
  }
  const names = [...new Set([...Object.keys(plan.requests), ...Object.keys(used)])]
  const requests = names.map((name) => ({
    what: keyWord(name, plan.liveKeys),
    ...(plan.requests[name] ?? { usual: 0, most: 0 }),
    used: used[name] ?? 0,
  }))
  const { payments, messages, generated } = plan
  return [
    ...requests,
    { what: 'payments', ...payments, used: cost.payments },
    { what: 'messages', ...messages, used: cost.messages },
    ...(generated + cost.generated === 0
      ? []
      : [{ what: 'requests with generated values', usual: generated, most: generated, used: cost.generated }]),
  ]
}

/** The price in half a line: `requests 94, at most 101; payments 18, at most 24; messages 5; about 8 s`. */
export function plannedLine({ requests, payments, messages, forecast }: Report['plan']): string {
  const sum = (kind: 'usual' | 'most'): number => Object.values(requests).reduce((total, each) => total + each[kind], 0)
  return [
    `requests ${amount({ usual: sum('usual'), most: sum('most') })}`,
    `payments ${amount(payments)}`,
    `messages ${amount(messages)}`,
    `about ${spoken(forecast.seconds)}`,
  ].join('; ')
}

function keyWord(name: string, liveKeys: number): string {
  if (name === 'none') return 'requests without a key'
  return name === 'live' && liveKeys > 1 ? `requests with the ${liveKeys} live keys` : `requests with the key ${name}`
}
