import type { Check, Fixture } from '../check/check.ts'
import { phaseNamed } from '../check/order/phases.ts'
import { random } from '../check/random.ts'
import { NotExercised } from '../check/signals.ts'

/** One of several parts of a run, each on a machine of its own. */
export interface Shard {
  /** From 1. */
  readonly index: number
  readonly of: number
  /** No other shard uses the keys of this one: nothing of their rate is left to others. */
  readonly ownKeys: boolean
}

/** What a reader of its report has to know before anything else. */
export const shardNote = ({ index, of, ownKeys }: Shard): string =>
  `this is shard ${index} of ${of}: what it did not ask the others ask${ownKeys ? '' : BUT_FOR_KEYS}, and what they come to together is said when they are merged`

/** What no shard asks that may share its keys. */
export const BUT_FOR_KEYS =
  ' (but for what wants its keys to itself, as what meets a rate limit does: none of them asks that without --own-keys)'

/** Why a check is left to another shard. */
export const ELSEWHERE = 'another shard asks it'

/** Why a check is left out where keys may be those of other shards. */
const SHARED_KEYS =
  'it wants the keys to itself, as what meets a rate limit does, and other shards may use them meanwhile'

/** What the ids of a shard's messages begin with: those of no two shards are the same. */
export const idPrefixOf = (shard: Pick<Shard, 'index'> | undefined): string =>
  shard === undefined ? '' : `s${shard.index}`

/** Checks that have to be in one shard. */
interface Unit {
  readonly checks: readonly Check[]
  readonly fixtures: ReadonlySet<Fixture>
  /** Decides between equals. */
  readonly chance: number
}

/**
 * Deals checks out: the same on every machine that has these checks and this seed. Each service by itself, as its requests
 * are counted by themselves. What belongs together stays together; what shares fixtures goes where they are made already,
 * as long as that shard has no more than its part. Rules are in every shard, where each judges what it has seen, but for
 * those that make what meets others.
 * @param together claims whose checks meet each other's effects, wherever they run
 * @returns the number of the shard by the id of the check, from 1
 */
export function dealtOut(
  checks: readonly Check[],
  of: number,
  seed: number,
  together: readonly string[] = [],
): ReadonlyMap<string, number> {
  const asking = checks.filter(
    (check) => phaseNamed(check.phase).sends || claimsOf(check).some((claim) => together.includes(claim)),
  )
  // Checks with generated values send more than all others, where they run at all.
  const kindOf = ({ service, generated }: Check): string => `${service} ${generated === undefined}`
  const dealt = new Map<string, number>()
  for (const kind of new Set(asking.map(kindOf))) {
    const units = unitsOf(
      asking.filter((check) => kindOf(check) === kind),
      seed,
      together,
    )
    for (const [unit, shard] of deal(units, of, seed)) for (const { id } of unit.checks) dealt.set(id, shard)
  }
  return dealt
}

/** Why a check is not for this shard; undefined where it is. */
export function leftToOthers(
  { id, phase }: Pick<Check, 'id' | 'phase'>,
  dealt: ReadonlyMap<string, number>,
  { index, ownKeys }: Shard,
): NotExercised | undefined {
  const shard = dealt.get(id)
  if (shard === undefined) return undefined
  // No other shard does, either.
  if (phase === 'exclusive' && !ownKeys) return new NotExercised('not selected', SHARED_KEYS, '--own-keys')
  return shard === index ? undefined : new NotExercised('not selected', ELSEWHERE)
}

/**
 * A whole amount in parts, as much as each may need and more; of an amount that is too small one for each that needs any, and
 * of the rest in proportion. The parts come to the amount.
 */
export function divided(amount: number, needs: readonly number[]): readonly number[] {
  if (sumOf(needs) === 0)
    return proportional(
      amount,
      needs.map(() => 1),
    )
  const [one, all] = [needs.map((need) => Math.min(1, need)), needs]
  const sure = [all, one].find((each) => sumOf(each) <= amount) ?? needs.map(() => 0)
  const rest = needs.map((need, index) => need - (sure[index] ?? 0))
  const more = proportional(amount - sumOf(sure), sumOf(rest) === 0 ? needs : rest)
  return sure.map((each, index) => each + (more[index] ?? 0))
}

function proportional(amount: number, needs: readonly number[]): readonly number[] {
  const all = sumOf(needs)
  const exact = needs.map((need) => (amount * need) / all)
  const parts = exact.map(Math.floor)
  const byRest = exact
    .map((each, index) => ({ index, rest: each - Math.floor(each) }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of byRest.slice(0, amount - sumOf(parts))) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)

/**
 * Checks that run after each other, that want a service to themselves, that do what a permission allows, or that meet each
 * other's effects: once for all.
 */
function unitsOf(checks: readonly Check[], seed: number, together: readonly string[]): readonly Unit[] {
  const groups = new Map<string, Set<Check>>()
  const join = (a: Check, b: Check): void => {
    const [one, other] = [groups.get(a.id), groups.get(b.id)]
    if (one === undefined || other === undefined || one === other) return
    for (const each of other) {
      one.add(each)
      groups.set(each.id, one)
    }
  }
  for (const check of checks) groups.set(check.id, new Set([check]))
  const byId = new Map(checks.map((check) => [check.id, check]))
  const first = new Map<string, Check>()
  for (const check of checks) {
    for (const id of check.runsAfter ?? []) {
      const before = byId.get(id)
      if (before !== undefined) join(before, check)
    }
    for (const bond of bondsOf(check, together)) {
      const known = first.get(bond)
      if (known === undefined) first.set(bond, check)
      else join(known, check)
    }
  }
  return [...new Set(groups.values())].map((group) => {
    const own = checks.filter((check) => group.has(check))
    const chance = random(`${seed}/shards/${own[0]?.id}`)()
    return { checks: own, fixtures: fixturesOf(own.flatMap(({ uses }) => uses)), chance }
  })
}

function bondsOf(check: Check, together: readonly string[]): readonly string[] {
  const bonds = claimsOf(check).filter((claim) => claim.startsWith('allow.') || together.includes(claim))
  return check.phase === 'exclusive' ? ['exclusive', ...bonds] : bonds
}

/** What it claims, and what the fixtures do that it uses. */
const claimsOf = ({ needs, uses }: Check): readonly string[] => [
  ...needs,
  ...[...fixturesOf(uses)].flatMap((each) => each.needs),
]

function fixturesOf(uses: readonly Fixture[], found = new Set<Fixture>()): ReadonlySet<Fixture> {
  for (const each of uses) {
    if (found.has(each)) continue
    found.add(each)
    fixturesOf(each.uses, found)
  }
  return found
}

/** Requests that a check or fixture usually asks. One more stands for what every one of them costs. */
const weightOf = ({ cost }: Pick<Check, 'cost'>): number =>
  Object.values({ ...cost.requests, ...cost.typical?.requests }).reduce((sum: number, each) => sum + (each ?? 0), 1)

interface Load {
  readonly shard: number
  readonly fixtures: Set<Fixture>
  weight: number
}

/** The heaviest first, each to the shard that it costs least among those with less than their part, else to the lightest. */
function deal(units: readonly Unit[], of: number, seed: number): ReadonlyMap<Unit, number> {
  const first = Math.floor(random(`${seed}/shards`)() * of)
  const loads = Array.from({ length: of }, (_, index): Load => {
    const shard = ((first + index) % of) + 1
    return { shard, fixtures: new Set(), weight: 0 }
  })
  const costAt = ({ checks, fixtures }: Unit, load?: Load): number => {
    const more = [...fixtures].filter((each) => load?.fixtures.has(each) !== true)
    return [...checks, ...more].reduce((sum, each) => sum + weightOf(each), 0)
  }
  const all = new Set(units.flatMap(({ fixtures }) => [...fixtures]))
  const whole = [...units.flatMap(({ checks }) => checks), ...all].reduce((sum, each) => sum + weightOf(each), 0)
  const fair = whole / of
  const dealt = new Map<Unit, number>()
  for (const unit of units.toSorted((a, b) => costAt(b) - costAt(a) || a.chance - b.chance)) {
    const offers = loads.map((load) => ({ load, cost: costAt(unit, load), weight: load.weight + costAt(unit, load) }))
    const roomy = offers.filter(({ weight }) => weight <= fair)
    const [best] =
      roomy.length > 0
        ? roomy.toSorted((a, b) => a.cost - b.cost || a.weight - b.weight)
        : offers.toSorted((a, b) => a.weight - b.weight)
    if (best === undefined) continue
    best.load.weight = best.weight
    for (const fixture of unit.fixtures) best.load.fixtures.add(fixture)
    dealt.set(unit, best.load.shard)
  }
  return dealt
}
