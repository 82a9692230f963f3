import type * as kit from '../../../kit/check/context.ts'
import { definersFor } from '../../../kit/check/define.ts'
import type { VocabularyOf } from '../../../kit/check/vocabulary.ts'
import { messagingReceiverContract } from '../../../specs/messaging/receiver/contract.ts'
import { messagingReceiverSection } from './section.ts'

export const { defineCheck, defineFixture, lineFor } = definersFor(messagingReceiverContract, messagingReceiverSection)

type Words = VocabularyOf<typeof messagingReceiverContract, typeof messagingReceiverSection>

export type CheckContext = kit.CheckContext<Words>
export type FixtureContext = kit.FixtureContext<Words>
export type RequirementId = Words['requirement']
/** What the document leaves open. */
export type UnstatedId = Words['open']
/** What a target file may say of a receiver. */
export type Claim = Words['claim']
