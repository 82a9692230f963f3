import type * as check from '../../kit/check/check.ts'
import type * as kit from '../../kit/check/context.ts'
import { definersFor } from '../../kit/check/define.ts'
import type { VocabularyOf } from '../../kit/check/vocabulary.ts'
import { messagingContract } from '../../specs/messaging/contract.ts'
import { sparing } from './client/trouble.ts'
import { messagingSection } from './service/section.ts'

const definers = definersFor(messagingContract, messagingSection)

export const { defineRule, defineFixture, lineFor } = definers

/** A check in which an answer that speaks of the deployment's own trouble blocks, and accuses nobody. */
export const defineCheck: typeof definers.defineCheck = (check) =>
  definers.defineCheck({ ...check, run: (t) => check.run(sparing(t)) })

type Words = VocabularyOf<typeof messagingContract, typeof messagingSection>

export type CheckContext = kit.CheckContext<Words>
export type FixtureContext = kit.FixtureContext<Words>
export type RequirementId = Words['requirement']
/** What the document leaves open. */
export type UnstatedId = Words['open']
/** What a target file may say that a deployment has. */
export type Claim = Words['claim']
export type Fixture<T> = check.Fixture<T, string, Claim>
