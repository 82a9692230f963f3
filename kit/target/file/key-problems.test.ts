import { expect, test } from 'vitest'
import type { SectionDefinition } from '../section.ts'
import { keyProblems } from './key-problems.ts'

const SECRET = 'lk_0123456789'
const sections = [{ id: 'library' }] as unknown as readonly SectionDefinition[]
const problems = (key: string, variable?: string) =>
  keyProblems(
    { library: { keys: { members: [SECRET, key], guest: SECRET } } },
    sections,
    new Map(variable === undefined ? [] : [[key, variable]]),
  )

test.each([
  [`${SECRET}\n`, 'has a line break beside it; write the key alone'],
  [` ${SECRET}`, 'has a blank beside it; write the key alone'],
  [`Bearer ${SECRET}`, 'begins with its scheme; write the key alone, which is sent behind "Bearer "'],
  [
    `${SECRET} x`,
    'holds blanks, line breaks or letters that no header carries; write the key alone, one word of ASCII characters',
  ],
  [
    'schlüssel',
    'holds blanks, line breaks or letters that no header carries; write the key alone, one word of ASCII characters',
  ],
])('a key that no header carries as it is: %j', (key, fault) => {
  expect(problems(key)).toEqual([`library.keys.members[1]: ${fault}`])
  expect(problems(key, 'LIB_KEY')).toEqual([`library.keys.members[1] (from LIB_KEY): ${fault}`])
})

test('one word is a key, and what is empty is named elsewhere', () => {
  expect(problems(`${SECRET}-._~+/=`)).toEqual([])
  expect(problems('')).toEqual([])
})
