import type { Check } from '../../../../kit/check/check.ts'
import { attested } from '../../../../kit/check/verdicts/attested.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import {
  isString,
  isText,
  isUtcMillis,
  isUuidText,
  type Matcher,
  matcher,
  matches,
  optional,
  show,
  valueAt,
} from '../../../../kit/match/index.ts'
import { smsEventKinds, smsEvents, statusLabels } from '../../../../specs/messaging/statuses.ts'
import { inUtc } from '../../client/clock-zones.ts'
import type { CheckContext, Claim, RequirementId } from '../../define.ts'
import { LABELS, type Sent } from '../../sending/sends.ts'
import { callbackRule, type SmsTimeline, smsTimelineOf } from '../../sending/sms-timeline.ts'
import { type Callback, callbackSubject, digitsOf } from '../deliveries.ts'

interface Field {
  readonly id: RequirementId
  readonly name: string
  readonly expected: Matcher<unknown>
}

const TIMES: readonly string[] = ['submitted_to_provider', 'delivered_at', 'expired_at', 'failed_at']

const digits = matches(/^\d+$/, 'digits only')

/** The rows of one kind of event. */
const row = (prefix: string, fields: Readonly<Record<string, readonly [string, Matcher<unknown>]>>): readonly Field[] =>
  Object.entries(fields).map(([suffix, [name, expected]]) => ({
    id: `msg.event.${prefix}-${suffix}` as RequirementId,
    name,
    expected,
  }))

const submit = {
  'job-id': ['job_id', isText],
  'message-id': ['message_id', isText],
  recipient: ['recipient', digits],
  status: ['status', isString],
  // "When present": null says that it is not.
  'submitted-at': ['submitted_to_provider', optional(isUtcMillis)],
} as const

const report = (time: string) =>
  ({ 'message-id': ['message_id', isText], status: ['status', isString], at: [time, isUtcMillis] }) as const

// Events › Events and data: the table of events.
const ROWS: readonly {
  title: string
  /** The recipient that brings one about, where no other does. */
  phone?: Claim
  of: (course: SmsTimeline, callback: Callback) => boolean
  fields: readonly Field[]
}[] = [
  { title: 'sms.sent', of: (_, { name }) => name === 'sms.sent', fields: row('sent', submit) },
  {
    title: 'submit-time sms.failed',
    phone: 'messaging.fixtures.phones.rejected',
    of: (course, each) => course.isFailedSubmit(each),
    fields: row('submit-failed', submit),
  },
  {
    title: 'sms.delivered',
    phone: 'messaging.fixtures.phones.delivered',
    of: (_, { name }) => name === 'sms.delivered',
    fields: row('delivered', report('delivered_at')),
  },
  {
    title: 'sms.expired',
    phone: 'messaging.fixtures.phones.expired',
    of: (_, { name }) => name === 'sms.expired',
    fields: row('expired', report('expired_at')),
  },
  {
    title: 'sms.failed of a delivery report',
    phone: 'messaging.fixtures.phones.failed',
    of: (course, each) => each.name === 'sms.failed' && !course.isFailedSubmit(each),
    fields: row('report-failed', report('failed_at')),
  },
]

const fields = callbackRule({
  id: 'msg/event-data/fields',
  title: 'every event carries the data of its kind',
  covers: ROWS.flatMap((each) => each.fields.map(({ id }) => id)),
  judgedWith: Object.fromEntries(
    ROWS.flatMap(({ phone, fields: own }) => (phone === undefined ? [] : own.map(({ id }) => [id, [phone]]))),
  ),
  run: async (t) => {
    const course = smsTimelineOf(t)
    for (const { title, of, fields: own } of ROWS) {
      const events = course.callbacks.filter((each) => of(course, each))
      for (const { id, name, expected } of own) {
        const named = matcher<unknown>(`${name}: ${expected.expected}`, (value) => expected.test(value))
        const tally = new Tally(t, id, named.expected)
        for (const callback of events) {
          const { delivery } = callback
          const readable = TIMES.includes(name) ? inUtc(t, callback, named) : named
          // Evidence holds a tag in place of the number.
          const wanted = name === 'recipient' ? attested(t, id, delivery, readable) : readable
          tally.test(callbackSubject(callback), delivery, wanted, valueAt(callback.json, `/data/${name}`))
        }
        tally.close(`no ${title} was seen in this run`)
      }
    }
    observe(t, course)
  },
})

/** Whether data has every required field of a row; how the values are written is judged field by field. */
const complete = ({ json }: Callback, row: { data: Readonly<Record<string, { required: boolean }>> }): boolean =>
  Object.entries(row.data).every(([name, { required }]) => !required || isText.test(valueAt(json, `/data/${name}`)).ok)

// Events › Events and data: sms.failed has two rows; an event satisfies one of them.
const failed = callbackRule({
  id: 'msg/event-data/failed-complete',
  title: 'sms.failed is complete in one of its two shapes',
  covers: ['msg.event.failed-complete'],
  run: async (t) => {
    const { submitFailed, reportFailed } = smsEventKinds
    const shapes = [submitFailed, reportFailed].map(({ data }) => required(data).join(', '))
    const tally = new Tally(t, 'msg.event.failed-complete', `data with ${shapes.join(', or with ')}`)
    for (const callback of smsTimelineOf(t).callbacks) {
      if (callback.name !== 'sms.failed') continue
      if (complete(callback, submitFailed) || complete(callback, reportFailed)) tally.agree([callback.delivery])
      else
        tally.contradict({
          subject: callbackSubject(callback),
          actual: `data ${show(callback.json.data)}`,
          evidence: [callback.delivery],
        })
    }
    tally.close('no sms.failed was seen in this run')
  },
})

// Events › Events and data: a submit that fails has the fields of sms.sent. That of the one recipient sent to alone is
// known by what no submit of the run names.
const misshapen = callbackRule({
  id: 'msg/event-data/submit-as-report',
  title: 'a submit that fails is not told in the form of a delivery report',
  covers: ['msg.event.submit-failed-job-id'],
  judgedWith: { 'msg.event.submit-failed-job-id': ['messaging.fixtures.phones.rejected'] },
  run: async (t) => {
    const id = 'msg.event.submit-failed-job-id'
    const course = smsTimelineOf(t)
    const rejected = course.sends.find(({ label }) => label === LABELS.rejected)
    const batch = course.sends.find(({ label }) => label === LABELS.batch)
    const isTold = rejected === undefined || course.submitsOf(rejected).length > 0
    const isWhole = batch === undefined || course.submitsOf(batch).length >= batch.recipients.length
    if (isTold || !isWhole) return t.markUnexercised(id, 'not met', 'every submit-time event of the run names its send')
    const known = new Set(course.callbacks.flatMap((each) => (course.isSubmit(each) ? [each.messageId] : [])))
    const strange = course.callbacks.find((each) => each.name === 'sms.failed' && !known.has(each.messageId))
    if (strange === undefined)
      return t.markUnexercised(id, 'not met', 'no sms.failed of an unknown message was seen in this run')
    t.conclude(id, {
      ok: false,
      soft: true,
      subject: callbackSubject(strange),
      expected: 'job_id and recipient, as in sms.sent',
      actual: `data ${show(strange.json.data)}`,
      note: 'two payloads share the name sms.failed',
      evidence: [rejected.exchange, strange.delivery],
    })
  },
})

const required = (data: Readonly<Record<string, { required: boolean }>>): string[] =>
  Object.entries(data).flatMap(([name, field]) => (field.required ? [name] : []))

// Events › Events and data: recipient is the number with its country code; job_id is that of the send response.
const joins = callbackRule({
  id: 'msg/event-data/joins',
  title: 'submit-time events name the job and the number of their send',
  covers: [
    'msg.event.sent-joins-send',
    'msg.event.submit-failed-joins-send',
    'msg.event.sent-recipient-country-code',
    'msg.event.submit-failed-recipient',
  ],
  judgedWith: {
    'msg.event.submit-failed-joins-send': ['messaging.fixtures.phones.rejected'],
    'msg.event.submit-failed-recipient': ['messaging.fixtures.phones.rejected'],
  },
  run: async (t) => {
    const course = smsTimelineOf(t)
    joinJobs(t, course, 'msg.event.sent-joins-send', ({ name }) => name === 'sms.sent')
    joinJobs(t, course, 'msg.event.submit-failed-joins-send', (each) => course.isFailedSubmit(each))
    const expected = 'the number sent to, with its country code'
    const number = new Tally(t, 'msg.event.sent-recipient-country-code', expected)
    const lost = new Tally(t, 'msg.event.submit-failed-recipient', expected)
    for (const callback of course.callbacks) {
      const sent = course.sendOf(callback)
      if (!course.isSubmit(callback) || sent === undefined || callback.recipient === undefined) continue
      const tally = callback.name === 'sms.sent' ? number : lost
      const told = digitsOf(callback.recipient)
      if (sent.recipients.includes(told)) tally.agree([callback.delivery])
      else
        tally.contradict({
          subject: callbackSubject(callback),
          actual: show(callback.recipient),
          evidence: [sent.exchange, callback.delivery],
        })
    }
    for (const sent of course.sends) misnamed(course, sent, number)
    number.close('no sms.sent of this run named a recipient')
    lost.close('no submit-time sms.failed of this run named a recipient')
  },
})

/** Of two messages of a send that name one number, while none names another, one was not sent to the number it names. */
function misnamed(course: SmsTimeline, sent: Sent, tally: Tally): void {
  const events = course.submitsOf(sent).filter(({ name, recipient }) => name === 'sms.sent' && recipient !== undefined)
  const told = events.map(({ recipient = '' }) => digitsOf(recipient))
  const [forgotten] = sent.recipients.filter((each) => !told.includes(each))
  const again = events.find((_, index) => told.indexOf(told[index] ?? '') < index)
  if (forgotten === undefined || again === undefined || events.length < sent.recipients.length) return
  tally.contradict({
    subject: callbackSubject(again),
    actual: `${show(again.recipient)}, as another message of the send, while none names ${forgotten}`,
    evidence: [sent.exchange, ...events.map(({ delivery }) => delivery)],
  })
}

/**
 * Within a batch job_ids are only typically shared: one event with the job of the answer is enough there, and that the
 * others differ is judged apart.
 */
function joinJobs(t: CheckContext, course: SmsTimeline, id: RequirementId, of: (callback: Callback) => boolean): void {
  const tally = new Tally(t, id, 'job_id as the answer to the send has it')
  for (const sent of course.sends) {
    const events = course.submitsOf(sent).filter(of)
    if (sent.jobId === undefined || events.length === 0) continue
    const joined = events.filter(({ jobId }) => jobId === sent.jobId)
    const [first] = events
    if (first === undefined) continue
    if (joined.length > 0) tally.agree([sent.exchange, ...joined.map(({ delivery }) => delivery)])
    else
      tally.contradict({
        subject: callbackSubject(first),
        expected: `job_id ${show(sent.jobId)}, as the answer to the send has it`,
        actual: show(first.jobId),
        ...(isRespelt(sent.jobId, first.jobId) && { soft: true, note: 'a UUID may be written in either case' }),
        evidence: [sent.exchange, first.delivery],
      })
  }
  tally.close('no answer to a send with a job_id and a submit-time event of it were seen in this run')
}

/** Whether two texts are one UUID in other letter case: readers of UUIDs take them for the same. */
const isRespelt = (one: string, other: string | undefined): boolean =>
  isUuidText(one) && one.toLowerCase() === other?.toLowerCase()

// Events › Events and data › rule 4 and States: the labels are opaque, so that others are nobody's business; of those that the
// table shows each has its place.
const labels = callbackRule({
  id: 'msg/event-data/labels',
  title: 'SENT is no status of a failed delivery, and FAILED none of a success',
  covers: ['msg.event.status-labels'],
  run: async (t) => {
    const tally = new Tally(t, 'msg.event.status-labels', 'the label that the table has for it, or one of its own')
    const course = smsTimelineOf(t)
    const [sent, lost] = statusLabels
    const seen = new Set<string>()
    for (const callback of course.callbacks) {
      const status = valueAt(callback.json, '/data/status')
      if (typeof status !== 'string' || !isKnown(callback.name) || course.isFailedSubmit(callback)) continue
      seen.add(`${callback.name}: ${status}`)
      const usual = callback.name === 'sms.sent' || callback.name === 'sms.delivered' ? sent : lost
      if (status === usual || !statusLabels.some((each) => each === status)) tally.agree([callback.delivery])
      else tally.contradict({ subject: callbackSubject(callback), actual: status, evidence: [callback.delivery] })
    }
    tally.close('no status was seen in this run')
    if (seen.size > 0) t.observe('msg.open.status-labels', [...seen].join(', '))
  },
})

const isKnown = (name: string | undefined): boolean => (smsEvents as readonly (string | undefined)[]).includes(name)

function observe(t: CheckContext, course: SmsTimeline): void {
  const failedSubmit = course.callbacks.find((each) => course.isFailedSubmit(each))
  if (failedSubmit !== undefined)
    t.observe('msg.open.failed-label', show(valueAt(failedSubmit.json, '/data/status')), [failedSubmit.delivery])
  const submitted = course.callbacks.filter(({ name }) => name === 'sms.sent')
  if (submitted.length > 0) {
    const timed = submitted.filter(({ json }) => typeof valueAt(json, '/data/submitted_to_provider') === 'string')
    t.observe('msg.open.submitted-presence', `in ${timed.length} of ${submitted.length} sms.sent`)
    const early = course.callbacks.find(
      (each, index) =>
        each.messageId !== undefined &&
        !course.isSubmit(each) &&
        course.callbacks.slice(index).some((other) => course.isSubmit(other) && other.messageId === each.messageId) &&
        !course.callbacks.slice(0, index).some((other) => course.isSubmit(other) && other.messageId === each.messageId),
    )
    t.observe(
      'msg.open.report-before-submit',
      early === undefined ? 'no' : 'yes',
      early === undefined ? [] : [early.delivery],
    )
  }
  const any = submitted[0]
  if (any === undefined) return
  const [job, message] = [any.jobId, any.messageId].map((each) => each?.length ?? 0)
  t.observe('msg.open.id-forms', `job_id of ${job} characters, message_id of ${message}`, [any.delivery])
}

export const eventData: readonly Check[] = [fields, failed, misshapen, joins, labels]
