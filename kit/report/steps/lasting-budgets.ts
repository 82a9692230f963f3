import type { PlanOptions } from '../../plan/choice.ts'
import { planOf } from '../../plan/plan.ts'
import { withRoom } from '../../plan/room.ts'
import { claiming } from '../../target/claiming.ts'
import { linesIn } from '../../target/lines.ts'
import type { NextStep, ReportedRequirement } from '../schema/report.ts'
import { inPlaceOf } from './sufficient-budgets.ts'

/** What a certification was asked for. */
type Certified = Pick<PlanOptions, 'target' | 'services' | 'checks' | 'depth' | 'only' | 'skip'> & {
  readonly certify: boolean
}

interface Proposed {
  readonly requirements: readonly ReportedRequirement[]
  readonly steps: readonly NextStep[]
}

const BUDGET = /^allow\.(\w+): (\d+)(?=\s|$).*$/gm

const BESIDE = 'lasts for all that is proposed here'

/** More than anything takes. */
const PLENTY = 1_000_000

/**
 * What gives the lines that are proposed to a certification budgets that last for it, with whatever else is proposed beside
 * them: a run that uses one up is not sealed, and what a line usually gives is for trying. Anything else it leaves as it is.
 * @param proposed the lines that stand beside; none when absent
 */
export function lastingBudgets(
  { target, services, checks, depth, only = [], skip = [], certify }: Certified,
  proposed: readonly string[] = [],
): (lines: string) => string {
  const { budgets } = target.allow
  const text = proposed.join('\n')
  const isBeside = linesIn(text).some(({ key }) => !key.startsWith('allow.'))
  const named = Object.keys(budgets).filter((name) => budgets[name] === 0 || isBeside)
  const limits = largestOf({ target, services, checks })
  if (!certify || named.length + limits.size === 0) return (lines) => lines
  const all = claiming(target, text)
  const plenty = { ...all.allow.budgets, ...Object.fromEntries(named.map((name) => [name, PLENTY])) }
  const allowing = { ...all, allow: { ...all.allow, budgets: plenty } }
  const { spends } = planOf({ target: allowing, services, checks, depth, only, skip, hasPerson: false, certify })
  const enough = new Map([...limits, ...named.map((name) => [name, withRoom(spends[name]?.usual ?? 0)] as const)])
  return (lines) =>
    lines.replace(BUDGET, (line, name: string, given: string) => {
      const lasting = enough.get(name) ?? 0
      return lasting > Number(given)
        ? `allow.${name}: ${lasting}${inPlaceOf(budgets[name] ?? target.allow.limits[name], isBeside ? BESIDE : '')}`
        : line
    })
}

/** The limits that a target goes beyond by what it claims, each with the largest that any claim takes. */
function largestOf({ target, services, checks }: Pick<Certified, 'target' | 'services' | 'checks'>) {
  const claims = new Set(checks.flatMap(({ needs }) => needs))
  const over = [...claims].flatMap((claim) => services.flatMap((each) => each.overLimit?.(target, claim)?.line ?? []))
  const largest = new Map<string, number>()
  for (const { key, value } of linesIn(over.join('\n'))) {
    const name = key.slice('allow.'.length)
    if (typeof value === 'number') largest.set(name, Math.max(value, largest.get(name) ?? 0))
  }
  return largest
}

/** The same of all that a report proposes. */
export function withLastingBudgets({ requirements, steps }: Proposed, certified: Certified): Proposed {
  const lasting = lastingBudgets(
    certified,
    steps.flatMap(({ lines }) => lines),
  )
  const proposing = <T extends { readonly line?: string }>(each: T): T =>
    each.line === undefined ? each : { ...each, line: lasting(each.line) }
  return {
    requirements: requirements.map((each) => ({ ...proposing(each), judgements: each.judgements.map(proposing) })),
    steps: steps.map((step) => ({ ...step, lines: step.lines.map(lasting) })),
  }
}
