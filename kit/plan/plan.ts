import type { Service } from '../../specs/index.ts'
import type { Amounts, Check, Depth, Fixture } from '../check/check.ts'
import type { Phase } from '../check/phases.ts'
import type { UnexercisedReason } from '../check/verdict.ts'
import { probedKeys } from '../run/claims-probe.ts'
import { largestAllowed, type NamedAmount, namedAmounts } from '../target/amounts.ts'
import type { Claim } from '../target/claims.ts'
import { servicesOf } from '../target/services.ts'
import type { Target } from '../target/target.ts'
import { leftOut } from './depth.ts'
import { type Refusal, refusalOf } from './eligibility.ts'
import { type Forecast, forecast, usual } from './forecast.ts'
import { costOf, generatedBudget, valuesTried } from './sampling.ts'
import { selects } from './selection.ts'

export interface PlanOptions {
  readonly target: Target
  readonly checks: readonly Check[]
  readonly depth: Depth
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  /** Generated values that each check tries; by the depth when absent. */
  readonly values?: number
  /** Somebody can be asked to act. */
  readonly hasPerson: boolean
}

export interface PlannedCheck {
  readonly id: string
  readonly title: string
  readonly phase: Phase
}

/** Checks that will not run for one and the same reason. */
export interface LeftOut {
  readonly why: UnexercisedReason
  readonly reason: string
  /** The line of the target file, or the flag, that changes it; lines where it needs several. */
  readonly line: string
  readonly checks: readonly string[]
}

/** What a run would do, told before anything is sent. */
export interface Plan {
  readonly target: {
    readonly name: string
    readonly environment: Target['environment']
    readonly timeScale: number
    readonly baseUrls: Readonly<Partial<Record<Service, string>>>
  }
  readonly depth: Depth
  readonly runs: readonly PlannedCheck[]
  readonly left: readonly LeftOut[]
  /** Requests per name of a key: what is usual, and the most. `live` stands for all of its keys. */
  readonly requests: Readonly<Record<string, { readonly usual: number; readonly most: number }>>
  readonly liveKeys: number
  /** `most` is no more than the target file allows. */
  readonly payments: { readonly usual: number; readonly most: number }
  readonly messages: { readonly usual: number; readonly most: number }
  /** Requests with generated values, each of which may be a payment or a message. */
  readonly generated: number
  /** The largest amount that a payment is asked for, in its own currency, and where in the target file it comes from. */
  readonly largestAmount?: NamedAmount
  readonly profileWrites: boolean
  /** Seconds. */
  readonly forecast: Forecast
}

/** Prices a run. Sends nothing. */
export function planOf(options: PlanOptions): Plan {
  const { target, checks, hasPerson } = options
  const left = new Map<string, LeftOut>()
  const runs: Check[] = []
  for (const check of checks) {
    const refusal = refused(check, options)
    if (refusal === undefined)
      runs.push({
        ...check,
        cost: costOf(check, { runs: valuesTried(check.generated, { depth: options.depth, runs: options.values }) }),
      })
    else {
      const key = JSON.stringify(refusal)
      left.set(key, { ...refusal, checks: [...(left.get(key)?.checks ?? []), check.id] })
    }
  }
  const admitted = (fixture: Fixture<unknown>): boolean => refusalOf(fixture, target, hasPerson) === undefined
  const units = [...runs, ...fixturesOf(runs, admitted)]
  const { allow } = target
  const sum = (pick: (amounts: Amounts) => number | undefined, budget: number) => ({
    usual: Math.min(
      budget,
      units.reduce((total, unit) => total + (pick(usual(unit)) ?? 0), 0),
    ),
    most: Math.min(
      budget,
      units.reduce((total, { cost }) => total + (pick(cost) ?? 0), 0),
    ),
  })
  const generated = Math.min(
    generatedBudget(options),
    runs
      .filter((check) => check.generated !== undefined)
      .flatMap(({ cost }) => Object.values(cost.requests ?? {}))
      .reduce((total, each) => total + each, 0),
  )
  const payments = sum((each) => each.payments, allow.payments)
  const adds = Math.max(0, ...runs.map(({ cost }) => cost.adds ?? 0))
  const largest = payments.most === 0 ? undefined : largestAmount(target, adds)
  return {
    target: {
      name: target.name,
      environment: target.environment,
      timeScale: target.timeScale,
      baseUrls: Object.fromEntries(servicesOf(target).map((service) => [service, target[service]?.baseUrl ?? ''])),
    },
    depth: options.depth,
    runs: runs.map(({ id, title, phase }) => ({ id, title, phase })),
    left: [...left.values()],
    requests: requestsOf(units, probedKeys(target, neededClaims(options))),
    liveKeys: target.payment?.keys?.live?.length ?? 0,
    payments,
    messages: sum((each) => each.messages, allow.messages),
    generated,
    ...(largest === undefined ? {} : { largestAmount: largest }),
    profileWrites: runs.some(({ needs }) => needs.includes('allow.profileWrites')),
    forecast: forecast(runs, target, admitted),
  }
}

/** The claims that the checks of a run and what they use need. */
export function neededClaims(options: PlanOptions): ReadonlySet<Claim> {
  const runs = options.checks.filter((check) => refused(check, options) === undefined)
  return new Set([...runs, ...fixturesOf(runs, () => true)].flatMap(({ needs }) => needs))
}

function refused(check: Check, { target, depth, only = [], skip = [], hasPerson }: PlanOptions): Refusal | undefined {
  if (!selects(check, { only, skip })) {
    return { why: 'not selected', reason: 'this run does not select it', line: only.length > 0 ? '--only' : '--skip' }
  }
  const left = leftOut(check, { target, depth })
  if (left !== undefined) return { why: left.why, reason: left.message, line: left.line ?? '--depth deep' }
  return refusalOf(check, target, hasPerson)
}

/** Every fixture that checks come to use and that can be made, each once. */
function fixturesOf(
  checks: readonly Check[],
  admitted: (fixture: Fixture<unknown>) => boolean,
): ReadonlySet<Fixture<unknown>> {
  const found = new Set<Fixture<unknown>>()
  const visit = (fixture: Fixture<unknown>): void => {
    if (found.has(fixture) || !admitted(fixture)) return
    found.add(fixture)
    for (const each of fixture.uses) visit(each)
  }
  for (const { uses } of checks) for (const each of uses) visit(each)
  return found
}

function requestsOf(units: readonly (Check | Fixture<unknown>)[], probed: readonly string[]): Plan['requests'] {
  const total: Record<string, { usual: number; most: number }> = {}
  for (const key of probed) {
    const { usual: usually = 0, most = 0 } = total[key] ?? {}
    total[key] = { usual: usually + 1, most: most + 1 }
  }
  for (const unit of units) {
    for (const [kind, { requests = {} }] of [['usual', usual(unit)] as const, ['most', unit.cost] as const]) {
      for (const [key, count] of Object.entries(requests)) {
        total[key] ??= { usual: 0, most: 0 }
        total[key][kind] += count
      }
    }
  }
  return total
}

/** The largest that is named or that checks make of it, as far as the target file allows it. */
function largestAmount(target: Target, adds: number): Plan['largestAmount'] {
  const [named] = namedAmounts(target, adds)
  return named && { ...named, amount: Math.min(named.amount, largestAllowed(target, adds)) }
}
