import { expect, test } from 'vitest'
import { expandDotted } from './dotted.ts'

test('a path among the names of the top level is taken to its place', () => {
  const tree = {
    payment: { baseUrl: 'http://a' },
    'payment.outcomes.declined': { with: { phone: '1' } },
    'allow.payments': 3,
  }
  expect(expandDotted('f', tree)).toEqual({
    payment: { baseUrl: 'http://a', outcomes: { declined: { with: { phone: '1' } } } },
    allow: { payments: 3 },
  })
  expect(tree.payment).toEqual({ baseUrl: 'http://a' })
})

test('a member that is given twice is an error that names it', () => {
  expect(() => expandDotted('f', { allow: { payments: 1 }, 'allow.payments': 2 })).toThrow(
    /allow\.payments is given twice/,
  )
})

test('a path through something that is no object is an error that names it', () => {
  expect(() => expandDotted('f', { payment: 'x', 'payment.baseUrl': 'y' })).toThrow(/payment\.baseUrl: payment/)
})
