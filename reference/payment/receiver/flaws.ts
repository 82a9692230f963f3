import type { PaymentReceiverRequirementId as Id } from '../../../specs/payment/receiver/requirements.ts'
import { terminalStatuses } from '../../../specs/payment/statuses.ts'
import type { Flaw, Patch } from '../../receiver/patch.ts'
import type { PaymentReceiverBehaviour } from './behaviour.ts'

const flaw = (
  title: string,
  breaks: readonly Id[],
  patch: Patch<PaymentReceiverBehaviour>,
  mayBreak: readonly Id[] = [],
): Flaw<Id, PaymentReceiverBehaviour> => ({ title, breaks, mayBreak, patch })

const EFFECT = 'pay-receiver.signature.forged-no-effect'
const MISSING = 'pay-receiver.signature.missing-refused'
const KEY = 'pay-receiver.signature.other-key-refused'
const TAMPERED = 'pay-receiver.signature.tampered-refused'
const REWRITTEN = 'pay-receiver.signature.rewritten-refused'
const WHOLE = 'pay-receiver.signature.whole-digest'
const SCHEME = 'pay-receiver.signature.scheme'
const TIME_SIGNED = 'pay-receiver.signature.timestamp-signed'
const TIME_REQUIRED = 'pay-receiver.signature.timestamp-required'
const BODY_ALONE = 'pay-receiver.signature.body-alone-refused'
const REFUSALS: readonly Id[] = [
  MISSING,
  KEY,
  TAMPERED,
  REWRITTEN,
  WHOLE,
  SCHEME,
  TIME_SIGNED,
  TIME_REQUIRED,
  BODY_ALONE,
]
const RAW = 'pay-receiver.signature.raw-body'
const SAME = 'pay-receiver.dedup.same-event'
const CONCURRENT = 'pay-receiver.dedup.concurrent'
const LATE = 'pay-receiver.dedup.late'
const SUCCESS = 'pay-receiver.answer.success'
const DUPLICATE = 'pay-receiver.answer.duplicate'
const BOTH = 'pay-receiver.dedup.both-urls'

/** Seeded violations of a receiver of payment webhooks, by name. */
export const paymentReceiverFlaws: Readonly<Record<string, Flaw<Id, PaymentReceiverBehaviour>>> = {
  'checks-no-signature': flaw('Looks at no signature', [...REFUSALS, EFFECT], {
    untimed: 'taken',
    signature: { isChecked: false },
  }),
  'takes-unsigned-events': flaw('Takes events without a signature', [MISSING, EFFECT], {
    signature: { optional: true },
  }),
  'takes-any-key': flaw(
    'Looks for a digest, and not for whose',
    [KEY, TAMPERED, REWRITTEN, WHOLE, TIME_SIGNED, BODY_ALONE, EFFECT],
    { signature: { anyKey: true } },
  ),
  'takes-key-of-no-bytes': flaw('Takes what is signed with a key of no bytes', [KEY, EFFECT], {
    signature: { emptyKey: true },
  }),
  'verifies-rewritten-json': flaw('Verifies JSON that it writes anew', [RAW, REWRITTEN, EFFECT], {
    signature: { over: 'rewritten' },
  }),
  'reads-latin-1': flaw('Verifies the body as letters of Latin-1', [RAW], { signature: { reads: 'Latin-1' } }),
  'trims-bodies': flaw('Verifies the body without white space around it', [RAW], { signature: { reads: 'trimmed' } }),
  'compares-first-half': flaw('Compares half of the digits', [WHOLE, EFFECT], { signature: { digits: 32 } }),
  'compares-as-many-as-come': flaw('Compares as many digits as come', [WHOLE, EFFECT], {
    signature: { asGiven: true },
  }),
  'takes-any-scheme': flaw('Takes a digest behind anything', [SCHEME], { signature: { scheme: false } }),
  'takes-other-timestamps': flaw('Tries timestamps near the one that is told', [TIME_SIGNED, EFFECT], { drift: 60 }),
  'takes-near-timestamps': flaw('Tries the timestamps beside the one that is told', [TIME_SIGNED, EFFECT], {
    drift: 2,
  }),
  'takes-events-without-timestamp': flaw('Verifies only what has a timestamp', [TIME_REQUIRED, EFFECT], {
    untimed: 'taken',
  }),
  'takes-signature-of-body': flaw('Takes a signature of the body alone', [BODY_ALONE, EFFECT], { bodyAlone: true }),
  'refuses-with-200': flaw('Answers 200 to forged events, and drops them', REFUSALS, { refusal: { status: 200 } }),
  'remembers-forged-events': flaw('Remembers events before it verifies them', ['pay-receiver.dedup.not-poisoned'], {
    trusting: true,
  }),
  'drops-forged-events-and-knows-them': flaw(
    'Answers 200 to forged events, and takes the right ones for known then',
    [...REFUSALS, 'pay-receiver.dedup.not-poisoned'],
    { refusal: { status: 200 }, trusting: true },
  ),
  'deduplicates-nothing': flaw('Applies every delivery', [SAME, CONCURRENT, LATE, BOTH], { dedupe: 'nothing' }),
  'deduplicates-by-delivery': flaw('Knows events by the id of the delivery', [SAME, CONCURRENT, LATE, BOTH], {
    dedupe: 'attempt',
  }),
  'deduplicates-by-transaction': flaw('Takes one event of each transaction', ['pay-receiver.dedup.key-is-event'], {
    dedupe: 'subject',
  }),
  'remembers-too-late': flaw('Remembers an event when it is done with it', [CONCURRENT], { gapMs: 50 }),
  'remembers-a-dozen': flaw('Remembers the last dozen of events', [LATE], { remembers: 12 }, [SAME, CONCURRENT, BOTH]),
  'remembers-failed-attempts': flaw(
    'Takes an event that it failed for one that it knows',
    ['pay-receiver.dedup.after-failure'],
    { fails: { attempts: 'every third event', remembers: true } },
    [
      SAME,
      CONCURRENT,
      BOTH,
      'pay-receiver.dedup.not-poisoned',
      'pay-receiver.dedup.key-is-event',
      'pay-receiver.status.terminal-kept',
      'pay-receiver.payload.amount-number',
    ],
  ),
  'knows-urls-apart': flaw('Knows what comes to its two URLs apart', [BOTH], { apart: true }),
  'refuses-duplicates': flaw('Answers 409 to what it knows', [DUPLICATE], { duplicate: { status: 409 } }),
  'compares-as-many-as-come-and-refuses-duplicates': flaw(
    'Compares as many digits as come, and answers 409 to the right event behind',
    [WHOLE, EFFECT, DUPLICATE],
    { signature: { asGiven: true }, duplicate: { status: 409 } },
  ),
  'remembers-forged-events-and-refuses-duplicates': flaw(
    'Remembers events before it verifies them, and answers 409 to the right one behind',
    ['pay-receiver.dedup.not-poisoned', DUPLICATE],
    { trusting: true, duplicate: { status: 409 } },
  ),
  'fails-unknown-names': flaw('Answers 500 to a name that it does not know', ['pay-receiver.event.other-names'], {
    unknown: { status: 500 },
  }),
  redirects: flaw('Answers with a redirect', [SUCCESS], { success: { status: 302, headers: { Location: '/there' } } }),
  'fails-always': flaw('Answers 500 to every event', [SUCCESS], { success: { status: 500 } }),
  'refuses-everything': flaw('Answers 400 to every event', [SUCCESS], { success: { status: 400 } }),
  'wants-whole-amounts': flaw('Takes whole digits for amounts alone', ['pay-receiver.payload.amount-number'], {
    amounts: 'whole digits',
  }),
  'reads-digits-of-amounts': flaw(
    'Books the digits of an amount, dots left out',
    ['pay-receiver.payload.amount-number'],
    {
      amounts: 'digits alone',
    },
  ),
  'wants-texts-in-metadata': flaw('Takes metadata of texts alone', ['pay-receiver.payload.metadata'], {
    plainMetadata: true,
  }),
  'goes-back': flaw('Lets a late event undo the end of a payment', ['pay-receiver.status.terminal-kept'], {
    goesBackFrom: terminalStatuses,
  }),
  'goes-back-from-cancelled': flaw(
    'Lets a late event undo the cancellation of a payment',
    ['pay-receiver.status.terminal-kept'],
    { goesBackFrom: ['cancelled'] },
  ),
  'falls-at-expired': flaw('Answers 500 to a payment that expired', ['pay-receiver.event.each-end'], {
    fallsAt: ['expired'],
  }),
  'forgets-within-seconds': flaw('Knows an event for two seconds', [LATE], { remembersForMs: 2000 }),
  'forgets-before-the-retry': flaw('Knows an event for half a minute', [LATE], { remembersForMs: 30_000 }),
}
