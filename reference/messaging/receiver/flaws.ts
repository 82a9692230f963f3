import type { MessagingReceiverRequirementId as Id } from '../../../specs/messaging/receiver/requirements.ts'
import type { Flaw, Patch } from '../../receiver/patch.ts'
import type { MessagingReceiverBehaviour } from './behaviour.ts'

const flaw = (
  title: string,
  breaks: readonly Id[],
  patch: Patch<MessagingReceiverBehaviour>,
  mayBreak: readonly Id[] = [],
): Flaw<Id, MessagingReceiverBehaviour> => ({ title, breaks, mayBreak, patch })

const EFFECT = 'msg-receiver.signature.forged-no-effect'
const MISSING = 'msg-receiver.signature.missing-refused'
const KEY = 'msg-receiver.signature.other-secret-refused'
const TAMPERED = 'msg-receiver.signature.tampered-refused'
const REWRITTEN = 'msg-receiver.signature.rewritten-refused'
const WHOLE = 'msg-receiver.signature.whole-digest'
const SCHEME = 'msg-receiver.signature.scheme'
const REFUSALS: readonly Id[] = [MISSING, KEY, TAMPERED, REWRITTEN, WHOLE, SCHEME]
const CLIENT_ERROR = 'msg-receiver.signature.client-error'
const RAW = 'msg-receiver.signature.raw-body'
const SAME = 'msg-receiver.dedup.same-event'
const CONCURRENT = 'msg-receiver.dedup.concurrent'
const LATE = 'msg-receiver.dedup.late'
const KEY_IS_EVENT = 'msg-receiver.dedup.key-is-event'
const SUCCESS = 'msg-receiver.answer.success'
const DUPLICATE = 'msg-receiver.answer.duplicate'
const JOINS = 'msg-receiver.report.joins-by-message'
const FORMS = 'msg-receiver.event.failed-both-forms'
const DELIVERED = 'msg-receiver.status.delivered-whatever-label'

/** Seeded violations of a receiver of SMS webhooks, by name. */
export const messagingReceiverFlaws: Readonly<Record<string, Flaw<Id, MessagingReceiverBehaviour>>> = {
  'checks-no-signature': flaw('Looks at no signature', [...REFUSALS, EFFECT], { signature: { isChecked: false } }),
  'takes-unsigned-events': flaw('Takes events without a signature', [MISSING, EFFECT], {
    signature: { optional: true },
  }),
  'takes-any-secret': flaw('Looks for a digest, and not for whose', [KEY, TAMPERED, REWRITTEN, WHOLE, EFFECT], {
    signature: { anyKey: true },
  }),
  'takes-secret-of-no-bytes': flaw('Takes what is signed with a secret of no bytes', [KEY, EFFECT], {
    signature: { emptyKey: true },
  }),
  'verifies-rewritten-json': flaw('Verifies JSON that it writes anew', [RAW, REWRITTEN, EFFECT], {
    signature: { over: 'rewritten' },
  }),
  'reads-latin-1': flaw('Verifies the body as letters of Latin-1', [RAW], { signature: { reads: 'Latin-1' } }),
  'secret-in-latin-1': flaw(
    'Takes the secret for letters of Latin-1',
    [SUCCESS, 'msg-receiver.signature.secret-utf8'],
    { signature: { encoding: 'latin1' } },
  ),
  'compares-first-half': flaw('Compares half of the digits', [WHOLE, EFFECT], { signature: { digits: 32 } }),
  'compares-as-many-as-come': flaw('Compares as many digits as come', [WHOLE, EFFECT], {
    signature: { asGiven: true },
  }),
  'takes-any-scheme': flaw('Takes a digest behind anything', [SCHEME], { signature: { scheme: false } }),
  'refuses-with-200': flaw('Answers 200 to forged events, and drops them', REFUSALS, { refusal: { status: 200 } }),
  'refuses-with-500': flaw('Answers 500 to forged events', [CLIENT_ERROR], { refusal: { status: 500 } }),
  'remembers-forged-events': flaw('Remembers events before it verifies them', ['msg-receiver.dedup.not-poisoned'], {
    trusting: true,
  }),
  'wants-a-signature': flaw(
    'Has no secret, and refuses what is not signed',
    [SUCCESS, 'msg-receiver.signature.unsigned-taken'],
    { secretless: true, signature: { isChecked: true } },
  ),
  'drops-forged-events-and-knows-them': flaw(
    'Answers 200 to forged events, and takes the right ones for known then',
    [...REFUSALS, 'msg-receiver.dedup.not-poisoned'],
    { refusal: { status: 200 }, trusting: true },
  ),
  'deduplicates-nothing': flaw('Applies every delivery', [SAME, CONCURRENT, LATE], { dedupe: 'nothing' }),
  'deduplicates-by-message': flaw('Takes one event of each message', [KEY_IS_EVENT, JOINS], { dedupe: 'subject' }),
  'deduplicates-by-job': flaw(
    'Takes one event of each job',
    ['msg-receiver.batch.each-recorded'],
    { dedupe: 'group' },
    [JOINS],
  ),
  'remembers-too-late': flaw('Remembers an event when it is done with it', [CONCURRENT], { gapMs: 50 }),
  'remembers-a-dozen': flaw('Remembers the last dozen of events', [LATE], { remembers: 12 }, [SAME, CONCURRENT]),
  'forgets-within-seconds': flaw('Knows an event for two seconds', [LATE], { remembersForMs: 2000 }),
  'forgets-before-the-retry': flaw('Knows an event for half a minute', [LATE], { remembersForMs: 30_000 }),
  'remembers-failed-attempts': flaw(
    'Takes an event that it failed for one that it knows',
    ['msg-receiver.dedup.after-failure'],
    { fails: { attempts: 'every third event', remembers: true } },
    [
      SAME,
      CONCURRENT,
      KEY_IS_EVENT,
      'msg-receiver.dedup.not-poisoned',
      'msg-receiver.batch.each-recorded',
      JOINS,
      DELIVERED,
      'msg-receiver.status.failed-whatever-label',
    ],
  ),
  'refuses-duplicates': flaw('Answers 409 to what it knows', [DUPLICATE], { duplicate: { status: 409 } }),
  'compares-as-many-as-come-and-refuses-duplicates': flaw(
    'Compares as many digits as come, and answers 409 to the right event behind',
    [WHOLE, EFFECT, DUPLICATE],
    { signature: { asGiven: true }, duplicate: { status: 409 } },
  ),
  'remembers-forged-events-and-refuses-duplicates': flaw(
    'Remembers events before it verifies them, and answers 409 to the right one behind',
    ['msg-receiver.dedup.not-poisoned', DUPLICATE],
    { trusting: true, duplicate: { status: 409 } },
  ),
  'reports-reach-the-last-message': flaw(
    'Takes a report for one of the last message',
    [JOINS],
    {
      reportsReach: 'the last message',
    },
    [KEY_IS_EVENT, DELIVERED],
  ),
  'believes-labels-of-deliveries': flaw('Takes a delivery with another label for a failure', [DELIVERED], {
    branchesOn: 'label of deliveries',
  }),
  'believes-labels-of-failures': flaw(
    'Takes a failure with the label SENT for a success',
    ['msg-receiver.status.failed-whatever-label'],
    { branchesOn: 'label of failures' },
  ),
  'sent-is-delivered': flaw('Takes sms.sent for a delivery', ['msg-receiver.event.sent-no-proof'], {
    words: { sent: 'delivered' },
  }),
  'wants-job-of-failures': flaw('Refuses sms.failed without a job', [FORMS], { wants: { 'sms.failed': ['job_id'] } }),
  'wants-time-of-submit': flaw(
    'Refuses sms.sent without submitted_to_provider',
    ['msg-receiver.event.submitted-optional'],
    { wants: { 'sms.sent': ['submitted_to_provider'] } },
  ),
  'wants-job-of-expiries': flaw('Refuses sms.expired without a job', ['msg-receiver.event.expired'], {
    wants: { 'sms.expired': ['job_id'] },
  }),
  'fails-whatsapp-events': flaw('Answers 500 to WhatsApp events', ['msg-receiver.event.whatsapp'], {
    channels: { whatsapp: 500 },
  }),
  'fails-otp-callbacks': flaw('Answers 500 to callbacks of OTPs', ['msg-receiver.event.otp-lifecycle'], {
    channels: { otp: 500 },
  }),
  'answers-late': flaw('Takes eleven seconds to answer', ['msg-receiver.answer.in-time'], { delayMs: 11_000 }),
  redirects: flaw('Answers with a redirect', [SUCCESS], { success: { status: 307, headers: { Location: '/there' } } }),
  'fails-always': flaw('Answers 500 to every event', [SUCCESS], { success: { status: 500 } }),
}
