import { expect, test } from 'vitest'
import { expandDotted } from './dotted.ts'

test('a path among the names of the top level is taken to its place', () => {
  const tree = {
    library: { baseUrl: 'http://a' },
    'library.outcomes.lost': { with: { phone: '1' } },
    'allow.loans': 3,
  }
  expect(expandDotted('f', tree)).toEqual({
    library: { baseUrl: 'http://a', outcomes: { lost: { with: { phone: '1' } } } },
    allow: { loans: 3 },
  })
  expect(tree.library).toEqual({ baseUrl: 'http://a' })
})

test('a member that is given twice is an error that names it', () => {
  expect(() => expandDotted('f', { allow: { loans: 1 }, 'allow.loans': 2 })).toThrow(/allow\.loans is given twice/)
})

test('what two places say goes together where they do not differ, or one says that there is none', () => {
  const tree = {
    'library.keys.reader[1]': 'b',
    'library.desk': { opens: '9' },
    'allow.loans': 2,
    library: { keys: { reader: ['a'] }, desk: { url: 'u', opens: '9' } },
    allow: { loans: 0 },
  }
  expect(expandDotted('f', tree)).toEqual({
    library: { keys: { reader: ['a', 'b'] }, desk: { url: 'u', opens: '9' } },
    allow: { loans: 2 },
  })
})

test('an entry behind a gap is an error that names it', () => {
  expect(() => expandDotted('f', { 'library.keys[2]': 'c', 'library.keys': ['a'] })).toThrow(
    /library\.keys\[2\]: keys has no entry before it/,
  )
})

test('a path through something that is no object is an error that names it', () => {
  expect(() => expandDotted('f', { library: 'x', 'library.baseUrl': 'y' })).toThrow(/library\.baseUrl: library/)
})
