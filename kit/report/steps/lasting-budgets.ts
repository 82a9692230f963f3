import type { PlanOptions } from '../../plan/choice.ts'
import { planOf } from '../../plan/plan.ts'
import { withRoom } from '../../plan/room.ts'
import type { NextStep, ReportedRequirement } from '../schema/report.ts'

/** What a certification was asked for. */
type Certified = Pick<PlanOptions, 'target' | 'services' | 'checks' | 'depth' | 'only' | 'skip'> & {
  readonly certify: boolean
}

interface Proposed {
  readonly requirements: readonly ReportedRequirement[]
  readonly steps: readonly NextStep[]
}

const BUDGET = /^allow\.(\w+): (\d+)(?=\s|$)/gm

/** More than anything takes. */
const PLENTY = 1_000_000

/**
 * What gives the lines that are proposed to a certification budgets that last for it, where the target file has none: a run
 * that uses one up is not sealed, and what a line usually gives is for trying. Anything else it leaves as it is.
 */
export function lastingBudgets({
  target,
  services,
  checks,
  depth,
  only = [],
  skip = [],
  certify,
}: Certified): (lines: string) => string {
  const none = Object.entries(target.allow.budgets).filter(([, allowed]) => allowed === 0)
  if (!certify || none.length === 0) return (lines) => lines
  const budgets = { ...target.allow.budgets, ...Object.fromEntries(none.map(([name]) => [name, PLENTY])) }
  const allowing = { ...target, allow: { ...target.allow, budgets } }
  const { spends } = planOf({ target: allowing, services, checks, depth, only, skip, hasPerson: false, certify })
  const enough = new Map(none.map(([name]) => [name, withRoom(spends[name]?.usual ?? 0)]))
  return (lines) =>
    lines.replace(BUDGET, (line, name: string, given: string) =>
      enough.has(name) ? `allow.${name}: ${Math.max(Number(given), enough.get(name) ?? 0)}` : line,
    )
}

/** The same of all that a report proposes. */
export function withLastingBudgets({ requirements, steps }: Proposed, certified: Certified): Proposed {
  const lasting = lastingBudgets(certified)
  const proposing = <T extends { readonly line?: string }>(each: T): T =>
    each.line === undefined ? each : { ...each, line: lasting(each.line) }
  return {
    requirements: requirements.map((each) => ({ ...proposing(each), judgements: each.judgements.map(proposing) })),
    steps: steps.map((step) => ({ ...step, lines: step.lines.map(lasting) })),
  }
}
