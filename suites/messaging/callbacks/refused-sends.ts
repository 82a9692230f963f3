import type { Check } from '../../../kit/check/check.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { valueAt } from '../../../kit/match/index.ts'
import { isRefusal, isSuccess } from '../client/answers.ts'
import { SEND } from '../client/api.ts'
import { LABELS, type Sent } from '../sending/sends.ts'
import { alike, callbackRule, smsTimelineOf } from '../sending/sms-timeline.ts'
import { digitsOf, SMS_INBOX, textAt } from './deliveries.ts'

const SILENT: readonly string[] = [LABELS.unlinked, LABELS.unconfigured]

function recipientsOf({ request }: Exchange): readonly string[] {
  const listed = valueAt(json(request), '/recipients')
  return Array.isArray(listed) ? listed.map((one) => digitsOf(String(one))) : []
}

export const refusedSends: readonly Check[] = [
  // Events › When a callback is sent: the SMS was sent. One that was refused was not: its recipients have as many submits
  // as sends to them were taken, whatever else was asked for.
  callbackRule({
    id: 'msg/silences/refused',
    title: 'a send that is refused brings no callback',
    covers: ['msg.event.refused-silent'],
    run: async (t) => {
      const id = 'msg.event.refused-silent'
      const course = smsTimelineOf(t)
      const refused = t.exchanges().filter((each) => each.operation === SEND && isRefusal(each))
      const unsure = t
        .exchanges()
        .filter((each) => each.operation === SEND && !isSuccess(each) && !isRefusal(each))
        .map(recipientsOf)
      const recipients = new Set(refused.flatMap(recipientsOf))
      if (recipients.size === 0) return t.markUnexercised(id, 'not met', 'no send with a recipient was refused')
      if (course.callbacks.length === 0)
        return t.abortBlocked('no callback of any send was seen, so silence proves nothing')
      // What an app with a webhook of its own was told there is not told here.
      const here = new Set(course.callbacks.map(({ jobId }) => jobId))
      const elsewhere = new Set(
        t.deliveries().flatMap((each) => (each.inbox === SMS_INBOX ? [] : (textAt(each, '/data/job_id') ?? []))),
      )
      const isElsewhere = ({ jobId }: Sent): boolean => jobId !== undefined && elsewhere.has(jobId) && !here.has(jobId)
      for (const phone of recipients) {
        // Sends that are to be silent though they were taken have a check of their own.
        const taken = course.sends.filter((sent) => {
          return (
            !SILENT.includes(sent.label) && !isElsewhere(sent) && sent.recipients.some((each) => alike(each, phone))
          )
        })
        // One without an answer, or with a server's trouble in its place, may have been taken.
        const perhaps = unsure.filter((each) => each.some((one) => alike(one, phone)))
        const most = taken.length + perhaps.length
        const told = course.callbacks.filter((each) => {
          const sent = course.sends.find(({ jobId }) => jobId !== undefined && jobId === each.jobId)
          // A recipient that the send of its job does not have is the matter of the event's own fields.
          const isAstray = sent !== undefined && !sent.recipients.some((one) => alike(one, phone))
          const isOwn = course.isSubmit(each) && alike(digitsOf(each.recipient ?? ''), phone)
          return isOwn && !isAstray && !SILENT.includes(sent?.label ?? '')
        })
        // Where messages share an id, how many there are cannot be told; a send that was taken has one for its recipient.
        const known = new Set(course.sends.map(({ jobId }) => jobId))
        const messages = new Set(
          told.flatMap(({ messageId, jobId }) =>
            messageId === undefined ? [] : [jobId !== undefined && known.has(jobId) ? jobId : messageId],
          ),
        )
        t.conclude(id, {
          ok: messages.size <= most,
          subject: `${refused.length} sends that were refused`,
          expected: `${most} messages at most to their recipient, of sends that were taken`,
          actual: `submits of ${messages.size} messages`,
          awaited: false,
          evidence: [...refused.slice(0, 3), ...told.slice(0, 3).map(({ delivery }) => delivery)],
        })
      }
    },
  }),
]
