import { expect, test } from 'vitest'
import { deliveryOf, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { SEND } from '../../client/api.ts'
import { LABELS } from '../../sending/sends.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { SMS_INBOX } from '../deliveries.ts'
import { eventData } from './event-data.ts'
import { eventReports } from './event-reports.ts'

const PHONES = { delivered: '255700000201', pending: '255700000202' }
const [FIRST, SECOND] = [PHONES.delivered, PHONES.pending]

/** A submit that is reported. */
const sent = (message_id: string | undefined, recipient: string, job_id?: string) => ({
  event: 'sms.sent',
  data: { message_id, recipient, job_id },
})

function saidOf(events: readonly object[], answer: object = {}): Promise<string[]> {
  const deliveries = events.map((event, index) => deliveryOf(event, { id: `d${index}`, inbox: SMS_INBOX }))
  const send = { operation: SEND, label: LABELS.batch, sent: { recipients: [FIRST, SECOND] }, status: 200, answer }
  return saidBy(
    eventReports.find(({ id }) => id === 'msg/event-reports/batch'),
    {
      exchanges: [exchangeOf(send)],
      deliveries,
      service: { fixtures: { phones: PHONES } },
      fixtures: { [smsRun.name]: {} },
    },
  )
}

const said = (one: string, messages: string, recipients: string, job: string): string[] => [
  `${one} msg.event.batch-one-each`,
  `${messages} msg.event.batch-message-ids`,
  `${recipients} msg.event.batch-recipients`,
  `${job} msg.event.batch-job-id`,
]

test.for<[string, object[], string[]]>([
  [
    'one for each recipient, of one job',
    [sent('m1', FIRST, 'j1'), sent('m2', SECOND, 'j1')],
    said('pass', 'pass', 'pass', 'pass'),
  ],
  [
    'each of a job of its own',
    [sent('m1', FIRST, 'j1'), sent('m2', SECOND, 'j2')],
    said('pass', 'pass', 'pass', 'fail'),
  ],
  ['a job of one alone', [sent('m1', FIRST, 'j1'), sent('m2', SECOND)], said('pass', 'pass', 'pass', 'unexercised')],
  [
    'one message id for both',
    [sent('m1', FIRST, 'j1'), sent('m1', SECOND, 'j1')],
    said('pass', 'fail', 'pass', 'pass'),
  ],
  ['one recipient twice', [sent('m1', FIRST, 'j1'), sent('m2', FIRST, 'j1')], said('pass', 'pass', 'fail', 'pass')],
  ['one alone', [sent('m1', FIRST, 'j1')], said('fail', 'unexercised', 'unexercised', 'unexercised')],
])('a send to two recipients is reported by %s', async ([_, events, expected]) => {
  expect(await saidOf(events)).toEqual(expected)
})

test('events of a send of others to the same recipients are none of it, where those of its own job have come', async () => {
  const own = [sent('m1', FIRST, 'j1'), sent('m2', SECOND, 'j1')]
  const others = [sent('m3', FIRST, 'j9'), sent('m4', SECOND, 'j9')]
  expect(await saidOf([...own, ...others], { job_id: 'j1' })).toEqual(said('pass', 'pass', 'pass', 'pass'))
  expect(await saidOf([...own, ...others])).toEqual(said('fail', 'pass', 'fail', 'fail'))
  // Of its own job one has not come: the other may be meant for it.
  expect(await saidOf([sent('m1', FIRST, 'j1'), ...others], { job_id: 'j1' })).toEqual(
    said('pass', 'pass', 'pass', 'fail'),
  )
})

/** What is said of the submits: of a send to a recipient that none can be made to, and of the other events. */
async function submitsSaid(events: readonly unknown[]): Promise<string[]> {
  const deliveries = events.map((event, index) => deliveryOf(event, { id: `d${index}`, inbox: SMS_INBOX }))
  const send = (label: string, recipients: string[], job_id: string) =>
    exchangeOf({ id: job_id, operation: SEND, label, sent: { recipients }, status: 200, answer: { job_id } })
  return saidBy(
    eventReports.find(({ id }) => id === 'msg/event-reports/submits'),
    {
      exchanges: [send(LABELS.batch, [FIRST], 'j1'), send(LABELS.rejected, [REJECTED], 'j2')],
      deliveries,
      service: { fixtures: { phones: { delivered: FIRST, rejected: REJECTED } } },
      fixtures: { [smsRun.name]: {} },
    },
  )
}

const REJECTED = '255700000299'
const failed = (data: object) => ({ event: 'sms.failed', data })
const CAME = 'pass msg.event.callback-sent'

test.for<[string, unknown[], string[]]>([
  [
    'both are told',
    [sent('m1', FIRST, 'j1'), failed({ recipient: REJECTED, job_id: 'j2' })],
    [CAME, 'pass msg.event.sent', 'pass msg.event.submit-failed'],
  ],
  // The other payload names neither job nor recipient.
  [
    'the failure is told of nobody',
    [sent('m1', FIRST, 'j1'), failed({})],
    [CAME, 'pass msg.event.sent', 'pass msg.event.submit-failed'],
  ],
  [
    'a failure is told of the other send, after its submit',
    [sent('m1', FIRST, 'j1'), failed({ message_id: 'm1', recipient: FIRST, job_id: 'j1' })],
    [CAME, 'pass msg.event.sent', 'fail msg.event.submit-failed'],
  ],
  // What is no JSON may have been the one that is missing, and takes nothing away from what came.
  [
    'both are told beside what is no JSON',
    ['sms', sent('m1', FIRST, 'j1'), failed({ recipient: REJECTED, job_id: 'j2' })],
    [CAME, 'pass msg.event.sent', 'pass msg.event.submit-failed'],
  ],
  [
    'one is told beside what is no JSON',
    ['sms', sent('m1', FIRST, 'j1')],
    [CAME, 'pass msg.event.sent', 'blocked msg.event.submit-failed'],
  ],
])('of two sends, one of which cannot be submitted: %s', async ([_, events, expected]) => {
  expect(await submitsSaid(events)).toEqual(expected)
})

test('what one recipient alone brings about is known to wait for it', () => {
  const claims = [...eventData, ...eventReports].flatMap(({ judgedWith = {} }) => Object.entries(judgedWith))
  const waiting = claims.filter(([, names]) => names?.includes('messaging.fixtures.phones.expired')).map(([id]) => id)
  expect(waiting.toSorted()).toEqual(
    ['at', 'message-id', 'status']
      .map((each) => `msg.event.expired-${each}`)
      .concat('msg.event.expired')
      .toSorted(),
  )
})

test.for<[string, object, string[]]>([
  ['was not accepted', { delivered: FIRST, rejected: REJECTED }, ['blocked', 'blocked']],
  ['was to one of several recipients that are named', { expired: FIRST }, ['blocked', 'unexercised']],
  ['had nobody to go to', {}, ['unexercised', 'unexercised']],
])('of a send that %s no submit is told, and that is not held against anybody', async ([_, phones, expected]) => {
  const stranger = exchangeOf({
    operation: SEND,
    label: LABELS.unlinked,
    sent: { recipients: [] },
    status: 200,
    answer: {},
  })
  for (const [at, [label, id]] of [
    [LABELS.rejected, 'msg.event.sent'] as const,
    [LABELS.batch, 'msg.event.submit-failed'] as const,
  ].entries()) {
    // Of the two sends the other one was accepted.
    const other = exchangeOf({ operation: SEND, label, sent: { recipients: [] }, status: 200, answer: {} })
    const said = await saidBy(
      eventReports.find((each) => each.id === 'msg/event-reports/submits'),
      { exchanges: [stranger, other], service: { fixtures: { phones } }, fixtures: { [smsRun.name]: {} } },
    )
    expect(said).toContain(`${expected[at]} ${id}`)
  }
})
