import type * as check from '../../kit/check/check.ts'
import type * as kit from '../../kit/check/context.ts'
import { definersFor } from '../../kit/check/define.ts'
import type { VocabularyOf } from '../../kit/check/vocabulary.ts'
import type { JudgedWith } from '../../kit/target/judged-with.ts'
import { messagingContract } from '../../specs/messaging/contract.ts'
import { sparing } from './client/trouble.ts'
import { messagingSection } from './service/section.ts'

const definers = definersFor(messagingContract, messagingSection)

export const { defineRule, defineFixture, lineFor } = definers

/** Without a key of a user nothing can be asked but what goes without one. */
export const A_KEY: JudgedWith<Claim> = [['messaging.keys.bound', 'messaging.keys.unbound']]

/** A check in which an answer that speaks of the deployment's own trouble blocks, and accuses nobody. */
export const defineCheck: typeof definers.defineCheck = (definition) => {
  const check = definers.defineCheck({ ...definition, run: (t) => definition.run(sparing(t)) })
  // Rules judge as well what others brought about.
  if (check.phase === 'rules') return check
  const wanted = [
    ...(asksAsUser(check) ? A_KEY : []),
    ...(check.needsAnyOf ?? []),
    ...check.uses.flatMap(({ needsAnyOf = [] }) => needsAnyOf),
  ]
  return wanted.length === 0 ? check : { ...check, needsAnyOf: wanted }
}

/** Whether its requests are those of the key of the run, and none goes without a key. */
const asksAsUser = ({ uses, cost: { requests = {} } }: Pick<check.Fixture, 'uses' | 'cost'>): boolean =>
  requests.none === undefined && (requests.bound !== undefined || uses.some(asksAsUser))

type Words = VocabularyOf<typeof messagingContract, typeof messagingSection>

export type CheckContext = kit.CheckContext<Words>
export type FixtureContext = kit.FixtureContext<Words>
export type RequirementId = Words['requirement']
/** What the document leaves open. */
export type UnstatedId = Words['open']
/** What a target file may say that a deployment has. */
export type Claim = Words['claim']
export type Fixture<T> = check.Fixture<T, string, Claim>
