import type { Check } from '../../../../kit/check/check.ts'
import type { Evidence } from '../../../../kit/check/context.ts'
import { Tally } from '../../../../kit/check/verdicts/tally.ts'
import { show, valueAt } from '../../../../kit/match/index.ts'
import { smsEvents } from '../../../../specs/messaging/statuses.ts'
import { type CheckContext, lineFor, type RequirementId } from '../../define.ts'
import { type Fate, LABELS, phoneOf, type Sent, SUBMITTED } from '../../sending/sends.ts'
import { callbackRule, distinct, type SmsTimeline, smsTimelineOf } from '../../sending/sms-timeline.ts'
import { type Callback, callbackSubject, smsDeliveries, unreadable } from '../deliveries.ts'
import { mayWait, waits } from '../retries/delivery-order.ts'

/** Judges that something was reported. What cannot be read may have been it. */
function reported(
  t: CheckContext,
  id: RequirementId,
  what: { subject: string; expected: string; found: readonly Evidence[]; sent: Sent; messageId?: string | undefined },
): void {
  const { subject, expected, found, sent, messageId } = what
  if (found.length === 0 && mayWait(t, messageId)) {
    waits(t, id)
    return
  }
  const riddles = unreadable(t)
  if (found.length === 0 && riddles.length > 0) {
    t.markBlocked(id, 'callbacks came that are no JSON objects: what they tell of is unknown', riddles.slice(0, 3))
    return
  }
  const evidence = [sent.exchange, ...found.slice(0, 3)]
  t.conclude(id, { ok: found.length > 0, subject, expected, actual: 'none in the time given', evidence })
}

const byLabel = (course: SmsTimeline, label: string): Sent | undefined =>
  course.sends.find((each) => each.label === label)

const deliveriesOf = (callbacks: readonly Callback[]): Evidence[] => callbacks.map(({ delivery }) => delivery)

/** Reports of what a carrier did; those that share their name with a failed submit are judged elsewhere. */
const REPORTED = ['sms.delivered', 'sms.expired'] as const

// Events › When a callback is sent: the app is linked and its webhook configured. States: a submit is reported.
const submits = callbackRule({
  id: 'msg/event-reports/submits',
  title: 'submits are reported, the successful and the failed ones',
  covers: ['msg.event.callback-sent', 'msg.event.sent', 'msg.event.submit-failed'],
  judgedWith: { 'msg.event.submit-failed': ['messaging.fixtures.phones.rejected'] },
  run: async (t) => {
    const course = smsTimelineOf(t)
    const batch = byLabel(course, LABELS.batch)
    const rejected = byLabel(course, LABELS.rejected)
    const sent = batch ?? rejected
    if (sent === undefined) return t.abortBlocked('no send was accepted')
    t.conclude('msg.event.callback-sent', {
      ok: smsDeliveries(t).length > 0,
      subject: 'the webhook of the app',
      expected: 'a callback',
      actual: 'none in the time given',
      evidence: [sent.exchange, ...smsDeliveries(t).slice(0, 3)],
    })
    if (batch === undefined) missing(t, 'msg.event.sent', SUBMITTED)
    else {
      const found = deliveriesOf(course.submitsOf(batch).filter(({ name }) => name === 'sms.sent'))
      reported(t, 'msg.event.sent', {
        subject: `the send to ${LABELS.batch}`,
        expected: 'sms.sent',
        found,
        sent: batch,
      })
    }
    if (rejected === undefined) missing(t, 'msg.event.submit-failed', ['rejected'])
    else {
      // Of the two payloads either passes, and the other one names neither job nor recipient.
      const found = course.callbacks.filter(
        (each) => each.name === 'sms.failed' && (course.isFailedSubmit(each) || course.sendOf(each) === undefined),
      )
      reported(t, 'msg.event.submit-failed', {
        subject: `the send to ${LABELS.rejected}`,
        expected: 'sms.failed',
        found: deliveriesOf(found),
        sent: rejected,
      })
      // Only a job tells for certain whose submit it was.
      const isOwn = ({ name, jobId }: Callback): boolean =>
        name === 'sms.sent' && jobId !== undefined && jobId === rejected.jobId && jobId !== batch?.jobId
      const both = found.length > 0 ? course.callbacks.find(isOwn) : undefined
      if (both !== undefined)
        t.conclude('msg.event.submit-failed', {
          ok: false,
          subject: `the send to ${LABELS.rejected}`,
          expected: 'sms.failed and no sms.sent',
          actual: `${callbackSubject(both)} as well`,
          awaited: false,
          evidence: [rejected.exchange, both.delivery, ...deliveriesOf(found).slice(0, 1)],
        })
      concludeUnreported(t, rejected, found, course)
    }
  },
})

/** What was never submitted has no carrier that could report it. */
function concludeUnreported(
  t: CheckContext,
  rejected: Sent,
  found: readonly Callback[],
  { callbacks, isFailedSubmit }: SmsTimeline,
): void {
  const failed = found.find((each) => isFailedSubmit(each) && each.messageId !== undefined && !hasFailedAt(each))
  if (failed === undefined) return
  const own = callbacks.filter(({ messageId }) => messageId === failed.messageId)
  const report = own.find((each) => REPORTED.some((name) => name === each.name))
  // Another event of the same name, that of a delivery report: a carrier may turn down what it was handed all the same.
  const again = own.find((each) => each.name === failed.name && each.id !== failed.id && hasFailedAt(each))
  const other = report ?? again
  if (other !== undefined)
    t.conclude('msg.event.submit-failed', {
      ok: false,
      soft: report === undefined,
      subject: `the send to ${LABELS.rejected}`,
      expected: 'sms.failed of the submit and no report of a delivery',
      actual: `${callbackSubject(other)} as well${report === undefined ? ', with failed_at' : ''}`,
      awaited: false,
      evidence: [rejected.exchange, failed.delivery, other.delivery],
    })
}

const hasFailedAt = ({ json }: Callback): boolean => valueAt(json, '/data/failed_at') !== undefined

function missing(t: CheckContext, id: RequirementId, fates: readonly Fate[]): void {
  const unclaimed = fates.filter((fate) => phoneOf(t, fate) === undefined)
  if (unclaimed.length < fates.length) t.markBlocked(id, 'the send was not accepted')
  else {
    const lines = unclaimed.map((fate) => lineFor(`messaging.fixtures.phones.${fate}`)).join('\n')
    t.markUnexercised(id, 'not claimed', 'the target file names no such recipient', lines)
  }
}

const REPORTS = [
  { id: 'msg.event.delivered', fate: 'delivered', name: 'sms.delivered' },
  { id: 'msg.event.expired', fate: 'expired', name: 'sms.expired' },
  { id: 'msg.event.report-failed', fate: 'failed', name: 'sms.failed' },
] as const satisfies readonly { id: RequirementId; fate: Fate; name: string }[]

/** Delivery reports of a name that tell of this fate, and those whose message no submit of the run names. */
function reportsOf(course: SmsTimeline, sent: Sent, { fate, name }: (typeof REPORTS)[number]) {
  // What came before anything was sent tells of messages that another sends over the same app.
  const isOfOthers = ({ delivery }: Callback): boolean =>
    delivery.imported !== true && delivery.arrivedAt < sent.exchange.sentAt
  const named = course.callbacks.filter(
    (each) => each.name === name && !course.isFailedSubmit(each) && !isOfOthers(each),
  )
  return {
    named,
    own: named.filter((each) => course.concerns(each, fate)),
    loose: named.filter((each) => course.sendOf(each) === undefined),
  }
}

/** A message that came to its end is not told of another one: judges that, and says whether it was, in place of its own. */
function isToldOtherwise(
  t: CheckContext,
  { id, fate, name }: (typeof REPORTS)[number],
  submit: Callback,
  { callbacks, isFailedSubmit, submitsOf, sendOf }: SmsTimeline,
  isReported: boolean,
): boolean {
  const { messageId } = submit
  const sent = sendOf(submit)
  const namesakes = sent === undefined ? [] : submitsOf(sent).filter((each) => each.messageId === messageId)
  const other = callbacks.find(
    (each) =>
      each.messageId === messageId &&
      REPORTS.some((row) => row.name === each.name && row.name !== name) &&
      !isFailedSubmit(each),
  )
  if (messageId === undefined || other === undefined || namesakes.length !== 1) return false
  t.conclude(id, {
    ok: false,
    subject: `the message that is ${fate}`,
    expected: isReported ? `${name} and no other report` : name,
    actual: `${callbackSubject(other)}${isReported ? ' as well' : ' in its place'}`,
    awaited: false,
    evidence: [submit.delivery, other.delivery],
  })
  return !isReported
}

// States and transitions: a delivery report brings one of three events; Events › rule 2: it is keyed by message_id.
const reports = callbackRule({
  id: 'msg/event-reports/delivery-reports',
  title: 'what becomes of a message is reported under the message_id of its submit',
  covers: [...REPORTS.map(({ id }) => id), 'msg.event.report-joins-submit'],
  judgedWith: Object.fromEntries(REPORTS.map(({ id, fate }) => [id, [`messaging.fixtures.phones.${fate}`]])),
  run: async (t) => {
    const course = smsTimelineOf(t)
    const batch = byLabel(course, LABELS.batch)
    const joined = new Tally(t, 'msg.event.report-joins-submit', 'the message_id of a submit-time event')
    // Submits that share a recipient do not tell whose message a report is of.
    const told = batch === undefined ? [] : course.submitsOf(batch).map(({ recipient }) => recipient)
    const confused = new Set(told).size < told.length
    for (const row of REPORTS) {
      if (batch === undefined || phoneOf(t, row.fate) === undefined) {
        missing(t, row.id, [row.fate])
        continue
      }
      const { named, own, loose } = reportsOf(course, batch, row)
      const found = deliveriesOf([own, loose, ...(confused ? [named] : [])].find((each) => each.length > 0) ?? [])
      const submit = course.submitsOf(batch).find((each) => course.concerns(each, row.fate))
      const subject = `the message that is ${row.fate}`
      const isOther = submit !== undefined && isToldOtherwise(t, row, submit, course, own.length > 0)
      if (!isOther)
        reported(t, row.id, { subject, expected: row.name, found, sent: batch, messageId: submit?.messageId })
      if (submit?.messageId === undefined) continue
      const [stray] = loose.filter(({ messageId }) => messageId !== undefined)
      if (own[0] !== undefined) joined.agree([submit.delivery, own[0].delivery])
      else if (stray !== undefined)
        joined.contradict({
          subject: callbackSubject(stray),
          expected: `message_id ${show(submit.messageId)}, as the submit-time event has it`,
          actual: show(stray.messageId),
          evidence: [submit.delivery, stray.delivery],
        })
    }
    joined.close('no submit-time event and delivery report of one message were seen in this run')
  },
})

const BATCH = [
  'msg.event.batch-one-each',
  'msg.event.batch-message-ids',
  'msg.event.batch-recipients',
  'msg.event.batch-job-id',
] as const satisfies readonly RequirementId[]

/** One of these makes two recipients of the usual one. */
const BESIDE_DELIVERED = [
  'messaging.fixtures.phones.pending',
  'messaging.fixtures.phones.expired',
  'messaging.fixtures.phones.failed',
] as const

// Events › Events and data › rule 1: one submit-time callback per recipient; message_id and recipient differ.
const batches = callbackRule({
  id: 'msg/event-reports/batch',
  title: 'a send to several recipients is reported once per recipient',
  covers: BATCH,
  judgedWith: Object.fromEntries(BATCH.map((id) => [id, [BESIDE_DELIVERED]])),
  run: async (t) => {
    const course = smsTimelineOf(t)
    const sent = byLabel(course, LABELS.batch)
    const several = SUBMITTED.filter((fate) => phoneOf(t, fate) !== undefined).length > 1
    if (!several) {
      const line = lineFor('messaging.fixtures.phones.pending')
      t.abortUnexercised('not claimed', 'the target file names fewer than two recipients whose submit succeeds', line)
    }
    if (sent === undefined) return t.abortBlocked('the send to several recipients was not accepted')
    const events = course.submitsOf(sent)
    const evidence = [sent.exchange, ...deliveriesOf(events)]
    const subject = `the send to ${sent.recipients.length} recipients`
    const riddles = unreadable(t)
    if (events.length < sent.recipients.length && mayWait(t)) waits(t, 'msg.event.batch-one-each')
    else if (events.length < sent.recipients.length && riddles.length > 0)
      t.markBlocked('msg.event.batch-one-each', 'callbacks came that are no JSON objects', riddles.slice(0, 3))
    else
      t.conclude('msg.event.batch-one-each', {
        ok: events.length === sent.recipients.length,
        subject,
        expected: `${sent.recipients.length} submit-time events`,
        actual: String(events.length),
        awaited: events.length < sent.recipients.length,
        evidence,
      })
    const rows = [
      ['msg.event.batch-message-ids', 'message_id', 'messageId'],
      ['msg.event.batch-recipients', 'recipient', 'recipient'],
    ] as const
    for (const [id, name, member] of rows) {
      const values = events.map((each) => each[member]).filter((value) => value !== undefined)
      if (values.length < 2) t.markUnexercised(id, 'not met', `fewer than two events of the send carry ${name}`)
      else
        t.conclude(id, {
          ok: new Set(values).size === values.length,
          subject,
          expected: `a ${name} of its own in every event`,
          actual: `${values.length} events with ${new Set(values).size} of them`,
          awaited: false,
          evidence,
        })
    }
    const jobs = events.map(({ jobId }) => jobId).filter((jobId) => jobId !== undefined)
    if (jobs.length < 2)
      t.markUnexercised('msg.event.batch-job-id', 'not met', 'fewer than two events of the send carry job_id')
    else
      t.conclude('msg.event.batch-job-id', {
        ok: new Set(jobs).size === 1,
        subject,
        expected: 'one job_id',
        actual: `${new Set(jobs).size} of them in ${jobs.length} events`,
        awaited: false,
        note: 'typically shared, says the document',
        evidence,
      })
  },
})

// States and transitions: carrier states in between bring no event.
const pending = callbackRule({
  id: 'msg/event-reports/pending',
  title: 'a message that stays pending is not reported after its submit',
  covers: ['msg.event.pending-silent'],
  judgedWith: { 'msg.event.pending-silent': ['messaging.fixtures.phones.pending'] },
  run: async (t) => {
    const id = 'msg.event.pending-silent'
    const course = smsTimelineOf(t)
    const batch = byLabel(course, LABELS.batch)
    if (batch === undefined || phoneOf(t, 'pending') === undefined) {
      missing(t, id, ['pending'])
      return
    }
    const submit = course.submitsOf(batch).find((each) => course.concerns(each, 'pending'))
    if (submit === undefined && mayWait(t)) return waits(t, id)
    if (submit === undefined) {
      t.markBlocked(id, 'no submit-time event of the pending message tells its message_id')
      return
    }
    const told = distinct(course.callbacks).filter(
      (each) => !course.isSubmit(each) && each.messageId !== undefined && each.messageId === submit.messageId,
    )
    const others = SUBMITTED.filter((fate) => fate !== 'pending')
    const ofOthers = (each: Callback): boolean => others.some((fate) => course.concerns(each, fate))
    const known: readonly (string | undefined)[] = smsEvents
    // Where messages share an id, an event of another one is none of this; nor is one of a name of the deployment's own
    // that it tells of every message.
    const own = told.filter(
      (each) =>
        !ofOthers(each) &&
        (known.includes(each.name) || !course.callbacks.some((other) => other.name === each.name && ofOthers(other))),
    )
    t.conclude(id, {
      ok: own.length === 0,
      subject: 'the message that stays pending',
      expected: 'no event after that of its submit',
      actual: own.map(callbackSubject).join(', '),
      awaited: false,
      evidence: [submit.delivery, ...deliveriesOf(own)],
    })
  },
})

export const eventReports: readonly Check[] = [submits, reports, batches, pending]
