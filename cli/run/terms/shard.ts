import type { Shard } from '../../../kit/plan/shards.ts'
import { UsageError } from '../../usage-error.ts'

export interface ShardFlags {
  /** The part of it that is asked here. */
  readonly shard?: Pick<Shard, 'index' | 'of'>
  /** No other shard uses the keys of this one. */
  readonly ownKeys?: boolean
}

interface AskedFor extends ShardFlags {
  readonly seed?: number
  readonly certify?: boolean
  readonly repeat?: number
  readonly lastFailed?: boolean
  readonly watch?: unknown
}

/**
 * The shard that flags ask for.
 * @throws UsageError beside what wants a whole run
 */
export function shardOf({ shard, ownKeys, seed, certify, repeat, lastFailed, watch }: AskedFor): Shard | undefined {
  if (shard === undefined) {
    if (ownKeys === true) throw new UsageError('--own-keys: says that no other shard uses the keys; add --shard')
    return undefined
  }
  const flag = `--shard ${shard.index}/${shard.of}`
  if (certify === true)
    throw new UsageError(
      `${flag}: --certify seals the evidence of one run, judged again as a whole; leave one of the two out`,
    )
  const other = Object.entries({ repeat, lastFailed, watch }).find(
    ([, value]) => value !== undefined && value !== false,
  )
  if (other !== undefined)
    throw new UsageError(
      `${flag}: --${other[0] === 'lastFailed' ? 'last-failed' : other[0]} judges by itself; leave one of the two out`,
    )
  if (seed === undefined)
    throw new UsageError(`${flag}: add --seed, the same on every machine: it decides which shard asks what`)
  return { ...shard, ownKeys: ownKeys === true }
}
