import { describe, expect, test } from 'vitest'
import { sections } from '../../../tests/made-up/sections.ts'
import { resolveReferences } from './references.ts'

const resolved = (tree: object, env: NodeJS.ProcessEnv = {}) => resolveReferences(tree, env, sections)

describe('texts', () => {
  test('variables, defaults and escapes are replaced, several in one text too', () => {
    const { value, problems } = resolved({ name: '${A}-${B:-b c}-$${C}', library: { host: '${D:-}' } }, { A: 'a' })
    expect(value).toEqual({ name: 'a-b c-${C}', library: { host: '' } })
    expect(problems).toEqual([])
  })

  test('every missing variable is named once, with the places that need it; an empty one is missing', () => {
    const tree = { name: '${A}', library: { host: '${B}', keys: { reader: ['${A}'] } } }
    expect(resolved(tree, { B: '' }).problems).toEqual([
      'environment variable A is not set; name, library.keys.reader[0] need it',
      'environment variable B is empty; library.host needs it',
    ])
  })

  test.each(['${a-b}', '${', '${1}', '${A'])('%s is no reference', (text) => {
    expect(resolved({ name: text }).problems).toEqual([
      `name: ${text} is no reference; accepted: \${NAME}, \${NAME:-default}, $\${ for a literal \${`,
    ])
  })
})

describe('numbers, and what is true or false', () => {
  test.each([
    ['timeScale', { timeScale: '${V}' }, '60', { timeScale: 60 }],
    ['a budget', { allow: { loans: '${V}' } }, '5', { allow: { loans: 5 } }],
    ['a limit', { allow: { days: '${V}' } }, '-1.5', { allow: { days: -1.5 } }],
    ['a permission', { allow: { closesDesk: '${V}' } }, 'true', { allow: { closesDesk: true } }],
    ['a time', { timing: { settle: '${V}' } }, '7', { timing: { settle: 7 } }],
    ['network.insecure', { network: { insecure: '${V}' } }, 'false', { network: { insecure: false } }],
    ['what is no number', { timeScale: '${V}' }, 'fast', { timeScale: 'fast' }],
    ['a text of digits', { name: '${V}' }, '12', { name: '12' }],
  ])('%s', (_, tree, value, expected) => {
    expect(resolved(tree, { V: value }).value).toEqual(expected)
  })

  test('a number that is written as a text stays one', () => {
    expect(resolved({ timeScale: '60' }).value).toEqual({ timeScale: '60' })
  })

  test('one that is not there is absent, not wrong', () => {
    expect(resolved({ timeScale: '${V}', name: '${W}' }).value).toEqual({ name: '${W}' })
  })
})

describe('secrets', () => {
  test('what stands at the places of the schema, from a variable or not', () => {
    const { secrets, variables } = resolved(
      { library: { keys: { reader: ['${R}', 'plain'], otter: 'misspelt' }, signingKey: '${S}', host: '${H}' } },
      { R: 'one', S: 'two', H: 'host' },
    )
    expect(secrets).toEqual(['one', 'plain', 'misspelt', 'two'])
    expect([...variables]).toEqual([
      ['one', 'R'],
      ['two', 'S'],
    ])
  })

  test('what a variable calls one, wherever it stands', () => {
    expect(resolved({ name: '${MY_TOKEN}' }, { MY_TOKEN: 'hidden' }).secrets).toEqual(['hidden'])
  })

  test('a token in a header of a call, without its scheme', () => {
    const headers = { authorization: 'Bearer ${SIM}', 'x-request-id': 'id' }
    const { secrets } = resolved(
      { library: { outcomes: { lost: { call: { url: 'http://x/', headers } } } } },
      { SIM: 'opaque' },
    )
    expect(secrets).toEqual(['opaque'])
  })

  test('members of bodies of calls that are called so', () => {
    const json = { secret: 'a', api_key: 'b', title: 'c' }
    const { secrets } = resolved({ library: { outcomes: { lost: { call: { url: 'http://x/', json } } } } })
    expect(secrets).toEqual(['a', 'b'])
  })

  test('a default is none but at a secret place', () => {
    const tree = { name: '${KEY:-k}', library: { session: '${SESSION:-s}' } }
    expect(resolved(tree).secrets).toEqual(['s'])
  })
})
