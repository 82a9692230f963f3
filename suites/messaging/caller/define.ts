import type * as kit from '../../../kit/check/context.ts'
import { definersFor } from '../../../kit/check/define.ts'
import type { VocabularyOf } from '../../../kit/check/vocabulary.ts'
import { messagingCallerContract } from '../../../specs/messaging/caller/contract.ts'
import { messagingCallerSection } from './section.ts'

export const { defineCheck, defineRule, defineFixture } = definersFor(messagingCallerContract, messagingCallerSection)

type Words = VocabularyOf<typeof messagingCallerContract, typeof messagingCallerSection>

export type CheckContext = kit.CheckContext<Words>
