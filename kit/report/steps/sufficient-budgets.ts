import type { Check, Fixture } from '../../check/check.ts'
import type { Judgement } from '../../check/verdicts/judgement.ts'
import type { Plan } from '../../plan/plan.ts'
import { withRoom } from '../../plan/room.ts'
import { costOf, generatedBudget } from '../../plan/sampling.ts'
import { GENERATED } from '../../rate/ledger.ts'
import { linesIn } from '../../target/lines.ts'
import type { Target } from '../../target/target.ts'

/**
 * Judgements of checks that a budget did not last for, each with the line of one that lasts: what is in force, and
 * beside it what these checks ask for at most, with the fixtures that none but they use; no less than what all checks of
 * the run usually take.
 * @param spends what was planned to be used of each budget
 */
export function withSufficientBudgets(
  judgements: readonly Judgement[],
  checks: readonly Check[],
  target: Target,
  spends: Plan['spends'] = {},
): readonly Judgement[] {
  const waiting = new Map<string, Set<string>>()
  for (const judgement of judgements) {
    const budget = budgetLacking(judgement, target)
    if (budget !== undefined) waiting.set(budget, (waiting.get(budget) ?? new Set<string>()).add(judgement.check))
  }
  if (waiting.size === 0) return judgements
  const lines = new Map(
    [...waiting].map(([budget, ids]) => {
      const { wanted = 0 } = spends[budget] ?? {}
      const allowed = inForce(target, budget)
      // Less than all usually take was too little: that with room is what a plan proposes, too. One that should have
      // lasted is raised by all that can be left.
      const isScarce = allowed < wanted
      const enough = isScarce ? withRoom(wanted) : Math.max(allowed + mostOf(budget, ids, checks), withRoom(wanted))
      const usual = isScarce || wanted === 0 ? '' : `at most so many, usually about ${wanted}`
      const note = inPlaceOf(target.allow.budgets[budget], usual)
      return [budget, `allow.${budget}: ${enough}${note}`] as const
    }),
  )
  return judgements.map((judgement) => {
    const line = lines.get(budgetLacking(judgement, target) ?? '')
    return line === undefined ? judgement : ({ ...judgement, line } as Judgement)
  })
}

/**
 * Behind a line with more of what the target file has already: pasted beside it, it takes its place.
 * @param why so much; nothing more to say when absent
 */
export function inPlaceOf(allowed = 0, why = ''): string {
  return allowed === 0 ? '' : `   # ${why === '' ? '' : `${why}: `}in place of ${allowed}`
}

/** The budget that was used up before a check was done. */
function budgetLacking({ verdict, why, line = '' }: Judgement, target: Target): string | undefined {
  if (verdict !== 'unexercised' || why !== 'not permitted') return undefined
  const [only, ...more] = linesIn(line)
  const budget = /^allow\.(\w+)$/.exec(only?.key ?? '')?.[1]
  return budget === undefined || more.length > 0 || inForce(target, budget) === 0 ? undefined : budget
}

/** How much of a budget a run has; 0 of what is none. */
const inForce = (target: Target, budget: string): number =>
  budget === GENERATED ? generatedBudget({ target, depth: 'deep' }) : (target.allow.budgets[budget] ?? 0)

function mostOf(budget: string, ids: ReadonlySet<string>, checks: readonly Check[]): number {
  const all = (fixtures: readonly Fixture[]): readonly Fixture[] =>
    fixtures.flatMap((each) => [each, ...all(each.uses)])
  const own = checks.filter(({ id }) => ids.has(id))
  const usedElsewhere = new Set(checks.filter(({ id }) => !ids.has(id)).flatMap(({ uses }) => all(uses)))
  const fixtures = new Set(own.flatMap(({ uses }) => all(uses)).filter((each) => !usedElsewhere.has(each)))
  const most = [
    ...own.map((check) => Math.max(1, checkMost(check, budget))),
    ...[...fixtures].map(({ cost }) => spendOf(cost.spends, budget)),
  ]
  return most.reduce((sum, each) => sum + each, 0)
}

function checkMost(check: Check, budget: string): number {
  const { generated } = check
  if (budget !== GENERATED || generated === undefined) return spendOf(check.cost.spends, budget)
  const { requests = {} } = costOf(check, { runs: Math.max(generated.standard, generated.deep) })
  return Object.values(requests).reduce((sum: number, each) => sum + (each ?? 0), 0)
}

const spendOf = (spends: Readonly<Record<string, number | undefined>> | undefined, budget: string): number =>
  spends?.[budget] ?? 0
