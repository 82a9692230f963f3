import type { JudgedWith } from '../target/judged-with.ts'
import type { Target } from '../target/target.ts'
import type { Tier } from '../target/tiers.ts'
import type { CheckContext, FixtureContext, Usable } from './context.ts'
import type { Depth } from './depth.ts'
import type { Cost } from './order/cost.ts'
import type { Phase } from './order/phases.ts'
import type { SampleCounts } from './sampling.ts'

/** Something made once per run and judged by many: one created record, one batch of messages. */
export interface Fixture<T = unknown, Name extends string = string, Claim extends string = string>
  extends Usable<T, Name> {
  /** Whose it is, by the id of the contract. */
  readonly service: string
  readonly needs: readonly Claim[]
  /** What it needs where one of several claims is enough. */
  readonly needsAnyOf?: JudgedWith
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
  /** What it needs where one of several claims is enough. */
  readonly needsAnyOf?: JudgedWith
  readonly uses: readonly Fixture[]
  readonly tier: Tier
  readonly phase: Phase
  /** Ids of checks whose end it waits for, where they run at all; it begins in its own phase all the same. */
  readonly runsAfter?: readonly string[]
  /** Ids of requirements and checks that go by what it sends: who selects one of them by name selects it as well. */
  readonly sendsFor?: readonly string[]
  /** After its first requests it only waits: the phases after its own begin beside it. */
  readonly background?: true
  /** Nothing waits for it: where requests are short it comes after the checks of its service that want it to itself. */
  readonly yields?: true
  /**
   * It judges in passing what other checks are for, by what is sent for these requirements: one that it covers selects it
   * only where the same pattern means one of these as well.
   */
  readonly inPassing?: readonly string[]
  /** The least depth at which it runs. */
  readonly depth: Exclude<Depth, 'quick'>
  /** Its receivers answer as it decides: deliveries that another listener takes are of no use to it. */
  readonly scriptsReceiver?: true
  /** For a rule, which sends nothing itself: what has to be claimed for it to see something. */
  readonly observes?: readonly string[]
  /** Claims without which it says nothing of a requirement that it covers, though it runs: known before anything is sent. */
  readonly judgedWith?: Readonly<Partial<Record<string, JudgedWith>>>
  /** Whether it leaves a requirement that it covers to another depth or clock, whatever it comes to see. */
  leaves?(requirement: string, target: Target, depth: Depth): boolean
  /** Claims that it may turn out to need, each with when: what a run finds out decides. */
  readonly mayNeed?: Readonly<Partial<Record<string, string>>>
  /** What it asks of the target at most; of a check with generated values, at the standard depth. */
  readonly cost: Cost
  /** Present where it tries generated values: how many. Its requests are booked as `allow.generated`. */
  readonly generated?: SampleCounts
  run(context: CheckContext): Promise<void>
}

/** Undoes a change of a run that was cut off, with nothing but what the target file says. */
export interface Restorer {
  restore(context: FixtureContext): Promise<void>
}
