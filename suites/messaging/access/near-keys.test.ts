import { expect, test } from 'vitest'
import type { Exchange } from '../../../kit/http/exchange.ts'
import type { Matcher } from '../../../kit/match/index.ts'
import { contextOf, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { RESEND, SENDERS } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { codesAtStart } from '../otp/story/inbox.ts'
import { nearKeys, SPELLINGS, type Spelling, spelled, spellingsAt } from './near-keys.ts'

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
  [
    'one, and one more at every third place',
    false,
    [[FORM, CUT], [FORM], [FORM], [FORM, MORE], [FORM], [FORM], [FORM, CASE]],
  ],
  [
    'the next, where another check tries the first',
    true,
    [[MORE, CUT], [MORE], [MORE], [CASE, MORE], [CASE], [CASE], [CUT, CASE]],
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

test.for<[string, string[], boolean]>([
  ['a resend to a number of the run', ['allow.messages', 'messaging.fixtures.phones.otp'], true],
  ['a resend to nobody, which is wrong in itself', [], false],
])('a validation that comes before the key is held against %s, or not', async ([_, claims, expected]) => {
  const said: string[] = []
  const judge = (_: string, { label, operation }: Exchange, wanted: Matcher<Exchange>): boolean => {
    const { ok } = wanted.test(exchangeOf({ status: 422, answer: { detail: [] } }))
    said.push(`${ok ? 'taken' : 'held against'} ${operation}: ${label}`)
    return ok
  }
  await saidBy(nearKeys[0], {
    service: { baseUrl: 'http://127.0.0.1', keys: { bound: 'a-key-of-the-run' }, fixtures: { phones: { otp: '255' } } },
    fixtures: { [codesAtStart.name]: [] },
    answers: Array(99).fill({ status: 422 }),
    claims,
    context: { depth: 'standard', permits: () => false, judge },
  })
  const resends = said.filter((each) => each.includes(RESEND))
  expect(resends.length).toBeGreaterThan(0)
  expect(resends.every((each) => each.startsWith('held against'))).toBe(expected)
  // Nothing but the key is wrong with a read.
  expect(said.filter((each) => each.startsWith(`held against ${SENDERS}`))).not.toEqual([])
})
