import type { Fixture } from '../check/check.ts'
import type { UnexercisedReason } from '../check/verdicts/verdict.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import type { Claims } from '../target/claims.ts'
import { notMade } from '../target/judged-with.ts'
import { shownLine } from '../target/lines.ts'
import type { Target } from '../target/target.ts'
import { permits } from '../target/tiers.ts'
import { usual } from './forecast.ts'

/** Why something cannot be asked of a target, and the line of the target file that changes it. */
export interface Refusal {
  readonly why: UnexercisedReason
  readonly reason: string
  readonly line: string
}

/** A check or fixture, as far as it decides whether it can run. */
export type Eligible = Pick<Fixture, 'service' | 'needs' | 'needsAnyOf' | 'tier' | 'scriptsReceiver'>

/** What decides it beside. */
export interface Circumstances {
  readonly target: Target
  readonly services: readonly Pick<ServiceDefinition, 'contract' | 'section' | 'overLimit'>[]
  readonly claims: Claims
  /** Carries out the steps that recipes ask of a person; undefined where nobody does. */
  readonly person: unknown
}

/** The first claim, permission or person that is missing for a check or fixture; undefined where it can run. */
export function refusalOf(
  { service, needs, needsAnyOf, tier, scriptsReceiver }: Eligible,
  { target, services, claims, person }: Circumstances,
): Refusal | undefined {
  const missing = unmade(needs, needsAnyOf, { target, claims })
  // What is there to be asked, and may not be.
  if (missing.length > 0 && missing.every((each) => each.startsWith('allow.'))) {
    return {
      why: 'not permitted',
      reason: `the target file does not allow it: ${missing.join(', ')}`,
      line: claims.linesFor(target, missing).map(shownLine).join('\n'),
    }
  }
  if (missing.length > 0) {
    // A permission that is given, and idle for want of a claim, is not what is missing.
    const { idle = [] } = target.allow
    const [unnamed, unallowed] = [false, true].map((isPermission) =>
      missing.filter(
        (each) => each.startsWith('allow.') === isPermission && !idle.some((own) => each === `allow.${own}`),
      ),
    )
    const no = unallowed?.length === 0 ? '' : `, and does not allow it: ${unallowed?.join(', ')}`
    return {
      why: 'not claimed',
      reason: `the target file does not name ${unnamed?.join(', ')}, or not all that it takes${no}`,
      line: claims.linesFor(target, missing).map(shownLine).join('\n'),
    }
  }
  if (!permits(target, tier)) {
    return {
      why: 'not permitted',
      reason: `it sends requests of the tier ${tier}, which this target file does not allow`,
      line: claims.lineFor(budgetOf(service, services)),
    }
  }
  const over = needs.flatMap((claim) => services.flatMap((each) => each.overLimit?.(target, claim) ?? []))[0]
  if (over !== undefined) return { why: 'not permitted', ...over }
  if (scriptsReceiver === true && target.webhooks?.deliveries !== undefined) {
    return {
      why: 'unreachable',
      reason: 'its receivers answer as it decides, and the deliveries of this run are read from a file',
      line: claims.lineFor('webhooks'),
    }
  }
  const asking = person === undefined ? needs.find((claim) => asksPerson(claims.valueOf(target, claim))) : undefined
  if (asking === undefined) return undefined
  return {
    why: 'not permitted',
    reason: `${asking} asks a person to act, and none is at the terminal; a call takes the place of ask`,
    line: claims.lineFor(asking),
  }
}

/** Every claim that is missing for a check or fixture: what it needs, and the budgets without which it may not be asked. */
export function missingClaims(
  what: Omit<Eligible, 'scriptsReceiver'> & Priced,
  { target, services, claims }: Omit<Circumstances, 'person'>,
): readonly string[] {
  const missing = unmade(what.needs, what.needsAnyOf, { target, claims })
  const budgets = permits(target, what.tier) ? unpaid(what, target) : [budgetOf(what.service, services)]
  return [...new Set([...missing, ...budgets])]
}

/** A check or fixture, as far as it decides what it takes of budgets. */
type Priced = Pick<Fixture, 'tier' | 'cost' | 'uses'>

/** That a check or fixture takes a part of a budget of 0, as a run finds out once it is there; undefined where it takes none. */
export function unpaidRefusal(
  what: Priced,
  { target, claims }: Pick<Circumstances, 'target' | 'claims'>,
): Refusal | undefined {
  const missing = unpaid(what, target)
  if (missing.length === 0) return undefined
  return {
    why: 'not permitted',
    reason: `the target file does not allow it: ${missing.join(', ')}`,
    line: claims.linesFor(target, missing).map(shownLine).join('\n'),
  }
}

/** The claims of the budgets of 0 of which it takes a part, or what it uses; what has to be refused goes on without. */
function unpaid({ tier, cost, uses }: Priced, target: Target): readonly string[] {
  if (tier === 'refuse') return []
  const spends = Object.entries(usual({ cost }, { target, depth: 'standard' }).spends)
  const own = spends.flatMap(([name, many = 0]) =>
    many > 0 && (target.allow.budgets[name] ?? 0) === 0 ? [`allow.${name}`] : [],
  )
  return [...new Set([...own, ...uses.flatMap((each) => unpaid(each, target))])]
}

/** The claims that it needs and a target does not make; of several of which one is enough, the one to propose. */
function unmade(
  needs: Eligible['needs'],
  needsAnyOf: Eligible['needsAnyOf'],
  { target, claims }: Pick<Circumstances, 'target' | 'claims'>,
): readonly string[] {
  const missing = needs.filter((claim) => !claims.isMade(target, claim))
  return [...new Set([...missing, ...notMade(claims, target, needsAnyOf)])]
}

/** The claim that permits the requests of a service that write. */
function budgetOf(service: string, services: Circumstances['services']): string {
  const { section } = services.find(({ contract }) => contract.id === service) ?? {}
  const [budget = 'generated'] = Object.keys(section?.allow?.budgets ?? {})
  return `allow.${budget}`
}

/** Whether a recipe, or one that a claim holds under `register`, has a step for a person. */
function asksPerson(value: unknown): boolean {
  const recipe = value as { ask?: unknown; register?: { ask?: unknown } } | undefined
  return typeof recipe === 'object' && recipe !== null && (recipe.ask ?? recipe.register?.ask) !== undefined
}
