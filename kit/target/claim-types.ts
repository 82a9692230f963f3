import type { Static } from '../schema/schema.ts'
import type { GeneralClaim } from './claims.ts'
import type { BudgetOf, PermissionOf, SectionDefinition } from './section.ts'
import type { Target } from './target.ts'

type Qualified<Id extends string, Name extends string> = Name extends '' ? Id : `${Id}.${Name}`

/** The type of the member at a path of a section. */
type MemberAt<T, Name extends string> = Name extends ''
  ? T
  : Name extends `${infer First}.${infer Rest}`
    ? First extends keyof T
      ? MemberAt<NonNullable<T[First]>, Rest>
      : never
    : Name extends keyof T
      ? Exclude<T[Name], undefined>
      : never

type SectionOf<S extends SectionDefinition> = Static<S['schema']>
type NamesOf<S extends SectionDefinition> = keyof S['claims'] & string
type OpenNamesOf<S extends SectionDefinition> = `${keyof NonNullable<S['openClaims']> & string}.${string}`
type ListsOf<S extends SectionDefinition> = {
  [Name in NamesOf<S>]: MemberAt<SectionOf<S>, Name> extends readonly unknown[] ? Name : never
}[NamesOf<S>]

/** What a target file may say that a deployment has, as a check of this section's service names it in `needs`. */
export type ClaimOf<S extends SectionDefinition> =
  | GeneralClaim
  | Qualified<S['id'], NamesOf<S>>
  | `${S['id']}.${ListsOf<S>}[${number}]`
  | `${S['id']}.${OpenNamesOf<S>}`
  | `allow.${BudgetOf<S> | PermissionOf<S>}`

/** What a claim that is made says. */
export type ClaimedValue<S extends SectionDefinition, Claim extends string> = Claim extends S['id']
  ? SectionOf<S>
  : Claim extends `${S['id']}.${infer Name}`
    ? Name extends `${infer List}[${number}]`
      ? MemberAt<SectionOf<S>, List> extends readonly (infer Entry)[]
        ? Entry
        : never
      : MemberAt<SectionOf<S>, Name>
    : Claim extends `allow.${infer Name}`
      ? Name extends PermissionOf<S>
        ? true
        : number
      : MemberAt<Pick<Target, 'webhooks'>, Claim>
