import type { Check } from '../check/check.ts'
import type { Depth } from '../check/depth.ts'
import type { Cost } from '../check/order/cost.ts'
import type { SampleCounts, Sampling } from '../check/sampling.ts'
import type { Target } from '../target/target.ts'

/** What a run knows of it. */
interface Asked {
  readonly target: Target
  readonly depth: Depth
  readonly seed: number
  readonly runs: number | undefined
  readonly path: string | undefined
}

/** Requests on a local target, where nothing costs anything. */
const LOCAL = 20_000

/** Requests that checks with generated values may send: what the target file says; else none, but deep on a local target. */
export function generatedBudget({ target, depth }: Pick<Asked, 'target' | 'depth'>): number {
  if (depth === 'quick') return 0
  return target.allow.generated ?? (target.environment === 'local' && depth === 'deep' ? LOCAL : 0)
}

/**
 * The same target for a run that was not asked to try many values: naming a check by its whole name makes a run deep,
 * and must not make it long. A certification tries none: a bundle is judged again from its evidence, which has no room
 * for thousands of requests.
 */
export function withoutUnaskedValues(
  target: Target,
  { depth, certify }: { readonly depth?: Depth | undefined; readonly certify?: boolean | undefined },
): Target {
  if (certify !== true && (depth === 'deep' || target.allow.generated !== undefined)) return target
  return { ...target, allow: { ...target.allow, generated: 0 } }
}

/** How many values a check tries. */
export function valuesTried(
  runs: SampleCounts | undefined,
  { depth, runs: asked }: Pick<Asked, 'depth' | 'runs'>,
): number {
  return asked ?? (runs === undefined || depth === 'quick' ? 0 : runs[depth])
}

export function samplingOf(runs: SampleCounts | undefined, asked: Asked): Sampling {
  const { seed, path, target } = asked
  return {
    runs: valuesTried(runs, asked),
    seed,
    shrinks: target.environment === 'local',
    ...(path === undefined ? {} : { path }),
  }
}

/** What a check asks of the target at most when it tries so many values; of one without generated values, its cost. */
export function costOf({ cost, generated }: Pick<Check, 'cost' | 'generated'>, { runs }: Pick<Sampling, 'runs'>): Cost {
  if (generated === undefined) return cost
  const perValue = (count: number): number => Math.ceil((count / generated.standard) * runs)
  const requests = Object.entries(cost.requests ?? {}).map(([key, count = 0]) => [key, perValue(count)] as const)
  return { ...cost, requests: Object.fromEntries(requests) }
}

type Priced = Pick<Check, 'cost' | 'generated'>

/**
 * The same checks, where those with generated values keep to their budget together: they run beside each other, so that
 * each has as much as the others until it has enough.
 */
export function withinBudget<T extends Priced>(checks: readonly T[], budget: number): readonly T[] {
  const ascending = checks
    .filter(({ generated }) => generated !== undefined)
    .toSorted((a, b) => requestsOf(a) - requestsOf(b))
  const parts = new Map<T, number>()
  let left = budget
  for (const [index, check] of ascending.entries()) {
    const part = Math.min(requestsOf(check), Math.floor(left / (ascending.length - index)))
    parts.set(check, part)
    left -= part
  }
  return checks.map((check) => {
    const part = parts.get(check)
    return part === undefined || part === requestsOf(check) ? check : { ...check, cost: reduced(check.cost, part) }
  })
}

const requestsOf = ({ cost }: Priced): number =>
  Object.values(cost.requests ?? {}).reduce((sum: number, each) => sum + (each ?? 0), 0)

/** A cost with so many requests in all, of those with each key in its turn. */
function reduced(cost: Cost, most: number): Cost {
  let left = most
  const requests = Object.entries(cost.requests ?? {}).map(([key, count = 0]) => {
    const own = Math.min(left, count)
    left -= own
    return [key, own] as const
  })
  return { ...cost, requests: Object.fromEntries(requests) }
}
