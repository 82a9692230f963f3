import { describe, expect, test } from 'vitest'
import { librarySection, sections } from '../../../tests/made-up/sections.ts'
import { schemaProblems } from './problems.ts'

const base = { library: { baseUrl: 'http://a' } }
const problems = (tree: object, secrets: readonly string[] = []) => schemaProblems(tree, sections, secrets)
const inLibrary = (members: object) => ({ library: { ...base.library, ...members } })

test('a minimal file has none', () => {
  expect(problems(base)).toEqual([])
})

test.each([
  [{ ...base, environment: 'staging' }, 'environment: expected one of local, test, production, got "staging"'],
  [{ ...base, timeScale: 0 }, 'timeScale: expected more than 0, got 0'],
  [{ ...base, allow: { loans: -1 } }, 'allow.loans: expected 0 or more, got -1'],
  [{ ...base, allow: { loans: 1.5 } }, 'allow.loans: expected a whole number, got 1.5'],
  [{ ...base, allow: { closesDesk: 'yes' } }, 'allow.closesDesk: expected true or false, got "yes"'],
  [{ ...base, network: { proxy: 5 } }, 'network.proxy: expected true or false or a text, got 5'],
  [{ ...base, archive: {} }, 'archive.baseUrl: missing'],
  [inLibrary({ host: 12 }), 'library.host: expected a text, got 12; put it in quotes'],
  [inLibrary({ host: '' }), 'library.host: expected a text, got an empty one'],
  [inLibrary({ keys: { reader: [] } }), 'library.keys.reader: expected at least 1 entry, got an empty list'],
  [inLibrary({ keys: { reader: 'a' } }), 'library.keys.reader: expected a list, got (secret)'],
  [inLibrary({ outcomes: { lost: {} } }), 'library.outcomes.lost: expected at least one of with, call, run, ask'],
  [inLibrary({ bodies: [] }), 'library.bodies: expected an object, got an empty list'],
])('%j: %s', (tree, problem) => {
  expect(problems(tree)).toEqual([problem])
})

describe('a member that is not known', () => {
  test('is named with the nearest one and with all of them', () => {
    expect(problems(inLibrary({ keys: { othr: 'a' } }))).toEqual([
      'library.keys.othr: unknown key; did you mean other? (known here: reader, other)',
    ])
  })

  test('also at the top, where the sections are', () => {
    expect(problems({ ...base, archiv: {} })[0]).toMatch(/^archiv: unknown key; did you mean archive\? \(known here: /)
  })
})

describe('without any section', () => {
  test('there is nothing to test', () => {
    expect(problems({ name: 'a' })).toEqual(['nothing to test: at least one of library, archive is needed'])
    expect(schemaProblems({}, [librarySection], [])).toEqual(['nothing to test: at least one of library is needed'])
  })
})

describe('what is never shown', () => {
  test.each([
    ['at a secret place', inLibrary({ signingKey: 17 }), []],
    ['at one of a misspelt name', inLibrary({ keys: { reader: { a: 1 }, other: 5 } }), []],
    ['what looks like a secret of a section', { ...base, environment: 'lib_live_1' }, []],
    ['what is a secret elsewhere', { ...base, environment: 'hush' }, ['hush']],
    ['what holds one', { ...base, environment: 'x-hushed-x' }, ['hushed']],
  ])('%s', (_, tree, secrets) => {
    const found = problems(tree, secrets).join('\n')
    expect(found).toContain('(secret)')
    expect(found).not.toMatch(/17|hush|lib_live/)
  })

  test('long texts are cut', () => {
    expect(problems({ ...base, environment: 'e'.repeat(200) })[0]).toContain(`"${'e'.repeat(80)}…"`)
  })
})
