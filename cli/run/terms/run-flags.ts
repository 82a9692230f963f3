import type { Depth } from '../../../kit/check/depth.ts'
import type { Patterns } from '../../options/patterns.ts'
import type { KeepFlags } from '../kept/keeping.ts'
import type { PublishFlags } from '../output/publish.ts'
import type { SealFlags } from '../seal.ts'
import type { ShardFlags } from './shard.ts'
import type { TargetFlags } from './target.ts'

/** What a run of one target is asked for. */
export interface RunFlags extends TargetFlags, PublishFlags, SealFlags, KeepFlags, Patterns, ShardFlags {
  /** How often it is run, each time with another seed. */
  readonly repeat?: number
  readonly seed?: number
  readonly depth?: Depth
  readonly runs?: number
  /** Seconds. */
  readonly maxTime?: number
  /** Ends the run with the nth failure; true for the first. */
  readonly bail?: number | true
  readonly failOn?: 'warn'
  /** Share of the statements, 0 to 1. */
  readonly minExercised?: number
  readonly yes?: boolean
  /** Files and folders: a change in them has it run again. */
  readonly watch?: readonly string[]
}
