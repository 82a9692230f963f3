import { expect, test } from 'vitest'
import { type Told, told } from '../../../../tests/made-up/payment-events.ts'
import { contextOf } from '../../../../tests/made-up/recorded.ts'
import type { CheckContext } from '../../define.ts'
import { repeatsAccepted, takenAlike } from './delivery-retries.ts'

const first: Told = { id: 'd1', status: 'completed' }
const again: Told = { ...first, id: 'd2' }

test.for<[string, readonly Told[], boolean]>([
  ['an event that came once', [first], false],
  ['one that came again after 200', [first, again], true],
  ['one that came again after 500', [{ ...first, answered: 500 }, again], false],
  ['one that came again after 201, whose end is judged', [{ ...first, answered: 201 }, again], false],
  [
    'one that came again after a late 200',
    [{ ...first, answered: { kind: 'status', status: 200, delayMs: 10 } }, again],
    false,
  ],
  ['another event', [first, { ...again, eventId: '22222222-2222-4222-8222-222222222222' }], false],
])('%s', ([_, events, expected]) => {
  expect(repeatsAccepted(contextOf<CheckContext>({ deliveries: events.map(told) }).t)).toBe(expected)
})

test('alike are other events that another 2xx than 200 took at once', () => {
  const one = (nth: number, answered: Told['answered']): Told => ({
    ...first,
    id: `d${nth}`,
    eventId: `${nth}2222222-2222-4222-8222-222222222222`,
    ...(answered === undefined ? {} : { answered }),
  })
  const events = [one(1, 204), one(2, 201), one(2, 201), one(3, undefined), one(4, 500), one(5, 206)]
  const deliveries = events.map((each, nth) => told({ ...each, id: `d${nth}` }))
  const [accepted] = deliveries
  if (accepted === undefined) throw new Error('there is none')
  const found = takenAlike(contextOf<CheckContext>({ deliveries }).t, accepted)
  expect(found.map((each) => each.map(({ id }) => id))).toEqual([['d1', 'd2'], ['d5']])
})
