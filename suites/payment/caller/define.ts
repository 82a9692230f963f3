import type * as kit from '../../../kit/check/context.ts'
import { definersFor } from '../../../kit/check/define.ts'
import type { VocabularyOf } from '../../../kit/check/vocabulary.ts'
import { paymentCallerContract } from '../../../specs/payment/caller/contract.ts'
import { sparing } from '../../shared/caller/sparing.ts'
import { paymentCallerSection } from './section.ts'

const definers = definersFor(paymentCallerContract, paymentCallerSection)

export const { defineRule, defineFixture } = definers

/** A check in which nobody is accused of what followed an answer that was late. */
export const defineCheck: typeof definers.defineCheck = (check) =>
  definers.defineCheck({ ...check, run: (t) => check.run(sparing(t)) })

type Words = VocabularyOf<typeof paymentCallerContract, typeof paymentCallerSection>

export type CheckContext = kit.CheckContext<Words>
export type FixtureContext = kit.FixtureContext<Words>
