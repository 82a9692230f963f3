import { expect, test } from 'vitest'
import { sections } from '../../tests/made-up/sections.ts'
import { credentialsOf, placesOf, variablesOf } from './credentials.ts'
import { resolveTarget } from './target.ts'

const target = (library: object) =>
  resolveTarget(
    { library: { baseUrl: 'http://a', ...library } },
    { sections, secrets: ['one', 'two', 'five', 'six', ''] },
  )
const whole = target({
  keys: { reader: ['one', 'two', ''], other: 'three' },
  session: 'four',
  signingKey: 'five',
  host: 'a.example',
})

test('credentials are keys and what else requests are authenticated with, not what only signs', () => {
  expect(credentialsOf(whole, sections)).toEqual(['one', 'two', 'three', 'four'])
  expect(credentialsOf(target({}), sections)).toEqual([])
})

test('a secret is called as the line for it calls its variable', () => {
  expect([...variablesOf(whole, sections)]).toEqual([
    ['one', 'LIB_READER'],
    ['two', 'LIB_READER_2'],
    ['three', 'LIB_OTHER'],
    ['five', 'LIB_SIGNING_KEY'],
    ['four', 'LIB_SESSION'],
  ])
})

test('a secret stands where the file holds it, at the first place of several', () => {
  const twice = target({
    keys: { reader: ['one', 'two'], other: 'one' },
    outcomes: { lost: { with: { code: 'six' } } },
  })
  expect([...placesOf(twice)]).toEqual([
    ['one', 'library.keys.reader[0]'],
    ['two', 'library.keys.reader[1]'],
    ['six', 'library.outcomes.lost.with.code'],
  ])
})
