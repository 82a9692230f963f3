import { expect, test } from 'vitest'
import { sections } from '../../tests/made-up/sections.ts'
import { claimsOf } from './claims.ts'
import { resolveTarget } from './target.ts'

const claims = claimsOf(sections)
const target = (library: object, more: object = {}) =>
  resolveTarget({ library: { baseUrl: 'http://elsewhere.example', ...library }, ...more }, { sections, secrets: [] })

test('claims come in the order of the file: sections, webhooks, budgets, permissions', () => {
  expect(claims.all).toEqual([
    'library',
    'library.keys.reader',
    'library.keys.other',
    'library.signingKey',
    'library.session',
    'library.bodies.loan',
    'library.record.id',
    'library.desk',
    'library.desk.opens',
    'archive',
    'webhooks',
    'webhooks.publicUrl',
    'webhooks.tls',
    'webhooks.retryWithin',
    'allow.loans',
    'allow.copies',
    'allow.generated',
    'allow.closesDesk',
  ])
})

test('a target with a base URL only claims nothing beyond its service', () => {
  expect(claims.all.filter((claim) => claims.isMade(target({}), claim))).toEqual(['library'])
})

test.each([
  ['library.keys.reader', { keys: { reader: ['a'] } }, ['a']],
  ['library.keys.reader[0]', { keys: { reader: ['a'] } }, 'a'],
  ['library.bodies.loan', { bodies: { loan: { title: 'b' } } }, { title: 'b' }],
  ['library.outcomes.returned', { outcomes: { returned: { run: 'c' } } }, { run: 'c' }],
])('%s is what the section says', (claim, library, value) => {
  expect(claims.valueOf(target(library), claim)).toEqual(value)
  expect(claims.isMade(target(library), claim)).toBe(true)
  expect(claims.valueOf(target({}), claim)).toBeUndefined()
})

test.each([
  ['an empty list', 'library.keys.reader', { keys: { reader: [] } }, {}],
  ['an empty text', 'library.signingKey', { signingKey: '' }, {}],
  ['a second key where there is one', 'library.keys.reader[1]', { keys: { reader: ['a'] } }, {}],
  ['a budget of none', 'allow.loans', {}, { allow: { loans: 0 } }],
  ['a permission that is not given', 'allow.closesDesk', { desk: { url: 'http://d' } }, {}],
  ['a permission without what it needs', 'allow.closesDesk', {}, { allow: { closesDesk: true } }],
  ['what the definition of the section says is none', 'library.desk', { desk: { opens: '9' } }, {}],
  ['a member of a service that is not there', 'archive.keys.reader', {}, {}],
])('%s is no claim', (_, claim, library, more) => {
  expect(claims.isMade(target(library, more), claim)).toBe(false)
})

test('budgets and permissions are claims as they hold', () => {
  const given = target({ desk: { url: 'http://d' } }, { allow: { loans: 2, generated: 7, closesDesk: true } })
  expect(['allow.loans', 'allow.generated', 'allow.closesDesk'].map((each) => claims.valueOf(given, each))).toEqual([
    2,
    7,
    true,
  ])
})

test.each([
  ['library.keys.other', 'library.keys.other: "${LIB_OTHER}"'],
  ['library.keys.reader[2]', 'library.keys.reader: ["${LIB_READER}", "${LIB_READER_2}", "${LIB_READER_3}"]'],
  ['library.probes.shelf', 'library.probes.shelf: { call: { url: "https://…" } }   # to fill in: call.url'],
  ['allow.closesDesk', 'allow.closesDesk: true\nlibrary.desk: { url: "https://…" }   # to fill in: url'],
  ['allow.copies', 'allow.copies: 3'],
  ['webhooks.retryWithin', 'webhooks.retryWithin: 120   # within which your service tries again: it is held to it'],
])('the line for %s', (claim, line) => {
  expect(claims.lineFor(claim)).toBe(line)
})

test('a permission that is given and lacks what it needs has that proposed alone', () => {
  const shown = (allow: object): string[] =>
    claims.linesFor(target({}, { allow }), ['allow.closesDesk']).map(({ key }) => key)
  expect(shown({ closesDesk: true })).toEqual(['library.desk'])
  expect(shown({ closesDesk: false })).toEqual(['allow.closesDesk', 'library.desk'])
})

test('a claim that no section knows is an error that names it', () => {
  expect(() => claims.lineFor('library.desk.colour')).toThrow(
    'no section of the target file knows the claim library.desk.colour',
  )
})

test.each([
  ['of a claim that is made', 'library.bodies.loan', { bodies: { loan: { title: 'b' } } }, true],
  ['of one that is not', 'library.bodies.loan', {}, false],
])('a line %s: there already %s', (_, claim, library, expected) => {
  expect(claims.isThere(target(library), claims.lineFor(claim))).toBe(expected)
})

test('a line that asks for more than there is, and what is no line, are not there already', () => {
  const given = target({}, { allow: { loans: 2 } })
  expect(claims.isThere(given, claims.lineFor('allow.loans'))).toBe(false)
  expect(claims.isThere(given, 'something else')).toBe(false)
})
