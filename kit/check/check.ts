import type { Tier } from '../target/tiers.ts'
import type { CheckContext, FixtureContext } from './context.ts'
import type { Cost } from './cost.ts'
import type { SampleCounts } from './sampling.ts'

/**
 * When a check runs. `main`: all at once. `settled`: after them, when everything they made has come to rest.
 * `exclusive`: one after the other, alone (the rate limit). `generated`: many values at once, when nothing waits for a
 * moment any more. `rules`: rules, which send nothing and judge what the run recorded.
 */
export type Phase = 'main' | 'settled' | 'exclusive' | 'generated' | 'rules'

/**
 * How much is asked: `quick` leaves out what waits for time to pass, `deep` adds what costs more than it is likely to
 * tell, and what binds nobody.
 */
export type Depth = 'quick' | 'standard' | 'deep'

/** Something made once per run and judged by many: one created record, one batch of messages. */
export interface Fixture<T = unknown, Name extends string = string, Claim extends string = string> {
  readonly name: Name
  /** Whose it is, by the id of the contract. */
  readonly service: string
  readonly needs: readonly Claim[]
  readonly uses: readonly Fixture[]
  readonly tier: Tier
  /** Its receivers answer as it decides: deliveries that another listener takes are of no use to it. */
  readonly scriptsReceiver?: true
  readonly cost: Cost
  make(context: FixtureContext): Promise<T>
}

export interface Check {
  /** `lib/loans/limit`: prefix of the contract, behaviour, name. */
  readonly id: string
  /** Whose it is, by the id of the contract. */
  readonly service: string
  readonly title: string
  readonly covers: readonly string[]
  readonly needs: readonly string[]
  readonly uses: readonly Fixture[]
  readonly tier: Tier
  readonly phase: Phase
  /** The least depth at which it runs. */
  readonly depth: Exclude<Depth, 'quick'>
  /** Its receivers answer as it decides: deliveries that another listener takes are of no use to it. */
  readonly scriptsReceiver?: true
  /** For a rule, which sends nothing itself: what has to be claimed for it to see something. */
  readonly observes?: readonly string[]
  /** What it asks of the target at most; of a check with generated values, at the standard depth. */
  readonly cost: Cost
  /** Present where it tries generated values: how many. Its requests are booked as `allow.generated`. */
  readonly generated?: SampleCounts
  run(context: CheckContext): Promise<void>
}
