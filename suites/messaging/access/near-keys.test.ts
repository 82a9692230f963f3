import { expect, test } from 'vitest'
import { contextOf } from '../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../define.ts'
import { SPELLINGS, type Spelling, spelled, spellingsAt } from './near-keys.ts'

const of = (name: string): Spelling => SPELLINGS.find((each) => each.name === name) as Spelling
const { t } = contextOf<CheckContext>({})
const spelling = (name: string, known: string) => spelled(t, 'msg.auth.key-invalid', of(name), known)

test.for<[string, string, string | undefined]>([
  ['cut off', '123456789', '12345678'],
  // What is as short as that says little.
  ['cut off', '12345678', undefined],
  ['with one more character', 'key', 'key0'],
  ['with one more character', '', undefined],
  ['in another case', 'key', 'KEY'],
  ['in another case', 'KEY', 'key'],
  ['in another case', '123', undefined],
])('%s: %j is spelled %j', ([name, known, expected]) => {
  expect(spelling(name, known)).toBe(expected)
})

test('one of the same form is of the same length and differs', () => {
  const near = spelling('of the same form', 'key-of-the-run')
  expect(near).toHaveLength('key-of-the-run'.length)
  expect(near).not.toBe('key-of-the-run')
})

const FORM = 'of the same form'
const [CUT, MORE, CASE] = ['cut off', 'with one more character', 'in another case']

test.for<[string, boolean, string[][]]>([
  ['one, and one more at every second place', false, [[FORM, CUT], [FORM], [FORM, MORE], [FORM], [FORM, CASE], [FORM]]],
  [
    'the next, where another check tries the first',
    true,
    [[MORE, CUT], [MORE], [CASE, MORE], [CASE], [CUT, CASE], [CUT]],
  ],
])('by turns is tried: %s', ([_, isTried, expected]) => {
  const names = expected.map((_, place) =>
    spellingsAt({ depth: 'standard' }, { place, turn: 0, isTried }).map(({ name }) => name),
  )
  expect(names).toEqual(expected)
})

test('at full depth all of them are tried', () => {
  expect(spellingsAt({ depth: 'deep' }, { place: 1, turn: 0 })).toEqual(SPELLINGS)
})
