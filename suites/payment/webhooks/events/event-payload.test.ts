import { expect, test } from 'vitest'
import { PAYMENT, type Told, told } from '../../../../tests/made-up/payment-events.ts'
import { exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { READ } from '../../client/api.ts'
import { Records, records } from '../../client/records.ts'
import { eventPayload } from './event-payload.ts'

const FIRST = 'pay.open.event-first-change: reported, with previous_status'

test.for<[string, Told, string[]]>([
  ['a status of the table', { status: 'processing', previous: 'pending' }, ['pass pay.event.previous-status']],
  ['a status of no table', { status: 'failed', previous: 'begun' }, ['fail pay.event.previous-status']],
  // null is a usual way to say that there was none.
  ['null', { status: 'failed', previous: null }, ['warn pay.event.previous-status']],
  ['nothing', { status: 'failed' }, ['warn pay.event.previous-status']],
  // The event that is shown names it.
  ['null, of a completed payment', { status: 'completed', previous: null }, ['fail pay.event.previous-status']],
  ['nothing, of a completed payment', { status: 'completed' }, ['fail pay.event.previous-status']],
  // Whether a creation is a change is open.
  [
    'null, of a creation',
    { status: 'pending', previous: null },
    [`${FIRST} null`, 'unexercised pay.event.previous-status'],
  ],
])('the previous status of an event is %s', async ([_, event, expected]) => {
  const said = await saidBy(
    eventPayload.find(({ id }) => id === 'pay/event-payload/previous-status'),
    {
      exchanges: [exchangeOf({ operation: READ, status: 200, answer: { data: { id: PAYMENT, status: 'failed' } } })],
      deliveries: [told(event)],
      fixtures: { [records.name]: new Records({}) },
    },
  )
  expect(said).toEqual(expected)
})
