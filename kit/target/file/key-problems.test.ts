import { expect, test } from 'vitest'
import { sections } from '../../../tests/made-up/sections.ts'
import { keyProblems, wordNotes } from './key-problems.ts'

const SECRET = 'lk_0123456789'
const problems = (library: object, variables: readonly (readonly [string, string])[] = []) =>
  keyProblems({ library: { baseUrl: 'https://a.example', ...library } }, sections, new Map(variables))

const WORDS =
  'holds blanks, line breaks or letters that no header carries; write the key alone, one word of ASCII characters'

test.each([
  [`${SECRET}\n`, 'has a line break beside it; write the key alone'],
  [` ${SECRET}`, 'has a blank beside it; write the key alone'],
  [`Bearer ${SECRET}`, 'begins with its scheme; write the key alone, which is sent behind "Bearer "'],
  [`${SECRET} x`, WORDS],
  ['schlüssel', WORDS],
])('a key that no header carries as it is: %j', (key, fault) => {
  expect(problems({ keys: { reader: [SECRET, key], other: SECRET } })).toEqual([`library.keys.reader[1]: ${fault}`])
  expect(problems({ session: key }, [[key, 'LIB_SESSION']])).toEqual([`library.session (from LIB_SESSION): ${fault}`])
})

test('a secret that signs is any text, without the line break of its file', () => {
  expect(problems({ signingKey: `${SECRET}\n` })).toEqual([
    'library.signingKey: has a line break beside it; write the secret alone',
  ])
  expect(problems({ signingKey: 'a secret, мой' })).toEqual([])
})

test('one word is a key, what is empty is named elsewhere, and what is no secret is left alone', () => {
  expect(problems({ keys: { reader: [`${SECRET}-._~+/=`, ''] }, desk: { opens: '9 ' } })).toEqual([])
})

test('a secret that is a plain word is named by its place and variable, since it takes the word out of every sentence', () => {
  const notes = (library: object) => wordNotes({ library }, sections, new Map([['payments', 'LIB_SIGNING_KEY']]))
  const said =
    'this secret is of letters alone, as a word is, and is hidden wherever they stand, in paths and in all that is said as well; one with a digit in it leaves them whole'
  expect(notes({ signingKey: 'payments', keys: { reader: ['test'] } })).toEqual([
    `library.signingKey (from LIB_SIGNING_KEY): ${said}`,
    `library.keys.reader[0]: ${said}`,
  ])
  expect(notes({ baseUrl: 'payments', signingKey: 'whsec_1payments', keys: { reader: ['abc'] } })).toEqual([])
})
