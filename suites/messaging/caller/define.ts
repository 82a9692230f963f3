import type * as kit from '../../../kit/check/context.ts'
import { definersFor } from '../../../kit/check/define.ts'
import type { VocabularyOf } from '../../../kit/check/vocabulary.ts'
import { messagingCallerContract } from '../../../specs/messaging/caller/contract.ts'
import { sparing } from '../../shared/caller/sparing.ts'
import { messagingCallerSection } from './section.ts'

const definers = definersFor(messagingCallerContract, messagingCallerSection)

export const { defineRule, defineFixture } = definers

/** A check in which nobody is accused of what followed an answer that was late. */
export const defineCheck: typeof definers.defineCheck = (check) =>
  definers.defineCheck({ ...check, run: (t) => check.run(sparing(t)) })

type Words = VocabularyOf<typeof messagingCallerContract, typeof messagingCallerSection>

export type CheckContext = kit.CheckContext<Words>
