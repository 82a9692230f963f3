import type { Check } from '../check/check.ts'
import type { Cost } from '../check/cost.ts'
import type { Depth } from '../check/depth.ts'
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
 * and must not make it long.
 */
export function withoutUnaskedValues(target: Target, { depth }: { readonly depth?: Depth | undefined }): Target {
  if (depth === 'deep' || target.allow.generated !== undefined) return target
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
