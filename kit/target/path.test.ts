import { expect, test } from 'vitest'
import { pathFrom, showPath, valueAt } from './path.ts'

test.each([
  ['', []],
  ['library', ['library']],
  ['library.keys.reader[2]', ['library', 'keys', 'reader', 2]],
  ['a[0][1].b', ['a', 0, 1, 'b']],
])('%s is read as %j', (dotted, path) => {
  expect(pathFrom(dotted)).toEqual(path)
  expect(dotted === '' ? '' : showPath(path)).toBe(dotted)
})

test('names that are no plain words are quoted, and no path is the whole file', () => {
  expect(showPath(['a', 'b c', '$d'])).toBe('a["b c"].$d')
  expect(showPath([])).toBe('(whole file)')
})

test('a value is what stands at the path, never what every object has', () => {
  const root = { a: [{ b: 1 }] }
  expect(valueAt(root, ['a', 0, 'b'])).toBe(1)
  expect(valueAt(root, ['a', 1, 'b'])).toBeUndefined()
  expect(valueAt(root, ['a', 0, 'b', 'c'])).toBeUndefined()
  expect(valueAt(root, ['toString'])).toBeUndefined()
})
