import { expect, test } from 'vitest'
import { textsUnder } from './texts-under.ts'

const names = ['reader', 'readers']

test.each([
  [{ reader: 'a' }, ['a']],
  [{ reader: 7 }, ['7']],
  [{ loan: { reader: 'a', title: 'b' } }, ['a']],
  [{ readers: ['a', { name: 'b' }] }, ['a', 'b']],
  [[{ reader: 'a' }], ['a']],
  [{ title: 'a' }, []],
  [['reader'], []],
  ['reader', []],
  [null, []],
])('%j', (tree, texts) => {
  expect(textsUnder(tree, names).toSorted()).toEqual(texts)
})

test('a tree that is nested more deeply than calls can be is searched all the same', () => {
  let tree: unknown = { reader: 'a' }
  for (let depth = 0; depth < 100_000; depth += 1) tree = [tree]
  expect(textsUnder(tree, names)).toEqual(['a'])
})
