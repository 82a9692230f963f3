import { expect, test } from 'vitest'
import { deliveryOf, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { SEND } from '../../client/api.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { SMS_INBOX } from '../deliveries.ts'
import { eventData } from './event-data.ts'

/** What is said of an event with this name and this label. */
const saidOf = (event: string, status: string): Promise<string[]> =>
  saidBy(
    eventData.find(({ id }) => id === 'msg/event-data/labels'),
    {
      exchanges: [exchangeOf({ operation: SEND, sent: { recipients: [] }, status: 200, answer: {} })],
      deliveries: [deliveryOf({ event, data: { message_id: 'm1', status } }, { inbox: SMS_INBOX })],
      service: { fixtures: { phones: {} } },
      fixtures: { [smsRun.name]: {} },
    },
  )

test.for<[string, string, string]>([
  ['sms.sent', 'SENT', 'pass'],
  ['sms.sent', 'FAILED', 'fail'],
  ['sms.delivered', 'FAILED', 'fail'],
  ['sms.expired', 'SENT', 'fail'],
  ['sms.expired', 'FAILED', 'pass'],
  ['sms.failed', 'SENT', 'fail'],
  // Labels are opaque.
  ['sms.delivered', 'DLVRD', 'pass'],
])('%s with the label %s: %s, and the label is told', async ([event, label, expected]) => {
  expect(await saidOf(event, label)).toEqual([
    `${expected} msg.event.status-labels`,
    `msg.open.status-labels: ${event}: ${label}`,
  ])
})

test('of the label of an event that no document names nothing is said', async () => {
  expect(await saidOf('sms.queued', 'FAILED')).toEqual(['unexercised msg.event.status-labels'])
})

const sent = (message_id: string) => ({ event: 'sms.sent', data: { message_id } })
const delivered = (message_id?: string) => ({ event: 'sms.delivered', data: { message_id } })

test.for<[string, object[], string]>([
  ['after it', [sent('m1'), delivered('m1')], 'no'],
  ['before it', [delivered('m1'), sent('m1')], 'yes'],
  ['before that of another message', [delivered('m2'), sent('m1')], 'no'],
  ['before it, but of no message', [delivered(), sent('m1')], 'no'],
  ['between two attempts at it', [sent('m1'), delivered('m1'), sent('m1')], 'no'],
])('where a report comes beside its submit: %s', async ([_, events, expected]) => {
  const said = await saidBy(
    eventData.find(({ covers }) => covers.includes('msg.event.sent-job-id')),
    {
      exchanges: [exchangeOf({ operation: SEND, sent: { recipients: [] }, status: 200, answer: {} })],
      deliveries: events.map((event, nth) => deliveryOf(event, { id: `d${nth}`, inbox: SMS_INBOX })),
      service: { fixtures: { phones: {} } },
      fixtures: { [smsRun.name]: {} },
    },
  )
  expect(said).toContain(`msg.open.report-before-submit: ${expected}`)
})
