import type { ServiceSection } from '../target/target.ts'

/** The names of one contract, as types: what its checks may judge, claim, send with and spend. */
export interface Vocabulary {
  /** Ids of its catalogue. */
  readonly requirement: string
  /** Ids of what its document leaves open. */
  readonly open: string
  /** What a target file may say of it: `library.keys.members`. */
  readonly claim: string
  /** Names of its keys in the target file. */
  readonly key: string
  /** Names of its budgets in the target file. */
  readonly budget: string
  /** Its section of the target file. */
  readonly section: ServiceSection
}

type Step<T, Name extends string> = Name extends keyof NonNullable<T> ? NonNullable<NonNullable<T>[Name]> : unknown

/** The type of what stands at a dotted path. */
type At<T, Path extends string> = Path extends `${infer First}.${infer Rest}` ? At<Step<T, First>, Rest> : Step<T, Path>

/** The type of what a target file says at a claim: known below the section of the contract, open elsewhere. */
export type Claimed<V extends Vocabulary, Claim extends string> = Claim extends `${string}.${infer Path}`
  ? At<V['section'], Path>
  : unknown
