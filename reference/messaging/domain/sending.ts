import { randomUUID } from 'node:crypto'
import { type Answer, answer, bodyOf, type Call } from '../http/call.ts'
import type { Cause } from '../http/refusal.ts'
import { fateOf } from '../recipes.ts'
import type { Sms } from './domain.ts'

const recipientsOf = ({ body }: Pick<Call, 'body'>): readonly string[] =>
  Array.isArray(body.recipients) ? body.recipients.map(String) : []

const messagesOf = (recipients: readonly string[], jobId: string, appId: string): readonly Sms[] =>
  recipients.map((recipient, index) => ({
    messageId: `msg_${randomUUID()}`,
    jobId,
    recipient,
    fate: fateOf(recipient),
    appId,
    index,
  }))

/** What a refused send does to the recipients that it names. */
export function afterRefusedSend(call: Call, cause: Cause): void {
  const { behaviour, pipeline, store } = call.service
  const appId = call.key?.appId ?? store.apps[0]?.id
  if (behaviour.refusedSend(cause) === 'sends' && appId !== undefined)
    pipeline.run(messagesOf(recipientsOf({ body: bodyOf(call) }), `job_${randomUUID()}`, appId))
}

/** Accepts a send. Its messages are on their way when it is answered; only those of an app report. */
export function sendInstant(call: Call): Answer {
  const { behaviour, pipeline } = call.service
  const jobId = `job_${randomUUID()}`
  const listed = recipientsOf(call)
  const appId = behaviour.linkedApp(call.app?.id)
  if (appId !== undefined) pipeline.run(messagesOf(listed, jobId, appId))
  const record = {
    success: true,
    message: 'The messages were accepted',
    job_id: behaviour.shownJobId(jobId, appId),
    recipients: listed.length,
  }
  return answer(call, behaviour.record('send', record))
}
