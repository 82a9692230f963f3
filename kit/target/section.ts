import type { Schema } from '../schema/schema.ts'
import type { Path } from './path.ts'
import type { Reached } from './reached.ts'

/** One service of a deployment as its section of the target file says it. More members stand in it, by its own schema. */
export interface ServiceSection {
  /** Without a slash at its end; of a party that takes events the URL that they are sent to, as it is; else empty. */
  readonly baseUrl: string
  /** Host header to send where it differs from the base URL's. */
  readonly host?: string
  /** Credentials by what they stand for; a list where one is as good as another. */
  readonly keys?: Readonly<Record<string, string | readonly string[]>>
  readonly [member: string]: unknown
}

/** How a client under test is reached, where a section names one: by a command, or by a call. */
export interface Driven {
  readonly run?: string
  readonly once?: boolean
  readonly processes?: number
  readonly call?: { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
}

/** Where readers find the party of a section: its base URL, else what reaches it. */
export function placeOf({ baseUrl, run, call }: ServiceSection & Driven): string {
  return baseUrl === '' ? (run ?? call?.url ?? '') : baseUrl
}

/** What a run may cause so many times: a member of `allow` that counts. */
export interface Budget {
  /** In a sentence, in the plural: `Loans`. */
  readonly what: string
  /** What a local target is given without a word. Others are given none. */
  readonly local: number
  /** What to write for it. */
  readonly line: string
}

/** What requests may name at most: a member of `allow` that is absent where nothing but the file itself limits it. */
export interface Limit {
  readonly description: string
  readonly example: number
}

/** What may be done that does not go away by itself: a member of `allow` that is true or false. */
export interface Permission {
  readonly description: string
  /** What a run does because of it, told before it starts: half a sentence. */
  readonly notice: string
  /** What to write for it; further lines make the claims that it needs. */
  readonly line: string
  /** Whether the section has what it takes, to undo it. Takes any tree. */
  isPossible(section: unknown): boolean
  /** What a section lacks that has not, as half a sentence. */
  readonly lacking: string
}

/** Members of `allow` that a section brings. */
export interface Allowances {
  readonly budgets?: Readonly<Record<string, Budget>>
  readonly limits?: Readonly<Record<string, Limit>>
  readonly permissions?: Readonly<Record<string, Permission>>
}

/** Where a section says what its schema cannot say. Paths begin below the section. */
export interface SectionFindings {
  problem(path: Path, text: string): void
  /** Accepted, and worth a word to the author. */
  note(text: string): void
}

/** A shorter way to write a section, under a member of the top level that it may share with others. */
export interface Shorthand {
  /** The member: `receiver`. */
  readonly name: string
  /** What the section is called within it: `library`. */
  readonly as: string
  /** Members that of those who share the name it alone has: where one stands, it is meant. */
  readonly by: readonly string[]
}

/** Where webhooks arrive, as far as a target file says it. */
export interface WebhookPlace {
  readonly listen: { readonly host: string; readonly port: number }
  readonly publicUrl?: string
  /** File that another listener writes them to. */
  readonly deliveries?: string
}

type Lines = Readonly<Record<string, string>>

/** Values that stand for something else each: what a target file says twice of them it says once. */
export interface Distinct {
  /** Path of the object that holds them, below the section. */
  readonly at: string
  /** What one is called in a sentence: `number`. */
  readonly what: string
  /** Which of its members; all when absent. */
  readonly names?: readonly string[]
}

/** What the kit needs to know of one section of the target file. */
export interface SectionDefinition<
  Id extends string = string,
  Section = unknown,
  Names extends Lines = Lines,
  Open extends Lines = Lines,
  Allow extends Allowances = Allowances,
> {
  /** The id of its contract. */
  readonly id: Id
  readonly schema: Schema<Section>
  /** How its party is reached; by requests when absent. */
  readonly reached?: Reached
  readonly shorthand?: Shorthand
  /** What to write for each claim, by its path below the section, in the order of the file; '' is the section itself. */
  readonly claims: Names
  /** The same for claims whose last name is the author's, by what stands before it. */
  readonly openClaims?: Open
  /** What to write for single names of these places, where the line of the others would not do. */
  readonly openLines?: Readonly<Record<string, string>>
  /** Secrets beside `keys` that a request is authenticated with. */
  readonly credentials?: readonly string[]
  /** What it has distinct beside `keys`. */
  readonly distinct?: readonly Distinct[]
  /** What its secrets look like wherever they stand: such a text is never shown. */
  readonly secretLike?: RegExp
  readonly allow?: Allow
  /** Says where a claim is more than a value that is there; undefined for the usual rule. */
  isClaimed?(section: Section, claim: string, webhooks?: WebhookPlace): boolean | undefined
  /** Says what the schema cannot. Takes any tree: values of a wrong type are left to the schema. */
  judge?(section: unknown, found: SectionFindings): void
}

type AllowOf<S extends SectionDefinition> = NonNullable<S['allow']>
type NamesIn<Group> = keyof NonNullable<Group> & string

/** Budgets that a section brings, by name. */
export type BudgetOf<S extends SectionDefinition> = S extends unknown ? NamesIn<AllowOf<S>['budgets']> : never
/** Limits that a section brings, by name. */
export type LimitOf<S extends SectionDefinition> = S extends unknown ? NamesIn<AllowOf<S>['limits']> : never
/** Permissions that a section brings, by name. */
export type PermissionOf<S extends SectionDefinition> = S extends unknown ? NamesIn<AllowOf<S>['permissions']> : never

/** A section with the types of what it defines: its members, its claims, what it allows. */
export const defineSection = <
  const Id extends string,
  Section extends object,
  const Names extends Lines,
  const Open extends Lines = Record<never, never>,
  const Allow extends Allowances = Record<never, never>,
>(
  definition: SectionDefinition<Id, Section, Names, Open, Allow>,
): SectionDefinition<Id, Section, Names, Open, Allow> => definition
