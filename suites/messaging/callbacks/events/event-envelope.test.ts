import { expect, test } from 'vitest'
import { deliveryOf, exchangeOf, type Received, saidBy } from '../../../../tests/made-up/recorded.ts'
import { SEND } from '../../client/api.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { SMS_INBOX } from '../deliveries.ts'
import { eventEnvelope } from './event-envelope.ts'

type Attempt = readonly [event: string, id: string, answered?: Received['answered']]

test.for<[string, Attempt[], [unique: string, stable: string, copies: string]]>([
  [
    'once each',
    [
      ['sms.sent', 'e1'],
      ['sms.delivered', 'e2'],
    ],
    ['pass', 'unexercised', 'unexercised'],
  ],
  [
    'with one id for both',
    [
      ['sms.sent', 'e1'],
      ['sms.delivered', 'e1'],
    ],
    ['fail', 'unexercised', 'unexercised'],
  ],
  [
    'again after a failure',
    [
      ['sms.sent', 'e1', 500],
      ['sms.sent', 'e1'],
    ],
    ['unexercised', 'pass', 'unexercised'],
  ],
  [
    'again with another id',
    [
      ['sms.sent', 'e1', 500],
      ['sms.sent', 'e2'],
    ],
    ['pass', 'fail', 'unexercised'],
  ],
  // Receivers are told to expect that.
  [
    'again after it was taken',
    [
      ['sms.sent', 'e1'],
      ['sms.sent', 'e1'],
    ],
    ['unexercised', 'pass', 'pass'],
  ],
])('events come %s', async ([_, attempts, [unique, stable, copies]]) => {
  const said = await saidBy(
    eventEnvelope.find(({ id }) => id === 'msg/event-envelope/identity'),
    {
      exchanges: [exchangeOf({ operation: SEND, status: 200 })],
      deliveries: attempts.map(([event, id, answered = 200], nth) =>
        deliveryOf({ id, event, data: { message_id: 'm1' } }, { id: `d${nth}`, inbox: SMS_INBOX, answered }),
      ),
      fixtures: { [smsRun.name]: {} },
    },
  )
  const worst = (id: string) => ['fail', 'pass', 'unexercised'].find((each) => said.includes(`${each} msg.event.${id}`))
  expect(['id-unique', 'id-stable', 'delivered-more-than-once'].map(worst)).toEqual([unique, stable, copies])
})

test.for<[string, number, string]>([
  ['once', 1, 'every event that was answered with a 2xx arrived once'],
  [
    'again behind an answer that was late',
    2,
    'events that were answered with a 2xx arrived again only where this machine may have answered too late',
  ],
])('why it is not known whether events come more than once: %s', async ([_, many, expected]) => {
  const reasons = new Map<string, string>()
  await saidBy(
    eventEnvelope.find(({ id }) => id === 'msg/event-envelope/identity'),
    {
      exchanges: [exchangeOf({ operation: SEND, status: 200 })],
      deliveries: Array.from({ length: many }, (_each, nth) =>
        deliveryOf({ id: 'e1', event: 'sms.sent', data: { message_id: 'm1' } }, { id: `d${nth}`, inbox: SMS_INBOX }),
      ),
      fixtures: { [smsRun.name]: {} },
      context: {
        lateness: () => 60_000,
        markUnexercised: (id: string, _why: string, reason: string) => reasons.set(id, reason),
      },
    },
  )
  expect(reasons.get('msg.event.delivered-more-than-once')).toBe(expected)
})

test('events that name no message are not held to be one', async () => {
  const events = ['a', 'b'].map((recipient, nth) =>
    deliveryOf(
      { id: `evt_${nth}`, event: 'sms.sent', data: { recipient: 'same', text: recipient } },
      { id: `d${nth}`, inbox: SMS_INBOX, answered: 500 },
    ),
  )
  const said = await saidBy(
    eventEnvelope.find(({ id }) => id === 'msg/event-envelope/identity'),
    {
      exchanges: [exchangeOf({ operation: SEND, status: 200 })],
      deliveries: events,
      fixtures: { [smsRun.name]: {} },
    },
  )
  expect(said.filter((each) => each.includes('id-stable'))).toEqual(['unexercised msg.event.id-stable'])
})

test.for<[string, object, string[]]>([
  ['none', {}, []],
  ['two', { trace: 't1', version: 2 }, ['msg.open.event-members: trace, version']],
])('members of an event that the table does not show are told: %s', async ([_, more, expected]) => {
  const event = { id: 'evt_1', event: 'sms.sent', channel: 'sms', app_id: 'a', created_at: '', data: {}, ...more }
  const said = await saidBy(
    eventEnvelope.find(({ covers }) => covers.includes('msg.event.channel-sms')),
    {
      exchanges: [exchangeOf({ operation: SEND, status: 200, answer: {} })],
      deliveries: [deliveryOf(event, { inbox: SMS_INBOX })],
      fixtures: { [smsRun.name]: {} },
    },
  )
  expect(said.filter((each) => each.startsWith('msg.open.'))).toEqual(expected)
})
