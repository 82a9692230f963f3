import { expect, test } from 'vitest'
import { type Answered, deliveryOf, exchangeOf, saidBy } from '../../../tests/made-up/recorded.ts'
import { SEND } from '../client/api.ts'
import { LABELS } from '../sending/sends.ts'
import { smsRun } from '../sending/sms-timeline.ts'
import { SMS_INBOX } from './deliveries.ts'
import { refusedSends } from './refused-sends.ts'

const [ONE, TWO] = ['255700000201', '255700000202']

const send = (status: number | undefined, job?: string, label = '', recipients = [ONE]): Answered => ({
  ...{ operation: SEND, label, sent: { recipients }, answer: job === undefined ? {} : { job_id: job } },
  ...(status === undefined ? {} : { status }),
})
const REFUSED = send(422)
type Submit = readonly [message: string, job?: string, recipient?: string]

test.for<[string, Answered[], Submit[], string]>([
  ['as many as sends were taken', [REFUSED, send(200, 'j1')], [['m1', 'j1']], 'pass'],
  [
    'one more',
    [REFUSED, send(200, 'j1')],
    [
      ['m1', 'j1'],
      ['m2', 'j9'],
    ],
    'fail',
  ],
  ['one more, and none of a job', [REFUSED, send(200)], [['m1'], ['m2']], 'fail'],
  [
    'two of one job, which has one for each recipient',
    [REFUSED, send(200, 'j1')],
    [
      ['m1', 'j1'],
      ['m2', 'j1'],
    ],
    'pass',
  ],
  [
    'one more, where a send was not answered',
    [REFUSED, send(200, 'j1'), send(undefined)],
    [
      ['m1', 'j1'],
      ['m2', 'j9'],
    ],
    'pass',
  ],
  // A recipient that the send of its job does not have is judged elsewhere.
  ['one of the job of a send to another', [REFUSED, send(200, 'j2', '', [TWO])], [['m1', 'j2']], 'pass'],
  [
    'one of such a job beside that of its own',
    [REFUSED, send(200, 'j1'), send(200, 'j2', '', [TWO])],
    [
      ['m1', 'j1'],
      ['m2', 'j2'],
    ],
    'pass',
  ],
  ['one of a send that is to be silent', [REFUSED, send(200, 'j3', LABELS.unlinked)], [['m1', 'j3']], 'pass'],
  ['none', [REFUSED, send(200, 'j1')], [], 'blocked'],
  ['one, where nothing was refused', [send(200, 'j1')], [['m1', 'j1']], 'unexercised'],
])('submits to a recipient of a refused send: %s', async ([_, answers, submits, expected]) => {
  const said = await saidBy(refusedSends[0], {
    exchanges: answers.map((each, nth) => exchangeOf({ id: `x${nth}`, ...each })),
    deliveries: submits.map(([message_id, job_id, recipient = ONE], nth) =>
      deliveryOf({ event: 'sms.sent', data: { message_id, job_id, recipient } }, { id: `d${nth}`, inbox: SMS_INBOX }),
    ),
    fixtures: { [smsRun.name]: {} },
  })
  expect(said).toEqual([`${expected} msg.event.refused-silent`])
})

test('a send that was told at another webhook accounts for no submit at this one', async () => {
  const at = (inbox: string, nth: number, job_id: string) =>
    deliveryOf({ event: 'sms.sent', data: { message_id: `m${nth}`, job_id, recipient: ONE } }, { id: `d${nth}`, inbox })
  const said = (...deliveries: readonly ReturnType<typeof at>[]) =>
    saidBy(refusedSends[0], {
      exchanges: [REFUSED, send(200, 'j1'), send(200, 'j2')].map((each, nth) => exchangeOf({ id: `x${nth}`, ...each })),
      deliveries,
      fixtures: { [smsRun.name]: {} },
    })
  const here = [at(SMS_INBOX, 1, 'j1'), at(SMS_INBOX, 2, 'j9')]
  expect(await said(...here)).toEqual(['pass msg.event.refused-silent'])
  expect(await said(...here, at('another', 3, 'j2'))).toEqual(['fail msg.event.refused-silent'])
})
