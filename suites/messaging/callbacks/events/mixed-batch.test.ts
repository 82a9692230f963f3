import { expect, test } from 'vitest'
import { deliveryOf, exchangeOf, saidBy } from '../../../../tests/made-up/recorded.ts'
import { SEND } from '../../client/api.ts'
import { LABELS } from '../../sending/sends.ts'
import { smsRun } from '../../sending/sms-timeline.ts'
import { SMS_INBOX } from '../deliveries.ts'
import { mixedBatch } from './mixed-batch.ts'

const [FIRST, REJECTED] = ['255700000201', '255700000299']
const send = (label: string, recipient: string, job_id: string) =>
  exchangeOf({ id: job_id, operation: SEND, label, sent: { recipients: [recipient] }, status: 200, answer: { job_id } })
const sent = (recipient: string, job_id?: string) =>
  deliveryOf({ event: 'sms.sent', data: { message_id: `m${recipient}`, recipient, job_id } }, { inbox: SMS_INBOX })

// Only the job tells events of one send to a recipient from those of another.
test.for<[string, string | undefined, string, number]>([
  ['is sent where the events of the first one name their job', 'j1', 'unexercised msg.event.batch-one-each', 1],
  ['is not sent where they do not', undefined, 'unexercised msg.event.batch-one-each', 0],
])('another send to several recipients %s', async ([_, job, expected, many]) => {
  const requests: unknown[] = []
  const said = await saidBy(mixedBatch[0], {
    exchanges: [send(LABELS.rejected, REJECTED, 'j2'), send(LABELS.batch, FIRST, 'j1')],
    deliveries: [sent(REJECTED, 'j2'), sent(FIRST, job)],
    service: { baseUrl: 'http://127.0.0.1', fixtures: { phones: { delivered: FIRST, rejected: REJECTED } } },
    fixtures: { [smsRun.name]: { webhook: {}, patienceMs: 1 } },
    context: {
      send: async (request: { readonly operation: string }) => {
        requests.push(request)
        // Taken for the one number that nothing can be submitted to.
        return exchangeOf({ operation: request.operation, status: 422 })
      },
    },
  })
  expect(said).toContain(expected)
  expect(requests).toHaveLength(many)
})
