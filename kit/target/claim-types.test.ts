import { expectTypeOf, test } from 'vitest'
import type { archiveSection, librarySection } from '../../tests/made-up/sections.ts'
import type { ClaimedValue, ClaimOf } from './claim-types.ts'
import type { HttpCall, JsonObject, Recipe } from './file/parts.ts'

type Library = typeof librarySection
type Archive = typeof archiveSection

test('claims are those of the section, of its budgets and permissions, and general ones', () => {
  expectTypeOf<'library'>().toExtend<ClaimOf<Library>>()
  expectTypeOf<'library.keys.other'>().toExtend<ClaimOf<Library>>()
  expectTypeOf<'library.keys.reader[3]'>().toExtend<ClaimOf<Library>>()
  expectTypeOf<'library.outcomes.anything'>().toExtend<ClaimOf<Library>>()
  expectTypeOf<'allow.loans'>().toExtend<ClaimOf<Library>>()
  expectTypeOf<'allow.closesDesk'>().toExtend<ClaimOf<Library>>()
  expectTypeOf<'webhooks.publicUrl'>().toExtend<ClaimOf<Library>>()
})

test('no others are', () => {
  expectTypeOf<'library.keys.otter'>().not.toExtend<ClaimOf<Library>>()
  expectTypeOf<'library.keys.other[0]'>().not.toExtend<ClaimOf<Library>>()
  expectTypeOf<'library.bodies.anything'>().not.toExtend<ClaimOf<Library>>()
  expectTypeOf<'archive'>().not.toExtend<ClaimOf<Library>>()
  expectTypeOf<'allow.copies'>().not.toExtend<ClaimOf<Library>>()
  expectTypeOf<ClaimOf<Archive>>().toEqualTypeOf<
    'archive' | 'allow.copies' | 'allow.generated' | 'webhooks' | `webhooks.${'publicUrl' | 'tls' | 'retryWithin'}`
  >()
})

test('a claim that is made has the type of its member', () => {
  expectTypeOf<ClaimedValue<Library, 'library.keys.reader'>>().toEqualTypeOf<readonly string[]>()
  expectTypeOf<ClaimedValue<Library, 'library.keys.reader[0]'>>().toEqualTypeOf<string>()
  expectTypeOf<ClaimedValue<Library, 'library.keys.other'>>().toEqualTypeOf<string>()
  expectTypeOf<ClaimedValue<Library, 'library.bodies.loan'>>().toEqualTypeOf<JsonObject>()
  expectTypeOf<ClaimedValue<Library, 'library.outcomes.returned'>>().toEqualTypeOf<Recipe>()
  expectTypeOf<ClaimedValue<Library, 'library.probes.shelf'>>().toEqualTypeOf<{ readonly call: HttpCall }>()
  expectTypeOf<ClaimedValue<Library, 'allow.loans'>>().toEqualTypeOf<number>()
  expectTypeOf<ClaimedValue<Library, 'allow.closesDesk'>>().toEqualTypeOf<true>()
  expectTypeOf<ClaimedValue<Library, 'webhooks.retryWithin'>>().toEqualTypeOf<number>()
  expectTypeOf<ClaimedValue<Library, 'library'>['baseUrl']>().toEqualTypeOf<string>()
})
