import type * as check from '../../kit/check/check.ts'
import type * as kit from '../../kit/check/context.ts'
import { definersFor } from '../../kit/check/define.ts'
import type { VocabularyOf } from '../../kit/check/vocabulary.ts'
import { paymentContract } from '../../specs/payment/contract.ts'
import { paymentSection } from './service/section.ts'

export const { defineCheck, defineRule, defineFixture, defineRestorer, lineFor } = definersFor(
  paymentContract,
  paymentSection,
)

type Words = VocabularyOf<typeof paymentContract, typeof paymentSection>

export type CheckContext = kit.CheckContext<Words>
export type FixtureContext = kit.FixtureContext<Words>
export type RequirementId = Words['requirement']
/** What the document leaves open. */
export type UnstatedId = Words['open']
/** What a target file may say that a deployment has. */
export type Claim = Words['claim']
export type Fixture<T> = check.Fixture<T, string, Claim>
