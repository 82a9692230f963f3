import type { PlanOptions } from './choice.ts'
import { planOf } from './plan.ts'
import { selects } from './selection.ts'
import { dealtOut, divided, leftToOthers, type Shard } from './shards.ts'

/**
 * A run as one of its shards makes it: with its checks, and its part of every budget, as much as they may spend. All
 * shards together spend no more than the target file allows.
 */
export function asShard(options: PlanOptions, shard: Shard | undefined, seed: number): PlanOptions {
  if (shard === undefined) return options
  const { checks, only = [], skip = [], target, services } = options
  const asked = checks.filter(
    (check) => selects(check, { only, skip }) && (check.depth !== 'deep' || options.depth === 'deep'),
  )
  const together = services.flatMap(({ together: claims = [] }) => claims)
  const dealt = dealtOut(asked, shard.of, seed, together)
  const partOf = (index: number): PlanOptions => {
    const own = { ...shard, index }
    return { ...options, shard: own, leftToOthers: (check) => leftToOthers(check, dealt, own) }
  }
  const writing = new Set(
    checks
      .filter(({ tier, uses }) => tier === 'write' || uses.some((each) => each.tier === 'write'))
      .map(({ id }) => id),
  )
  const writes = ({ id }: { readonly id: string }): boolean => writing.has(id)
  const plans = Array.from({ length: shard.of }, (_, index) => planOf(partOf(index + 1)))
  const part = (amount: number, needs: readonly number[]): number => divided(amount, needs)[shard.index - 1] ?? 0
  const { budgets, generated } = target.allow
  const allow = {
    ...target.allow,
    budgets: Object.fromEntries(
      Object.entries(budgets).map(([name, amount]) => [
        name,
        part(
          amount,
          // Where nothing may be spent, nothing is written either.
          plans.map(({ spends, selected }) => Math.max(spends[name]?.most ?? 0, selected.some(writes) ? 1 : 0)),
        ),
      ]),
    ),
    ...(generated === undefined
      ? {}
      : {
          generated: part(
            generated,
            plans.map((plan) => plan.generated),
          ),
        }),
  }
  return { ...partOf(shard.index), target: { ...target, allow } }
}
