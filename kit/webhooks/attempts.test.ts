import { expect, test } from 'vitest'
import { deliveryOf } from '../../tests/made-up/recorded.ts'
import { attemptsOf } from './attempts.ts'

const told = (id: string, nth: number, answered: number, more: object = {}) =>
  deliveryOf(
    { event: 'loan.returned', event_id: id, timestamp: `2026-03-01T12:00:0${nth}Z`, data: { loan: 'l1' }, ...more },
    { id: `d${nth}`, inbox: 'a', answered },
  )

const numbers = (...deliveries: readonly ReturnType<typeof told>[]): number[] =>
  [...attemptsOf(deliveries).values()].map(({ attempt }) => attempt)

test('attempts at one event are numbered by its id', () => {
  expect(numbers(told('e1', 1, 503), told('e2', 2, 200, { data: { loan: 'l2' } }), told('e1', 3, 200))).toEqual([
    1, 1, 2,
  ])
})

test('an attempt that failed is attempted again also where each has an id of its own', () => {
  expect(numbers(told('e1', 1, 503), told('e2', 2, 404), told('e3', 3, 200))).toEqual([1, 2, 3])
  // What was taken is over: the same again is another event.
  expect(numbers(told('e1', 1, 200), told('e2', 2, 200))).toEqual([1, 1])
  expect(numbers(told('e1', 1, 503), told('e2', 2, 200, { data: { loan: 'l2' } }))).toEqual([1, 1])
})
