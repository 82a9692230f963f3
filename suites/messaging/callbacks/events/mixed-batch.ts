import type { Check } from '../../../../kit/check/check.ts'
import type { Exchange } from '../../../../kit/http/exchange.ts'
import { status } from '../../../../kit/match/index.ts'
import { isSuccess } from '../../client/answers.ts'
import { sendInstant } from '../../client/api.ts'
import { type CheckContext, defineCheck } from '../../define.ts'
import { type Fate, LABELS, linkedCaller, phoneOf, sendBody } from '../../sending/sends.ts'
import { alike, type SmsTimeline, smsRun, smsTimelineOf } from '../../sending/sms-timeline.ts'
import { type Callback, callbackSubject, digitsOf, smsDeliveries } from '../deliveries.ts'
import { mayWait } from '../retries/delivery-order.ts'

const REPORTS = [
  { fate: 'delivered', id: 'msg.event.delivered', name: 'sms.delivered' },
  { fate: 'expired', id: 'msg.event.expired', name: 'sms.expired' },
  { fate: 'failed', id: 'msg.event.report-failed', name: 'sms.failed' },
] as const

/** Whatever else a deployment tells of a message has a name of its own. */
const NAMES: readonly (string | undefined)[] = REPORTS.map(({ name }) => name)

const COVERS = ['msg.event.batch-one-each', 'msg.event.submit-failed', ...REPORTS.map(({ id }) => id)] as const

/** Submits of one recipient whose messages were not known before. */
const submitOf = (
  t: CheckContext,
  course: SmsTimeline,
  fate: Fate,
  known: ReadonlySet<string>,
): Callback | undefined => {
  const phone = digitsOf(phoneOf(t, fate) ?? '')
  return course.callbacks.find(
    (each) =>
      course.isSubmit(each) &&
      each.messageId !== undefined &&
      !known.has(each.messageId) &&
      alike(digitsOf(each.recipient ?? ''), phone),
  )
}

const UNNAMED = 'the events of the send do not tell which of its messages they are of'

/**
 * Events of submits of this send, or of none that is known, and what came beside them that cannot be read: how many there are
 * at most.
 */
function cameSince(t: CheckContext, course: SmsTimeline, sent: Exchange, known: ReadonlySet<string>): number {
  const came = smsDeliveries(t).filter(({ arrivedAt }) => arrivedAt >= sent.sentAt)
  const read = new Set(course.callbacks.map(({ delivery }) => delivery))
  const submits = course.callbacks.filter(
    (each) =>
      came.includes(each.delivery) &&
      course.isSubmit(each) &&
      !known.has(each.messageId ?? '') &&
      [undefined, sent.id].includes(course.sendOf(each)?.exchange.id),
  )
  const events = new Set(submits.map(({ id, messageId, delivery }) => id ?? messageId ?? delivery.id))
  return events.size + came.filter((each) => !read.has(each)).length
}

export const mixedBatch: readonly Check[] = [
  // Events › Events and data › rule 1: one submit-time callback per recipient, whatever becomes of the others; States: each
  // message is reported for itself.
  defineCheck({
    id: 'msg/event-reports/mixed-batch',
    title: 'a send to recipients of several fates is reported for each of them, the one whose submit fails too',
    covers: COVERS,
    judgedWith: Object.fromEntries(REPORTS.map(({ id, fate }) => [id, [`messaging.fixtures.phones.${fate}`]])),
    needs: ['messaging.smsWebhook', 'messaging.fixtures.phones.rejected', 'messaging.fixtures.phones.delivered'],
    uses: [smsRun],
    tier: 'write',
    phase: 'settled',
    depth: 'deep',
    runsAfter: ['msg/delivery-retries/later-failures'],
    cost: { requests: { bound: 1 }, spends: { messages: 4 } },
    run: async (t) => {
      const { webhook, patienceMs } = await t.use(smsRun)
      const before = smsTimelineOf(t)
      // Only the job tells events of one send to a recipient from those of another.
      const first = before.sends.find(({ label }) => label === LABELS.batch)
      const isTold = first !== undefined && before.submitsOf(first).every(({ jobId }) => jobId === first.jobId)
      if (!isTold) t.abortUnexercised('not met', 'the events of this sender do not name the job of their send')
      const fates = (['delivered', 'rejected', 'expired', 'failed'] as const).filter((fate) => phoneOf(t, fate))
      const body = sendBody(t, { recipients: fates.map((fate) => phoneOf(t, fate) ?? '') })
      const how = { label: 'recipients of several fates', expects: 'sent', recipients: fates.length } as const
      const sent = await sendInstant(t, linkedCaller(t), body, how)
      // A number to which nothing can be submitted may be told so at once, and the whole send with it.
      if (!isSuccess(sent)) t.abortUnexercised('not met', 'the target takes no send to such recipients together')
      t.control(sent, status('2xx'))
      // By their time: judged again, a check may see more of the past than it saw then.
      const earlier = smsTimelineOf(t).callbacks.filter(({ delivery }) => delivery.arrivedAt < sent.sentAt)
      const known = new Set(earlier.flatMap(({ messageId }) => messageId ?? []))
      const told = (): readonly (Callback | undefined)[] => {
        const course = smsTimelineOf(t)
        return fates.map((fate) => submitOf(t, course, fate, known))
      }
      const isReported = (): boolean => {
        const { callbacks, isSubmit } = smsTimelineOf(t)
        const ids = told().map((each) => each?.messageId)
        const ended = callbacks.filter((each) => ids.includes(each.messageId) && !isSubmit(each))
        return (
          told().every((each) => each !== undefined) &&
          new Set(ended.map((each) => each.messageId)).size >= fates.length - 1
        )
      }
      await webhook.inbox.next(isReported, { within: patienceMs }).catch(() => undefined)
      const course = smsTimelineOf(t)
      const submits = fates.map((fate) => ({ fate, submit: submitOf(t, course, fate, known) }))
      if (mayWait(t))
        t.abortUnexercised('not met', 'the sender keeps an order, and an event before it was still refused by the run')
      const subject = `the send to ${fates.length} recipients of several fates`
      const missing = submits.filter(({ submit }) => submit === undefined).map(({ fate }) => fate)
      const ids = submits.flatMap(({ submit }) => submit?.messageId ?? [])
      const areShared = new Set(ids).size < ids.length
      if (missing.length > 0 && (areShared || cameSince(t, course, sent, known) >= fates.length))
        t.markUnexercised('msg.event.batch-one-each', 'not met', UNNAMED)
      else
        t.conclude('msg.event.batch-one-each', {
          ok: missing.length === 0,
          subject,
          expected: 'a submit-time event for each',
          actual: `none for the one that is ${missing.join(', ')}`,
          evidence: [sent, ...submits.flatMap(({ submit }) => submit?.delivery ?? [])],
        })
      const rejected = submits.find(({ fate }) => fate === 'rejected')?.submit
      if (rejected === undefined)
        t.markUnexercised('msg.event.submit-failed', 'not met', 'no event told of that submit')
      else
        t.conclude('msg.event.submit-failed', {
          ok: rejected.name === 'sms.failed',
          subject: `${subject}, the one whose submit fails`,
          expected: 'sms.failed',
          actual: callbackSubject(rejected),
          awaited: false,
          evidence: [sent, rejected.delivery],
        })
      for (const { fate, id, name } of REPORTS) {
        const submit = submits.find((each) => each.fate === fate)?.submit
        const reports = course.callbacks.filter(
          (each) => each.messageId === submit?.messageId && !course.isSubmit(each) && NAMES.includes(each.name),
        )
        const [other] = reports.filter((each) => each.name !== name)
        if (phoneOf(t, fate) === undefined) t.markUnexercised(id, 'not met', 'the target file names no such recipient')
        else if (areShared) t.markUnexercised(id, 'not met', UNNAMED)
        else if (submit === undefined || reports.length === 0)
          t.markUnexercised(id, 'not met', 'no report of a message to such a recipient came in the time given')
        else
          t.conclude(id, {
            ok: other === undefined,
            subject: `${subject}, the message that is ${fate}`,
            expected: name,
            actual: other === undefined ? '' : callbackSubject(other),
            awaited: false,
            evidence: [sent, submit.delivery, ...reports.map(({ delivery }) => delivery)],
          })
      }
    },
  }),
]
