import type { Check, Fixture } from '../check/check.ts'
import type { Amounts } from '../check/cost.ts'
import type { Depth } from '../check/depth.ts'
import type { Phase } from '../check/phases.ts'
import type { NotExercised } from '../check/signals.ts'
import type { UnexercisedReason } from '../check/verdict.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import { claimsOf } from '../target/claims.ts'
import type { NamedAmount } from '../target/named-amount.ts'
import { placeOf } from '../target/section.ts'
import type { Target } from '../target/target.ts'
import { holdSeconds, retryPatience } from '../webhooks/patience.ts'
import { leftOut } from './depth.ts'
import { type Circumstances, type Refusal, refusalOf } from './eligibility.ts'
import { type Forecast, forecast, usual } from './forecast.ts'
import { hastened, isHasty, paceOf } from './haste.ts'
import { keyAt } from './key-names.ts'
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

export interface PlannedCheck {
  readonly id: string
  readonly title: string
  readonly phase: Phase
}

/** Checks that will not run for one and the same reason. */
export interface Exclusion {
  readonly why: UnexercisedReason
  readonly reason: string
  /** The line of the target file, or the flag, that changes it; lines where it needs several. */
  readonly line: string
  readonly checks: readonly string[]
}

/** What is usual of something where a target keeps its promises, and the most. */
export interface Estimate {
  readonly usual: number
  readonly most: number
  /** What would usually be used had the budget no end; present where it has less. */
  readonly wanted?: number
}

/** A permission of the target file that selected checks make use of. */
export interface PlannedPermission {
  readonly name: string
  /** What they do because of it, as half a sentence. */
  readonly notice: string
}

/** What a run would do, told before anything is sent. */
export interface Plan {
  readonly target: {
    readonly name: string
    readonly environment: Target['environment']
    readonly timeScale: number
    /** By the id of the contract. */
    readonly baseUrls: Readonly<Record<string, string>>
  }
  readonly depth: Depth
  readonly selected: readonly PlannedCheck[]
  readonly excluded: readonly Exclusion[]
  /** Requests per name of a key, `library.members`, which stands for all keys of that name; `none` without one. */
  readonly requests: Readonly<Record<string, Estimate>>
  /** How many keys stand for a name that is a list. */
  readonly keys: Readonly<Record<string, number>>
  /** By the name of the budget; `most` is no more than the target file allows. */
  readonly spends: Readonly<Record<string, Estimate>>
  /** Requests with generated values, each of which may bring about anything that a budget counts. */
  readonly generated: number
  /** The largest value that a request asks for, in its own currency, and where in the target file it comes from. */
  readonly largestAmount?: NamedAmount
  /** Those that selected checks make use of. */
  readonly permissions: readonly PlannedPermission[]
  /** Seconds. */
  readonly forecast: Forecast
  /**
   * Seconds for which it waits at a time for an outcome, its event, and that event once more where it was refused, none of
   * which comes; absent where it waits for none.
   */
  readonly mayWait?: number
  /** So many requests with one key pass in so many seconds; absent where none has to wait. */
  readonly window?: { readonly requests: number; readonly seconds: number }
  /**
   * Keys of which a run that waits for no limiter asks more than their service allows in its window, where it limits them:
   * how much with one key, and how much is allowed. Absent where there are none.
   */
  readonly beyondRate?: readonly {
    readonly key: string
    readonly requests: number
    readonly allowed: number
    readonly seconds: number
  }[]
  /** Seconds that a certification works behind its run, on a machine that does nothing else; absent where none is made. */
  readonly sealingSeconds?: number
}

/** Seconds for each request: before a run is sealed all of its evidence is judged again, and so is what was sealed. */
const SEALING = 0.01

/** The claim of a recipe that brings an outcome about. */
const OUTCOME = /^\w+\.outcomes\./

/** Prices a run. Sends nothing. */
export function planOf(options: PlanOptions): Plan {
  const { target, services } = options
  const judge = new Judge(options)
  const { selected, excluded } = judge
  const units = [...selected, ...fixturesOf(selected, judge.admits)].filter((unit) => canAsk(unit, target))
  const spends = Object.fromEntries(
    Object.entries(target.allow.budgets).map(([name, allowed]) => [name, estimate(units, name, allowed, options)]),
  )
  const generated = selected
    .filter((check) => check.generated !== undefined)
    .flatMap(({ cost }) => Object.values(cost.requests ?? {}))
    .reduce((total: number, each) => total + (each ?? 0), 0)
  const requests = requestsOf(units, probedKeys(options), options)
  const sent = Object.values(requests).reduce((sum, { usual: each }) => sum + each, 0)
  const largest = largestAmount(services, target, units, spends)
  return {
    target: {
      name: target.name,
      environment: target.environment,
      timeScale: target.timeScale,
      baseUrls: Object.fromEntries(services.map(({ contract: { id } }) => [id, placeIn(target, id)])),
    },
    depth: options.depth,
    selected: selected.map(({ id, title, phase }) => ({ id, title, phase })),
    excluded,
    requests,
    keys: listsOf(target),
    spends,
    generated,
    ...(largest === undefined ? {} : { largestAmount: largest }),
    permissions: permissionsOf(services, selected),
    ...lateness(units, hastened(target, options.depth), options.depth),
    ...windowOf(options),
    ...beyondRate(requests, options),
    ...(options.certify === true ? { sealingSeconds: sent * SEALING } : {}),
    forecast: forecast(selected, {
      depth: options.depth,
      target,
      admitted: judge.admits,
      paceOf: (key) => paceOf(key, options),
      isShort: (id) => services.find(({ contract }) => contract.id === id)?.isShort?.(target, options.depth) ?? false,
      keys: listsOf(target),
    }),
  }
}

/** Whether anything is sent for it: without any key, what asks with keys alone learns so, and sends nothing. */
function canAsk({ service, cost: { requests = {} } }: Unit, { services }: Target): boolean {
  const { keys = {} } = services[service] ?? {}
  const asked = Object.keys(requests)
  return Object.keys(keys).length > 0 || asked.length === 0 || asked.includes('none')
}

/** Outcomes are waited for, and the events of those that came, and attempts that follow one that was made to fail. */
function lateness(units: readonly Unit[], target: Target, depth: Depth): Pick<Plan, 'mayWait'> {
  const { timing, webhooks } = target
  const needs = new Set(units.flatMap((unit) => unit.needs))
  const outcomes = [...needs].some((each) => OUTCOME.test(each)) ? timing.settle : 0
  const events = needs.has('webhooks') ? (webhooks?.deliveryWithin ?? 0) : 0
  const again = events === 0 || depth === 'quick' ? 0 : holdSeconds(target) + retryPatience(target)
  return outcomes + events === 0 ? {} : { mayWait: outcomes + events + again }
}

/** The narrowest window of a service that shows its rate. */
function windowOf(options: PlanOptions): Pick<Plan, 'window'> {
  if (isHasty(options)) return {}
  const paces = options.services
    .filter(({ contract }) => contract.rate !== undefined)
    .map(({ contract: { id } }) => paceOf(`${id}.`, options))
  const [narrowest] = paces.toSorted((a, b) => b.windowMs / b.requests - a.windowMs / a.requests)
  return narrowest === undefined ? {} : { window: { requests: narrowest.requests, seconds: narrowest.windowMs / 1000 } }
}

function beyondRate(requests: Plan['requests'], options: PlanOptions): Pick<Plan, 'beyondRate'> {
  if (!isHasty(options)) return {}
  const lists = listsOf(options.target)
  const beyond = Object.entries(requests).flatMap(([key, { usual: many }]) => {
    const rate = options.services.find(({ contract }) => key.startsWith(`${contract.id}.`))?.contract.rate
    const each = Math.ceil(many / (lists[key] ?? 1))
    if (rate === undefined || each <= rate.requests) return []
    return [{ key, requests: each, allowed: rate.requests, seconds: rate.seconds }]
  })
  return beyond.length === 0 ? {} : { beyondRate: beyond }
}

function placeIn({ services }: Target, id: string): string {
  const { [id]: section } = services
  return section === undefined ? '' : placeOf(section)
}

/** The claims that the checks of a run and what they use need. */
export function neededClaims(options: PlanOptions): ReadonlySet<string> {
  const { selected } = new Judge(options)
  return new Set([...selected, ...fixturesOf(selected, () => true)].flatMap(({ needs }) => needs))
}

/** Says which checks run, and why the others do not. */
class Judge {
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

  readonly admits = (fixture: Fixture): boolean => refusalOf(fixture, this.#circumstances) === undefined

  #refused(check: Check): Refusal | undefined {
    const { target, depth, certify, only = [], skip = [] } = this.#options
    if (!selects(check, { only, skip })) {
      return { why: 'not selected', reason: 'this run does not select it', line: only.length > 0 ? '--only' : '--skip' }
    }
    const left = leftOut(check, { target, depth, certify })
    const flag =
      check.generated !== undefined && certify === true
        ? 'without --certify'
        : `--depth ${check.depth === 'deep' ? 'deep' : 'standard'}`
    if (left !== undefined) return { why: left.why, reason: left.message, line: left.line ?? flag }
    const away = this.#options.leftToOthers?.(check)
    if (away !== undefined) return { why: away.why, reason: away.message, line: away.line ?? '--shard' }
    return refusalOf(check, this.#circumstances)
  }
}

/** Every fixture that checks come to use and that can be made, each once. */
function fixturesOf(checks: readonly Check[], admitted: (fixture: Fixture) => boolean): ReadonlySet<Fixture> {
  const found = new Set<Fixture>()
  const visit = (fixture: Fixture): void => {
    if (found.has(fixture) || !admitted(fixture)) return
    found.add(fixture)
    for (const each of fixture.uses) visit(each)
  }
  for (const { uses } of checks) for (const each of uses) visit(each)
  return found
}

function permissionsOf(services: readonly ServiceDefinition[], selected: readonly Check[]): PlannedPermission[] {
  const needed = new Set<string>(selected.flatMap(({ needs }) => needs))
  return services
    .flatMap(({ section }) => Object.entries(section.allow?.permissions ?? {}))
    .filter(([name]) => needed.has(`allow.${name}`))
    .map(([name, { notice }]) => ({ name, notice }))
}

type Unit = Pick<Check, 'service' | 'cost' | 'needs'>

function estimate(
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

/** @param probed names of the keys that claims are asked after with, one for each request */
function requestsOf(
  units: readonly Unit[],
  probed: readonly string[],
  { target, depth }: Pick<PlanOptions, 'target' | 'depth'>,
): Plan['requests'] {
  const total: Record<string, { usual: number; most: number }> = {}
  const add = (key: string, kind: 'usual' | 'most', count: number): void => {
    total[key] ??= { usual: 0, most: 0 }
    total[key][kind] += count
  }
  for (const key of probed) for (const kind of ['usual', 'most'] as const) add(key, kind, 1)
  for (const unit of units) {
    const { keys = {} } = target.services[unit.service] ?? {}
    for (const [kind, { requests = {} }] of [
      ['usual', usual(unit, { target, depth })] as const,
      ['most', unit.cost] as const,
    ]) {
      for (const [key, count] of Object.entries(requests))
        if (key === 'none' || keys[key.replace(/\[\d+\]$/, '')] !== undefined)
          add(keyAt(target, unit.service, key), kind, count ?? 0)
    }
  }
  return total
}

function probedKeys(options: PlanOptions): readonly string[] {
  const needed = neededClaims(options)
  return options.services.flatMap(({ contract, claimProbes }) =>
    claimProbes(options.target, needed).map(({ request }) =>
      keyAt(options.target, contract.id, request.key.replace(/\[\d+\]$/, '')),
    ),
  )
}

/** Names of keys that are lists, with how many keys each has. */
function listsOf({ services }: Pick<Target, 'services'>): Readonly<Record<string, number>> {
  const lists = Object.entries(services).flatMap(([service, { keys = {} }]) =>
    Object.entries(keys).flatMap(([name, value]) =>
      Array.isArray(value) ? [[`${service}.${name}`, value.length] as const] : [],
    ),
  )
  return Object.fromEntries(lists)
}

/** The largest that is named or that checks make of it, as far as the target file allows it, where anything is spent at all. */
function largestAmount(
  services: readonly ServiceDefinition[],
  target: Target,
  units: readonly Unit[],
  spends: Plan['spends'],
): NamedAmount | undefined {
  const adds = Math.max(0, ...units.map(({ cost }) => cost.adds ?? 0))
  const used = new Set<string>(units.flatMap(({ needs }) => needs))
  return services
    .filter(({ section }) => Object.keys(section.allow?.budgets ?? {}).some((name) => (spends[name]?.most ?? 0) > 0))
    .flatMap((service) => service.largestAmount?.(target, adds, (claim) => used.has(claim)) ?? [])
    .toSorted((a, b) => b.amount - a.amount)[0]
}
