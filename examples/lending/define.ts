import {
  type CheckContext as AnyCheck,
  type FixtureContext as AnyFixture,
  definersFor,
  type VocabularyOf,
} from 'assay-conformance/kit'
import type { libraryContract } from './contract.ts'
import type { librarySection } from './section.ts'

/** What can be judged, claimed, sent with and spent here, as types: what is none of it does not compile. */
export type Library = VocabularyOf<typeof libraryContract, typeof librarySection>

export type CheckContext = AnyCheck<Library>
export type FixtureContext = AnyFixture<Library>

export const { defineCheck, defineRule, defineFixture } = definersFor<Library>('library')
