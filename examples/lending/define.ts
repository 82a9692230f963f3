import {
  type CheckContext as AnyCheck,
  type FixtureContext as AnyFixture,
  definersFor,
  type VocabularyOf,
} from 'assay-conformance/kit'
import { libraryContract } from './contract.ts'
import { librarySection } from './section.ts'

/** The definitions for checks of the library: what is none of its requirements, claims, keys or budgets does not compile. */
export const { defineCheck, defineRule, defineFixture, lineFor } = definersFor(libraryContract, librarySection)

type Library = VocabularyOf<typeof libraryContract, typeof librarySection>

export type CheckContext = AnyCheck<Library>
export type FixtureContext = AnyFixture<Library>
