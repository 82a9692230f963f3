import type { Check } from '../check/check.ts'
import type { Depth } from '../check/depth.ts'
import type { Phase } from '../check/order/phases.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import type { NamedAmount } from '../target/named-amount.ts'
import { placeOf } from '../target/section.ts'
import type { Target } from '../target/target.ts'
import { holdSeconds, retryPatience } from '../webhooks/patience.ts'
import { Choice, type Exclusion, fixturesOf, type PlanOptions } from './choice.ts'
import { type Estimate, estimate, type Unit } from './estimate.ts'
import { type Forecast, forecast } from './forecast.ts'
import { hastened, isHasty, paceOf } from './haste.ts'
import { type BeyondRate, beyondRate, listsOf, probedKeys, type Requests, requestsOf } from './requests.ts'

export interface PlannedCheck {
  readonly id: string
  readonly title: string
  readonly phase: Phase
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
  readonly requests: Requests
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
  /** Absent where there are none. */
  readonly beyondRate?: readonly BeyondRate[]
  /** Seconds that a certification works behind its run, on a machine that does nothing else; absent where none is made. */
  readonly sealingSeconds?: number
}

/** Seconds for each request: before a run is sealed all of its evidence is judged again, and so is what was sealed. */
const SEALING = 0.003

/** The claim of a recipe that brings an outcome about. */
const OUTCOME = /^\w+\.outcomes\./

/** Prices a run. Sends nothing. */
export function planOf(options: PlanOptions): Plan {
  const { target, services } = options
  const choice = new Choice(options)
  const { selected, excluded } = choice
  const units = [...selected, ...fixturesOf(selected, choice.admits)].filter((unit) => canAsk(unit, target))
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
      admitted: choice.admits,
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

function placeIn({ services }: Target, id: string): string {
  const { [id]: section } = services
  return section === undefined ? '' : placeOf(section)
}

function permissionsOf(services: readonly ServiceDefinition[], selected: readonly Check[]): PlannedPermission[] {
  const needed = new Set<string>(selected.flatMap(({ needs }) => needs))
  return services
    .flatMap(({ section }) => Object.entries(section.allow?.permissions ?? {}))
    .filter(([name]) => needed.has(`allow.${name}`))
    .map(([name, { notice }]) => ({ name, notice }))
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
