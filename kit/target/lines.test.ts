import { expect, test } from 'vitest'
import { lackingIn, linesIn, saying, shownLine } from './lines.ts'

const lacking = (tree: object, ...lines: string[]): readonly string[] =>
  lackingIn(tree, linesIn(lines.join('\n'))).map(shownLine)

test('a line is what has a path and a value', () => {
  expect(linesIn('library.desk: { url: "https://d" }\n--depth deep\nlibrary.keys.reader[1]: "b"')).toEqual([
    { key: 'library.desk', value: { url: 'https://d' }, text: '{ url: "https://d" }' },
    { key: 'library.keys.reader[1]', value: 'b', text: '"b"' },
  ])
})

test.each([
  [
    'nothing of it: as it stands',
    {},
    ['library.desk: { url: "u", opens: "9" }'],
    ['library.desk: { url: "u", opens: "9" }'],
  ],
  [
    'all of it: nothing',
    { library: { desk: { url: 'x', opens: '8' } } },
    ['library.desk: { url: "u", opens: "9" }'],
    [],
  ],
  [
    'a part of it: the rest',
    { library: { desk: { url: '' } } },
    ['library.desk: { url: "u", opens: "9" }'],
    ['library.desk.opens: "9"'],
  ],
  ['the same twice: once', {}, ['allow.loans: 3', 'allow.loans: 3'], ['allow.loans: 3']],
  ['less than it takes: the larger number', { allow: { loans: 3 } }, ['allow.loans: 5'], ['allow.loans: 5']],
  ['as much as it takes: nothing', { allow: { loans: 5 } }, ['allow.loans: 3', 'allow.loans: 5'], []],
  [
    'a member and its whole: the whole',
    {},
    ['library.desk.opens: "9"', 'library.desk: { url: "u" }'],
    ['library.desk: { url: "u", opens: "9" }'],
  ],
  [
    'two parts of one place: both',
    {},
    ['a.with: { x: "…" }', 'a.with: { x: "…", y: "…" }'],
    ['a.with: { x: "…", y: "…" }   # to fill in: x, y'],
  ],
  [
    'a call of its own',
    { a: { open: { call: { url: 'u', json: { to: '{url}' } } }, shut: { ask: 'shut it' } } },
    ['a.open: { call: { url: "…", json: { url: "{url}" } } }', 'a.shut: { call: { url: "…" } }'],
    [],
  ],
  [
    'an entry of a list',
    { library: { keys: ['a'] } },
    ['library.keys: ["${A}"]', 'library.keys[1]: "${B}"'],
    ['library.keys[1]: "${B}"'],
  ],
])('of a tree that has %s', (_, tree, lines, rest) => {
  expect(lacking(tree, ...lines)).toEqual(rest)
})

test('a tree with lines lacks them no more', () => {
  const lines = linesIn('a.keys: ["x"]\na.keys[1]: "y"\na.desk.opens: "9"')
  const tree = saying({ a: { desk: { url: 'u' } } }, lines)
  expect(tree).toEqual({ a: { keys: ['x', 'y'], desk: { url: 'u', opens: '9' } } })
  expect(lackingIn(tree, lines)).toEqual([])
  expect(saying({ allow: { loans: 3 } }, linesIn('allow.loans: 5'))).toEqual({ allow: { loans: 5 } })
})
