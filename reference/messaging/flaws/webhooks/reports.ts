import { randomUUID } from 'node:crypto'
import type { EventKind, JsonObject, Sms } from '../../domain/domain.ts'
import { type Patch, without } from '../../patch.ts'
import { type Flaw, flaw } from '../flaw.ts'

type Id = Flaw['breaks'][number]

/** Changes the data of events of some kinds. */
const data =
  (kinds: readonly EventKind[], change: (data: JsonObject, sms: Sms, at: Date) => JsonObject): Patch =>
  (before) => ({
    ...before,
    eventData: (kind, sms, at) => {
      const lawful = before.eventData(kind, sms, at)
      return kinds.includes(kind) ? change({ ...lawful }, sms, at) : lawful
    },
  })

const SUBMIT = ['sent', 'submitFailed'] as const
const REPORTS = ['delivered', 'expired', 'reportFailed'] as const

const missing = (kind: EventKind, member: string, ...breaks: Id[]): Flaw =>
  flaw(
    `${member} is missing`,
    breaks,
    data([kind], (lawful) => without(lawful, member)),
  )

const set = (title: string, kind: EventKind, change: JsonObject, ...breaks: Id[]): Flaw =>
  flaw(
    title,
    breaks,
    data([kind], (lawful) => ({ ...lawful, ...change })),
  )

const seconds = (at: Date): string => at.toISOString().replace(/\.\d+/, '')

/** One kind of event told as another. */
const misnamed =
  (kind: EventKind, as: EventKind): Patch =>
  (before) => ({
    ...before,
    eventName: (asked) => before.eventName(asked === kind ? as : asked),
    eventData: (asked, ...rest) => before.eventData(asked === kind ? as : asked, ...rest),
  })

export const reportFlaws: Record<string, Flaw> = {
  'sent-without-job-id': missing('sent', 'job_id', 'msg.event.sent-job-id', 'msg.event.sent-joins-send'),
  'sent-of-another-job': flaw(
    'job_id of sms.sent is not that of the send',
    ['msg.event.sent-joins-send'],
    data(['sent'], (lawful, { jobId }) => ({ ...lawful, job_id: `${jobId}-1` })),
  ),
  'sent-without-message-id': missing('sent', 'message_id', 'msg.event.sent-message-id'),
  'sent-recipient-with-plus': flaw(
    'recipient of sms.sent has a plus sign',
    ['msg.event.sent-recipient'],
    data(['sent'], (lawful, { recipient }) => ({ ...lawful, recipient: `+${recipient}` })),
  ),
  'sent-recipient-local': flaw(
    'recipient of sms.sent lacks its country code',
    ['msg.event.sent-recipient-country-code'],
    data(['sent'], (lawful, { recipient }) => ({ ...lawful, recipient: `0${recipient.slice(3)}` })),
  ),
  'sent-without-status': missing('sent', 'status', 'msg.event.sent-status'),
  'submitted-without-ms': flaw(
    'submitted_to_provider of sms.sent has no milliseconds',
    ['msg.event.sent-submitted-at'],
    data(['sent'], (lawful, _sms, at) => ({ ...lawful, submitted_to_provider: seconds(at) })),
  ),
  'failed-submit-without-job-id': missing(
    'submitFailed',
    'job_id',
    'msg.event.submit-failed-job-id',
    'msg.event.submit-failed-joins-send',
    'msg.event.failed-complete',
  ),
  'failed-submit-of-another-job': flaw(
    'job_id of a failed submit is not that of the send',
    ['msg.event.submit-failed-joins-send'],
    data(['submitFailed'], (lawful, { jobId }) => ({ ...lawful, job_id: `${jobId}-1` })),
  ),
  'failed-submit-without-message-id': missing(
    'submitFailed',
    'message_id',
    'msg.event.submit-failed-message-id',
    'msg.event.failed-complete',
  ),
  'failed-submit-without-recipient': missing(
    'submitFailed',
    'recipient',
    'msg.event.submit-failed-recipient',
    'msg.event.failed-complete',
  ),
  'failed-submit-without-status': missing(
    'submitFailed',
    'status',
    'msg.event.submit-failed-status',
    'msg.event.failed-complete',
  ),
  'failed-submit-local-time': flaw(
    'submitted_to_provider of a failed submit has no zone',
    ['msg.event.submit-failed-submitted-at'],
    data(['submitFailed'], (lawful, _sms, at) => ({
      ...lawful,
      submitted_to_provider: at.toISOString().replace('Z', ''),
    })),
  ),
  'delivered-without-message-id': missing('delivered', 'message_id', 'msg.event.delivered-message-id'),
  'delivered-status-number': set(
    'status of sms.delivered is a number',
    'delivered',
    { status: 4 },
    'msg.event.delivered-status',
  ),
  'delivered-without-time': missing('delivered', 'delivered_at', 'msg.event.delivered-at'),
  'expired-without-message-id': missing('expired', 'message_id', 'msg.event.expired-message-id'),
  'expired-status-null': set('status of sms.expired is null', 'expired', { status: null }, 'msg.event.expired-status'),
  'expired-without-ms': flaw(
    'expired_at has no milliseconds',
    ['msg.event.expired-at'],
    data(['expired'], (lawful, _sms, at) => ({ ...lawful, expired_at: seconds(at) })),
  ),
  'failure-without-message-id': missing(
    'reportFailed',
    'message_id',
    'msg.event.report-failed-message-id',
    'msg.event.failed-complete',
  ),
  'failure-without-status': missing(
    'reportFailed',
    'status',
    'msg.event.report-failed-status',
    'msg.event.failed-complete',
  ),
  'failure-without-time': missing(
    'reportFailed',
    'failed_at',
    'msg.event.report-failed-at',
    'msg.event.failed-complete',
  ),
  'times-swapped': flaw(
    'Deliveries carry failed_at and failures delivered_at',
    ['msg.event.delivered-at', 'msg.event.report-failed-at', 'msg.event.failed-complete'],
    (before) => ({
      ...before,
      eventData: (kind, sms, at) => {
        const { delivered_at: delivered, failed_at: failed, ...lawful } = before.eventData(kind, sms, at)
        if (kind === 'delivered') return { ...lawful, failed_at: delivered }
        return kind === 'reportFailed' ? { ...lawful, delivered_at: failed } : before.eventData(kind, sms, at)
      },
    }),
  ),
  'expiry-told-as-failure': flaw(
    'An expiry is told as sms.failed',
    ['msg.event.expired'],
    misnamed('expired', 'reportFailed'),
  ),
  'failure-told-as-expiry': flaw(
    'A failed delivery is told as sms.expired',
    ['msg.event.report-failed'],
    misnamed('reportFailed', 'expired'),
  ),
  'failure-told-as-delivery-too': flaw(
    'A message that fails is told as delivered afterwards',
    ['msg.event.report-failed'],
    (before) => ({
      ...before,
      course: (fate) => [...before.course(fate), ...(fate === 'failed' ? (['delivered'] as const) : [])],
    }),
  ),
  'expiry-told-as-failure-too': flaw(
    'A message that expires is told as failed as well',
    ['msg.event.expired'],
    (before) => ({
      ...before,
      course: (fate) => [...before.course(fate), ...(fate === 'expired' ? (['reportFailed'] as const) : [])],
    }),
  ),
  'failed-submit-told-as-sent': flaw(
    'A failed submit is told as sms.sent',
    ['msg.event.submit-failed'],
    misnamed('submitFailed', 'sent'),
  ),
  'report-of-another-message': flaw(
    'message_id of a delivery report is not that of the submit',
    ['msg.event.report-joins-submit'],
    data(REPORTS, (lawful) => ({ ...lawful, message_id: `msg_${randomUUID()}` })),
  ),
  'one-callback-per-batch': flaw('A batch is reported once at submit', ['msg.event.batch-one-each'], {
    reportedAtSubmit: (batch) => batch.slice(0, 1),
  }),
  'failed-submit-told-as-sent-too': flaw(
    'A submit that fails is told as sent as well',
    ['msg.event.submit-failed'],
    (before) => ({
      ...before,
      course: (fate) => (fate === 'rejected' ? [...before.course(fate), 'sent'] : before.course(fate)),
    }),
  ),
  'failed-submit-reported-as-failed-too': flaw(
    'A delivery report is told of a submit that failed',
    ['msg.event.submit-failed'],
    (before) => ({
      ...before,
      course: (fate) => (fate === 'rejected' ? [...before.course(fate), 'reportFailed'] : before.course(fate)),
    }),
  ),
  'message-id-of-job': flaw(
    'The messages of a send share one message_id',
    ['msg.event.batch-message-ids'],
    data([...SUBMIT, ...REPORTS], (lawful, { jobId }) => ({ ...lawful, message_id: `msg_${jobId}` })),
  ),
  'recipient-of-batch': flaw(
    'Every event of a batch names the first recipient',
    ['msg.event.batch-recipients', 'msg.event.sent-recipient-country-code'],
    (before) => {
      const first = new Map<string, string>()
      return {
        ...before,
        reportedAtSubmit: (batch) => {
          for (const { jobId, recipient, index } of batch) if (index === 0) first.set(jobId, recipient)
          return before.reportedAtSubmit(batch)
        },
        eventData: (kind, sms, at) => {
          const lawful = before.eventData(kind, sms, at)
          return 'recipient' in lawful ? { ...lawful, recipient: first.get(sms.jobId) ?? sms.recipient } : lawful
        },
      }
    },
  ),
  'job-per-recipient': flaw(
    'Every recipient but the first has a job of its own',
    ['msg.event.batch-job-id'],
    data(SUBMIT, (lawful, { jobId, index }) => (index === 0 ? lawful : { ...lawful, job_id: `${jobId}-${index}` })),
  ),
}
