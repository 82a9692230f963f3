import type * as kit from '../../../kit/check/context.ts'
import { definersFor } from '../../../kit/check/define.ts'
import type { VocabularyOf } from '../../../kit/check/vocabulary.ts'
import { paymentCallerContract } from '../../../specs/payment/caller/contract.ts'
import { paymentCallerSection } from './section.ts'

export const { defineCheck, defineRule, defineFixture } = definersFor(paymentCallerContract, paymentCallerSection)

type Words = VocabularyOf<typeof paymentCallerContract, typeof paymentCallerSection>

export type CheckContext = kit.CheckContext<Words>
export type FixtureContext = kit.FixtureContext<Words>
