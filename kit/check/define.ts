import type { Contract } from '../../specs/contract.ts'
import { claimsOf } from '../target/claims.ts'
import type { JudgedWith } from '../target/judged-with.ts'
import type { SectionDefinition } from '../target/section.ts'
import type { Target } from '../target/target.ts'
import type { Tier } from '../target/tiers.ts'
import type { Check, Fixture, Restorer } from './check.ts'
import type { CheckContext, FixtureContext } from './context.ts'
import type { Depth } from './depth.ts'
import type { Cost } from './order/cost.ts'
import type { Phase } from './order/phases.ts'
import type { SampleCounts } from './sampling.ts'
import type { Vocabulary, VocabularyOf } from './vocabulary.ts'

/** What a check says of itself. What it may judge, use and read as claimed is what it names here: anything else does not compile. */
export interface CheckDefinition<
  V extends Vocabulary,
  Covers extends readonly V['requirement'][],
  Uses extends readonly Fixture[],
  Needs extends readonly V['claim'][],
> {
  readonly id: string
  readonly title: string
  readonly covers: Covers
  readonly needs?: Needs
  /** What it needs where one of several claims is enough, such as any key that may ask. */
  readonly needsAnyOf?: JudgedWith<V['claim']>
  readonly uses?: Uses
  /** `read` when absent. */
  readonly tier?: Tier
  /** `main` when absent. */
  readonly phase?: Phase
  /** Ids of checks whose end it waits for, where they run at all; it begins in its own phase all the same. */
  readonly runsAfter?: readonly string[]
  /** Ids of requirements and checks that go by what it sends: who selects one of them by name selects it as well. */
  readonly sendsFor?: readonly string[]
  /** After its first requests it only waits: the phases after its own begin beside it. */
  readonly background?: true
  readonly inPassing?: readonly V['requirement'][]
  /** Nothing waits for it: where requests are short it comes after the checks of its service that want it to itself. */
  readonly yields?: true
  /** `standard` when absent. */
  readonly depth?: Exclude<Depth, 'quick'>
  readonly scriptsReceiver?: true
  readonly observes?: readonly V['claim'][]
  /** Claims without which it says nothing of a requirement that it covers, though it runs: known before anything is sent. */
  readonly judgedWith?: Readonly<Partial<Record<Covers[number], JudgedWith<V['claim']>>>>
  /** Whether it leaves a requirement that it covers to another depth or clock, whatever it comes to see. */
  leaves?(requirement: Covers[number], target: Target, depth: Depth): boolean
  /** Claims that it may turn out to need, each with when, as it stands after the claim: what a run finds out decides. */
  readonly mayNeed?: Readonly<Partial<Record<V['claim'], string>>>
  readonly cost?: Cost<V['key'], V['budget']>
  readonly generated?: SampleCounts
  run(context: CheckContext<V, Covers[number], Uses[number], Needs[number]>): Promise<void>
}

/** What a rule says of itself. */
export type RuleDefinition<
  V extends Vocabulary,
  Covers extends readonly V['requirement'][],
  Needs extends readonly V['claim'][],
> = Pick<
  CheckDefinition<V, Covers, readonly [], Needs>,
  'id' | 'title' | 'covers' | 'needs' | 'observes' | 'judgedWith' | 'leaves' | 'run'
>

/** What a fixture says of itself. */
export interface FixtureDefinition<
  V extends Vocabulary,
  T,
  Name extends string,
  Uses extends readonly Fixture[],
  Needs extends readonly V['claim'][],
> {
  readonly name: Name
  readonly needs?: Needs
  /** What it needs where one of several claims is enough, such as any key that may ask. */
  readonly needsAnyOf?: JudgedWith<V['claim']>
  readonly uses?: Uses
  /** `write` when absent. */
  readonly tier?: Tier
  readonly scriptsReceiver?: true
  readonly cost?: Cost<V['key'], V['budget']>
  make(context: FixtureContext<V, Uses[number], Needs[number]>): Promise<T>
}

/** The definitions, bound to one contract, and the lines of its target file. */
export interface Definers<V extends Vocabulary> {
  defineCheck<
    const Covers extends readonly V['requirement'][],
    const Uses extends readonly Fixture[] = readonly [],
    const Needs extends readonly V['claim'][] = readonly [],
  >(check: CheckDefinition<V, Covers, Uses, Needs>): Check
  /** A rule is a check that sends nothing: it judges every exchange and delivery of the run. */
  defineRule<const Covers extends readonly V['requirement'][], const Needs extends readonly V['claim'][] = readonly []>(
    rule: RuleDefinition<V, Covers, Needs>,
  ): Check
  defineFixture<
    T,
    const Name extends string,
    const Uses extends readonly Fixture[] = readonly [],
    const Needs extends readonly V['claim'][] = readonly [],
  >(fixture: FixtureDefinition<V, T, Name, Uses, Needs>): Fixture<T, Name, Needs[number]>
  defineRestorer(restore: (context: FixtureContext<V>) => Promise<void>): Restorer
  /** The line of the target file that would make a claim. */
  lineFor(claim: V['claim']): string
}

const DEFAULTS = { needs: [], uses: [], cost: {} } as const

/** The definitions for the checks of one contract. */
export function definersFor<const C extends Contract, const S extends SectionDefinition>(
  contract: C,
  section: S,
): Definers<VocabularyOf<C, S>> {
  const service = contract.id
  const claims = claimsOf([section])
  // What a check is typed by is the compiler's only: the loop takes them all alike.
  const check = (given: object): Check =>
    ({ ...DEFAULTS, service, tier: 'read', phase: 'main', depth: 'standard', ...given }) as unknown as Check
  return {
    defineCheck: check,
    defineRule: (rule) => check({ phase: 'rules', ...rule }),
    defineFixture: (fixture) =>
      ({ ...DEFAULTS, service, tier: 'write', ...fixture }) as unknown as Fixture<never, never, never>,
    defineRestorer: (restore) => ({ restore }) as unknown as Restorer,
    lineFor: (claim) => claims.lineFor(claim),
  }
}
