import type { Check, Fixture } from '../check/check.ts'
import type { Depth } from '../check/depth.ts'
import type { NotExercised } from '../check/signals.ts'
import type { UnexercisedReason } from '../check/verdicts/verdict.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import { claimsOf } from '../target/claims.ts'
import type { Target } from '../target/target.ts'
import { leftOut } from './depth.ts'
import { type Circumstances, type Refusal, refusalOf, unpaidRefusal } from './eligibility.ts'
import { costOf, generatedBudget, valuesTried, withinBudget } from './sampling.ts'
import { selects } from './selection.ts'
import type { Shard } from './shards.ts'

export interface PlanOptions {
  readonly target: Target
  /** Those of the target that are judged. */
  readonly services: readonly ServiceDefinition[]
  readonly checks: readonly Check[]
  readonly depth: Depth
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  /** Generated values that each check tries; by the depth when absent. */
  readonly values?: number
  /** Somebody can be asked to act. */
  readonly hasPerson: boolean
  /** It is made for a certificate. */
  readonly certify?: boolean
  /** Which part of it is asked here, and why a check is left to the others. */
  readonly shard?: Shard
  readonly leftToOthers?: (check: Check) => NotExercised | undefined
}

/** Checks that will not run for one and the same reason. */
export interface Exclusion {
  readonly why: UnexercisedReason
  readonly reason: string
  /** The line of the target file, or the flag, that changes it; lines where it needs several. */
  readonly line: string
  readonly checks: readonly string[]
}

/** Says which checks run, and why the others do not. */
export class Choice {
  /** With the cost of the values that they try, as far as the budget of those goes. */
  readonly selected: readonly Check[]
  readonly excluded: readonly Exclusion[]
  readonly #options: PlanOptions
  readonly #circumstances: Circumstances

  constructor(options: PlanOptions) {
    const { target, services, hasPerson, values } = options
    this.#options = options
    this.#circumstances = {
      target,
      services,
      claims: claimsOf(services.map(({ section }) => section)),
      person: hasPerson ? true : undefined,
    }
    const excluded = new Map<string, Exclusion>()
    const selected: Check[] = []
    for (const check of options.checks) {
      const refusal = this.#refused(check)
      if (refusal === undefined) {
        const tried = valuesTried(check.generated, { depth: options.depth, runs: values })
        selected.push({ ...check, cost: costOf(check, { runs: tried }) })
      } else {
        const key = JSON.stringify(refusal)
        excluded.set(key, { ...refusal, checks: [...(excluded.get(key)?.checks ?? []), check.id] })
      }
    }
    this.selected = withinBudget(selected, generatedBudget(options))
    this.excluded = [...excluded.values()]
  }

  readonly admits = (fixture: Fixture): boolean => this.#barred(fixture) === undefined

  #refused(check: Check): Refusal | undefined {
    const { target, depth, certify, only = [], skip = [] } = this.#options
    if (!selects(check, { only, skip })) {
      return { why: 'not selected', reason: 'this run does not select it', line: only.length > 0 ? '--only' : '--skip' }
    }
    const left = leftOut(check, { target, depth, certify })
    const deeper = `--depth ${check.depth === 'deep' ? 'deep' : 'standard'}`
    const isGenerated = check.generated !== undefined
    const more = isGenerated && (target.allow.generated ?? 0) === 0 ? `${deeper} and allow.generated` : deeper
    const flag = isGenerated && certify === true ? 'without --certify' : more
    if (left !== undefined) return { why: left.why, reason: left.message, line: left.line ?? flag }
    const away = this.#options.leftToOthers?.(check)
    if (away !== undefined) return { why: away.why, reason: away.message, line: away.line ?? '--shard' }
    return this.#barred(check)
  }

  #barred(what: Check | Fixture): Refusal | undefined {
    return refusalOf(what, this.#circumstances) ?? unpaidRefusal(what, this.#circumstances)
  }
}

/** Every fixture that checks come to use and that can be made, each once. */
export function fixturesOf(checks: readonly Check[], admitted: (fixture: Fixture) => boolean): ReadonlySet<Fixture> {
  const found = new Set<Fixture>()
  const visit = (fixture: Fixture): void => {
    if (found.has(fixture) || !admitted(fixture)) return
    found.add(fixture)
    for (const each of fixture.uses) visit(each)
  }
  for (const { uses } of checks) for (const each of uses) visit(each)
  return found
}

/** The claims that the checks of a run and what they use need. */
export function neededClaims(options: PlanOptions): ReadonlySet<string> {
  const { selected } = new Choice(options)
  return new Set([...selected, ...fixturesOf(selected, () => true)].flatMap(({ needs }) => needs))
}
