import type { Contract } from '../../specs/contract.ts'
import type { Static } from '../schema/schema.ts'
import type { ClaimedValue, ClaimOf } from '../target/claim-types.ts'
import type { BudgetOf, SectionDefinition } from '../target/section.ts'

/** The names of one contract, as types: what its checks may judge, claim, send with and spend. */
export interface Vocabulary {
  /** Ids of its catalogue. */
  readonly requirement: string
  /** Ids of what its document leaves open. */
  readonly open: string
  /** What a target file may say of it: `library.keys.members`. */
  readonly claim: string
  /** What a claim that is made says, by claim. */
  readonly claimed: object
  /** Names of its keys in the target file. */
  readonly key: string
  /** Names of its budgets in the target file. */
  readonly budget: string
  /** Its section of the target file. */
  readonly section: object
}

type KeysOf<Section> = Section extends { readonly keys?: infer Keys } ? keyof NonNullable<Keys> & string : string

/** The vocabulary of a contract with its section of the target file. */
export type VocabularyOf<C extends Contract, S extends SectionDefinition> = {
  readonly requirement: keyof C['catalogue'] & string
  readonly open: keyof C['unstated'] & string
  readonly claim: ClaimOf<S>
  readonly claimed: { readonly [Claim in ClaimOf<S>]: ClaimedValue<S, Claim> }
  readonly key: KeysOf<Static<S['schema']>>
  readonly budget: BudgetOf<S>
  readonly section: Static<S['schema']> & object
}

/** What a target file says at a claim: open where the contract does not know it. */
export type Claimed<V extends Vocabulary, Claim extends string> = Claim extends keyof V['claimed']
  ? V['claimed'][Claim]
  : unknown
