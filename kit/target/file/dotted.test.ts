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

test('a path through something that is no object is an error that names it', () => {
  expect(() => expandDotted('f', { library: 'x', 'library.baseUrl': 'y' })).toThrow(/library\.baseUrl: library/)
})
