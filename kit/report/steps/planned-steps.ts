import type { Level } from '../../../specs/contract.ts'
import type { Check } from '../../check/check.ts'
import { requirementIn } from '../../contract/catalogues.ts'
import type { ServiceDefinition } from '../../contract/service.ts'
import type { PlanOptions } from '../../plan/choice.ts'
import { type Plan, planOf } from '../../plan/plan.ts'
import { claimsOf } from '../../target/claims.ts'
import { alternativesOf, type JudgedWith, notMade } from '../../target/judged-with.ts'
import { shownLine } from '../../target/lines.ts'
import type { ReportedJudgement } from '../schema/judged.ts'
import { withLastingBudgets } from './lasting-budgets.ts'
import { bringsAbout, type NextStep, nextSteps } from './next-steps.ts'

/**
 * The lines that a target file lacks, as far as a plan knows them: those first that bring the most. Sends nothing; what
 * only a run would find out is not in it.
 * @param levels of the requirements that are looked at; all when absent
 */
export function plannedSteps(options: PlanOptions, levels?: readonly Level[]): readonly NextStep[] {
  const { target, services, checks } = options
  const claims = claimsOf(services.map(({ section }) => section))
  const plan = planOf(options)
  const unselected = new Set(plan.excluded.filter(({ why }) => why === 'not selected').flatMap((each) => each.checks))
  /** Of what is claimed and may not be used, the line that permits it. */
  const permitting = (needed?: JudgedWith): readonly string[] =>
    alternativesOf(needed).flatMap(([claim = '', ...others]) =>
      others.length > 0 ? [] : services.flatMap((each) => each.overLimit?.(target, claim)?.line ?? []),
    )
  const linesFor = (needed?: JudgedWith): string =>
    [...claims.linesFor(target, notMade(claims, target, needed)).map(shownLine), ...permitting(needed)].join('\n')
  const lines = linesByCheck(plan, checks, ({ observes }) => linesFor(observes))
  const contracts = services.map(({ contract }: ServiceDefinition) => contract)
  const ids = [...new Set(checks.flatMap(({ covers }) => covers))]
  const requirements = ids.flatMap((id) => {
    const own = checks.filter(({ covers }) => covers.includes(id))
    const lineOf = (check: Check): string | undefined => {
      const line = lines.get(check.id)
      if (check.leaves?.(id, target, options.depth) === true) return ''
      const missing = linesFor(check.judgedWith?.[id])
      // What was not selected needs no line.
      if (missing === '' || line === '') return line
      return [...new Set(`${line ?? ''}\n${missing}`.split('\n'))].filter((each) => each !== '').join('\n')
    }
    // One check that runs exercises it; a rule may come to see nothing of what a check would bring about, and many
    // values are no way to what one request shows.
    const direct = own.filter((check) => bringsAbout(check) && check.phase !== 'generated')
    const passing = own.filter((check) => !bringsAbout(check))
    const deciding = [direct, passing, own].find((each) => each.length > 0) ?? own
    if (deciding.some((check) => lineOf(check) === undefined)) return []
    // Many values are not what it waits for either where another depth or selection asks once.
    const isLeft = direct.some(({ id: check }) => unselected.has(check))
    const judgements = own
      // What another depth or selection would ask waits for no line here.
      .filter((check) => (lineOf(check) ?? '') !== '' && !(isLeft && check.phase === 'generated'))
      .map(
        (check): ReportedJudgement => ({
          check: check.id,
          verdict: 'unexercised',
          evidence: [],
          why: 'not claimed',
          line: lineOf(check) ?? '',
        }),
      )
    const { level, at, text } = requirementIn(contracts, id)
    if (levels?.includes(level) === false) return []
    return [{ id, level, at, text, verdict: 'unexercised' as const, judgements }]
  })
  const certify = options.certify === true
  const steps = nextSteps(requirements, checks, { target, services, claims, withoutGenerated: certify })
  return withLastingBudgets({ requirements, steps }, { ...options, certify }).steps
}

/** Requirements that wait for lines of a target file, as far as a plan knows it. */
export interface PlannedGaps {
  readonly steps: readonly NextStep[]
  /** Ids of those that a rule of the run judges all the same, by whatever it comes to see without the lines. */
  readonly seenPerhaps: ReadonlySet<string>
  /** Claims that the file does not make and that checks of such requirements may turn out to need, each with when. */
  readonly mayNeed: ReadonlyMap<string, string>
}

/** The same, and which of them the run may judge without. */
export function plannedGaps(options: PlanOptions, levels?: readonly Level[]): PlannedGaps {
  const steps = plannedSteps(options, levels)
  const waiting = new Set(steps.flatMap(({ requirements }) => requirements))
  const running = new Set(planOf(options).selected.map(({ id }) => id))
  const rules = options.checks.filter(({ id, phase }) => phase === 'rules' && running.has(id))
  const { target, services } = options
  const claims = claimsOf(services.map(({ section }) => section))
  // Without a key next to nothing is sent, and there is nothing to come to see.
  const isKeyless = (service: string): boolean =>
    target.services[service]?.keys === undefined &&
    services.some(
      ({ contract, section }) =>
        contract.id === service && Object.keys(section.claims).some((each) => each.startsWith('keys.')),
    )
  const isBlind = ({ judgedWith, service }: Check, id: string): boolean =>
    isKeyless(service) || notMade(claims, target, judgedWith?.[id]).length > 0
  const seen = rules.flatMap((rule) => rule.covers.filter((id) => waiting.has(id) && !isBlind(rule, id)))
  const contracts = services.map(({ contract }) => contract)
  const isLooked = (check: Check): boolean =>
    running.has(check.id) && check.covers.some((id) => levels?.includes(requirementIn(contracts, id).level) !== false)
  const needed = options.checks.filter(isLooked).flatMap(({ mayNeed = {} }) => Object.entries(mayNeed))
  const mayNeed = new Map(
    needed.flatMap(([claim, when = '']) => (claims.isMade(target, claim) ? [] : [[claim, when] as const])),
  )
  return { steps, seenPerhaps: new Set(seen), mayNeed }
}

/** What each check that would not run waits for. */
function linesByCheck(
  { excluded }: Plan,
  checks: readonly Check[],
  observed: (check: Check) => string,
): ReadonlyMap<string, string> {
  const left = excluded.flatMap(({ checks: ids, line, why }) =>
    ids.map((id) => [id, why === 'not selected' ? '' : line] as const),
  )
  const blind = checks.flatMap((check) => {
    const line = observed(check)
    return line === '' ? [] : [[check.id, line] as const]
  })
  return new Map([...blind, ...left])
}
