import { randomUUID } from 'node:crypto'
import { type Answer, answer, type Call } from '../http/call.ts'
import { fateOf } from '../recipes.ts'

/** Accepts a send. Its messages are on their way when it is answered; only those of an app report. */
export function sendInstant(call: Call): Answer {
  const { behaviour, pipeline } = call.service
  const jobId = `job_${randomUUID()}`
  const listed = Array.isArray(call.body.recipients) ? call.body.recipients.map(String) : []
  const appId = behaviour.linkedApp(call.app?.id)
  if (appId !== undefined)
    pipeline.run(
      listed.map((recipient, index) => ({
        messageId: `msg_${randomUUID()}`,
        jobId,
        recipient,
        fate: fateOf(recipient),
        appId,
        index,
      })),
    )
  const record = {
    success: true,
    message: 'The messages were accepted',
    job_id: behaviour.shownJobId(jobId),
    recipients: listed.length,
  }
  return answer(call, behaviour.record('send', record))
}
