import { describe, expect, test } from 'vitest'
import { deliveryOf, exchangeOf } from '../../tests/made-up/recorded.ts'
import { cellOf, distinctCells } from './cells.ts'

const over = { endpoint: ['POST /loans', 'GET /loans/{id}'], credential: ['none', 'guest'] }

describe('the cell that a message fills', () => {
  test('is read off an exchange: its endpoint, and its key without its place in a list', () => {
    const exchange = exchangeOf({ operation: 'POST /loans', key: 'guest[2]' })
    expect(cellOf({ over }, {}, exchange)).toEqual({ endpoint: 'POST /loans', credential: 'guest' })
  })

  test.each([
    ['nothing is ranged over', {}, exchangeOf({ operation: 'POST /loans' })],
    ['the endpoint is another', { over }, exchangeOf({ operation: 'PUT /desk' })],
    ['it is a delivery, which has no endpoint', { over }, deliveryOf({})],
  ])('is none where %s', (_, requirement, message) => {
    expect(cellOf(requirement, {}, message)).toBeUndefined()
  })

  test('is what the check states where no message shows it, and what the service reads off a message', () => {
    const ranging = { over: { spelling: ['upper', 'lower'], event: ['loan.due'] } }
    const dimensions = { event: () => 'loan.due' }
    expect(cellOf(ranging, dimensions, deliveryOf({}), { spelling: 'upper' })).toEqual({
      spelling: 'upper',
      event: 'loan.due',
    })
    expect(cellOf(ranging, dimensions, deliveryOf({}), { spelling: 'mixed' })).toBeUndefined()
  })
})

test('cells stand once, whatever the order of their dimensions', () => {
  expect(
    distinctCells([
      { a: '1', b: '2' },
      { b: '2', a: '1' },
      { a: '2', b: '2' },
    ]),
  ).toHaveLength(2)
})
