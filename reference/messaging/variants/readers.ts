import type { ChatMessage, Conversation, JsonObject } from '../domain/domain.ts'
import { errorObject } from '../http/bodies.ts'
import { imagines, on, type Patch, recode, renders, shows, together, unchecks } from '../patch.ts'
import { retimed } from './answers.ts'
import { troubled, type Variant, variant } from './variant.ts'

const TEXTS = ['phone_number', 'app_key', 'sender_id', 'message_template', 'callback_url', 'callback_secret']

/** A reader that turns a number or a boolean into the text that it reads as. */
const convertsNumbers: Patch = (before) => ({
  ...before,
  problems: (found, facts) =>
    before
      .problems(found, facts)
      .filter(
        ({ loc, kind }) =>
          facts.operation !== 'resend' ||
          kind !== 'type' ||
          !TEXTS.includes(String(loc.at(-1))) ||
          !['number', 'boolean'].includes(typeof facts.body?.[String(loc.at(-1))]),
      ),
})

/** A refusal of what passed every step, with the status of an account that lacks something. */
const lacking =
  (status: number, code: string, channel: string): Patch =>
  (before) => ({
    ...before,
    objects: (intent) => (intent.otp?.channel === channel ? 'forbidden' : before.objects(intent)),
    refuse: (refusal, facts) => {
      const next = before.refuse(refusal, facts)
      const isOfChannel =
        next?.cause === 'forbidden' && facts.operation === 'resend' && facts.body?.delivery_method === channel
      return isOfChannel ? { ...next, status, code } : next
    },
  })

/** An account that may have so many apps, and is told so by this status. */
const quota =
  (apps: number, status: number): Patch =>
  (before) => {
    let made = 0
    return {
      ...before,
      objects: (intent) => {
        if (intent.operation !== 'create-app') return before.objects(intent)
        made += 1
        return made > apps ? 'forbidden' : before.objects(intent)
      },
      refuse: (refusal, facts) => {
        const next = before.refuse(refusal, facts)
        const isQuota = next?.cause === 'forbidden' && facts.operation === 'create-app' && made > apps
        return isQuota ? { ...next, status, code: 'quota_exceeded' } : next
      },
    }
  }

/** Apps whose names are their own: a second one of a name answers 409. */
const ownNames: Patch = (before) => {
  const known = new Set<unknown>()
  const taken = new WeakSet<object>()
  return {
    ...before,
    objects: (intent) => {
      const name = intent.body?.app_name
      if (intent.operation !== 'create-app') return before.objects(intent)
      if (!known.has(name)) {
        known.add(name)
        return before.objects(intent)
      }
      if (intent.body !== undefined) taken.add(intent.body)
      return 'forbidden'
    },
    refuse: (refusal, facts) => {
      const next = before.refuse(refusal, facts)
      const isTaken = facts.body !== undefined && taken.has(facts.body)
      return next !== undefined && isTaken ? { ...next, status: 409, code: 'name_taken' } : next
    },
  }
}

/** A number gets one code in so many seconds; the document's own clock is meant. */
function cooldown(seconds: number): Patch {
  return (before) => {
    const last = new Map<string, number>()
    let leftMs = 0
    return {
      ...before,
      objects: (intent) => {
        const { otp } = intent
        if (otp === undefined) return before.objects(intent)
        leftMs = (last.get(otp.phone) ?? 0) + seconds * 1000 - Date.now()
        if (leftMs > 0) return 'rate'
        const cause = before.objects(intent)
        if (cause === undefined) last.set(otp.phone, Date.now())
        return cause
      },
      errorHeaders: (refusal) => ({
        ...before.errorHeaders(refusal),
        ...(refusal.cause === 'rate' ? { 'Retry-After': String(Math.ceil(leftMs / 1000)) } : {}),
      }),
    }
  }
}

interface Pointer {
  /** How long the steps are in which it is counted, ms. */
  readonly stepMs?: number
  /** Where it stands before any marking, ms since the epoch. */
  readonly since?: () => number
  /** Whether a marking up to then, ms since the epoch, moves it; every one when absent. */
  readonly isKept?: (upTo: number) => boolean
}

/** How far a conversation was read is one time: what is dated before it is read, whenever it arrives. */
const readsByPointer =
  ({ stepMs = 1, since = () => 0, isKept = () => true }: Pointer): Patch =>
  (before) => {
    const pointers = new Map<string, number>()
    const begins = Math.floor(since() / stepMs)
    const isUnread =
      ({ id }: Conversation) =>
      ({ at }: ChatMessage): boolean =>
        Math.floor(at.getTime() / stepMs) > (pointers.get(id) ?? begins)
    return {
      ...before,
      unread: (conversation) =>
        before.unread({ ...conversation, messages: conversation.messages.filter(isUnread(conversation)) }),
      marks: (conversation, upTo) => {
        const marked = before.marks(conversation, upTo).filter(isUnread(conversation))
        const time = upTo?.getTime() ?? Date.now()
        const pointer = Math.max(Math.floor(time / stepMs), pointers.get(conversation.id) ?? 0)
        if (isKept(time)) pointers.set(conversation.id, pointer)
        return marked
      },
    }
  }

const times =
  (write: (iso: string) => string): Patch =>
  (before) => ({
    ...before,
    record: (kind, record) => retimed(before.record(kind, record), write),
  })

const jobAt = (place: (job: unknown) => JsonObject): Patch =>
  shows('send', ({ job_id, ...rest }) => ({ ...rest, ...place(job_id) }))

/** Fields whose times are in a form that is none of RFC 3339. */
const ODD_TIMES: Variant['warns'] = [
  'msg.conversation.enveloped-last-message-at',
  'msg.conversation.enveloped-window-expires-at',
  'msg.conversation.enveloped-created-at',
  'msg.conversation.enveloped-updated-at',
  'msg.senders.created-at',
  'msg.senders.updated-at',
  'msg.apps.created-at',
  'msg.apps.updated-at',
  'msg.workspaces.created-at',
  'msg.campaign.launch-date',
  'msg.campaign.created-at',
]

/** What readers of requests and accounts do by themselves, and how values are written. */
export const readerVariants: Readonly<Record<string, Variant>> = {
  'ids-are-texts': variant('A conversation whose id is in capitals is not found', (before) => ({
    ...before,
    objects: (intent) =>
      intent.operation === 'conversation' && /[A-F]/.test(intent.id) ? 'not-found' : before.objects(intent),
  })),
  'up-to-ahead-refused': variant(
    'An up_to that is more than a minute ahead is refused',
    imagines('read', 'up_to', ({ up_to: upTo }) => Date.parse(String(upTo)) > Date.now() + 60_000),
  ),
  'up-to-ahead-remembered': variant(
    'What arrives before an up_to that was ahead is read',
    readsByPointer({ isKept: (upTo) => upTo > Date.now() }),
  ),
  'leaves-out-what-is-false-or-0': variant(
    'Booleans and counts are left out where they are false or 0, as some writers of JSON do by themselves',
    together(
      ...(['workspace', 'sender', 'enveloped-conversation'] as const).map((kind) =>
        shows(kind, (record) =>
          Object.fromEntries(Object.entries(record).filter(([, value]) => value !== false && value !== 0)),
        ),
      ),
    ),
  ),
  'reads-by-pointer': variant('A marking is a time, and what is dated before it is read', readsByPointer({})),
  'reads-by-pointer-of-seconds': variant('The same of whole seconds', readsByPointer({ stepMs: 1000 })),
  'reads-by-pointer-again': variant(
    'The same, of a conversation that was read a minute ago',
    readsByPointer({ since: () => Date.now() - 60_000 }),
  ),
  'limits-requests': variant('A sustained volume answers 429 with seconds', { limit: 120 }),
  'limits-narrowly': variant('A key has 24 requests a minute', { limit: 24 }),
  'limits-requests-by-date': variant('A sustained volume answers 429 with a date', {
    limit: 120,
    limitHeaders: (resetAt) => ({ 'Retry-After': new Date(Math.ceil(resetAt / 1000) * 1000).toUTCString() }),
  }),
  'sends-answer-422-as-objects': variant(
    'Defects of a send answer 422 with an error object, as the example of the document does',
    together(
      recode(['invalid', 'malformed-json', 'not-an-object'], { status: 422 }, on('send')),
      renders((body, refusal) => (refusal.operation === 'send' ? errorObject(refusal) : body)),
    ),
  ),
  'job-id-in-job': variant(
    'job_id stands in an object within data',
    jobAt((job_id) => ({ data: { job: { job_id, state: 'queued' } } })),
  ),
  'job-id-in-list': variant(
    'job_id stands in a list of jobs',
    jobAt((job_id) => ({ jobs: [{ job_id }] })),
  ),
  'numbers-become-texts': variant('A number where a text belongs is read as that text', convertsNumbers),
  'template-always-checked': variant(
    'A template without {code} is refused on every channel',
    (before) => ({
      ...before,
      objects: (intent) => (intent.otp?.template?.includes('{code}') === false ? 'invalid' : before.objects(intent)),
    }),
    ['msg.otp.template-ignored-call', 'msg.otp.template-ignored-whatsapp'],
  ),
  'code-added-to-template': variant(
    'A template without {code} is taken, and the code is put behind it',
    together(unchecks('resend', 'message_template', 'code'), (before) => ({
      ...before,
      otpText: (draft) => {
        const text = before.otpText(draft)
        return text.includes(draft.code) || draft.channel !== 'sms' ? text : `${text} ${draft.code}`
      },
    })),
    ['msg.otp.template-without-code'],
  ),
  'codes-within-limits': troubled('A code has 4 to 7 characters and lives for 5 to 60 minutes', (before) => ({
    ...before,
    objects: (intent) => {
      const { length = 6, minutes = 10 } = intent.otp ?? {}
      return length < 4 || length > 7 || minutes < 5 || minutes > 60 ? 'invalid' : before.objects(intent)
    },
  })),
  'registered-senders-only': variant('An SMS with a sender that nobody registered answers 403', (before) => ({
    ...before,
    registeredSender: 'Registered',
    objects: (intent) =>
      (intent.otp?.channel ?? 'sms') === 'sms' && ![undefined, 'Registered'].includes(intent.otp?.senderId)
        ? 'forbidden'
        : before.objects(intent),
  })),
  'two-minutes-at-least': variant(
    'A code lives two minutes at least: a resend with fewer answers 422',
    imagines('resend', 'minutes_to_expire', ({ minutes_to_expire: minutes }) => minutes === 1),
  ),
  'resend-cooldown': variant('A number gets a code every 20 seconds: sooner answers 429', cooldown(20)),
  'tells-of-delivery': variant('A callback target is told of delivery and expiry as well', {
    otpSteps: ['sent', 'delivered', 'verified', 'expired'],
  }),
  'tells-of-expiry': variant('A callback target is told of an expiry alone', { otpSteps: ['expired'] }),
  'tells-of-verification': variant('A callback target is told of a verification alone', { otpSteps: ['verified'] }),
  'last-message-is-an-early-one': variant(
    'last_message_at tells of the messages with which the conversation began',
    together(
      ...(['enveloped-conversation', 'bare-conversation'] as const).map((kind) =>
        shows(kind, (record) => ({ ...record, last_message_at: record.created_at })),
      ),
    ),
  ),
  'app-names-in-ascii-alone': variant(
    'An app_name with letters beyond ASCII is refused',
    imagines('create-app', 'app_name', ({ app_name: name }) => /[^\0-\x7f]/.test(String(name))),
  ),
  'app-names-unique': variant('A second app of a name answers 409', ownNames),
  'one-app-more': troubled('An account may have one app more: a further creation answers 403', quota(1, 403)),
  'one-app-more-409': troubled('An account may have one app more: a further creation answers 409', quota(1, 409)),
  'no-app-more': troubled('An account has as many apps as it may: a creation answers 403', quota(0, 403)),
  'account-without-calls': troubled('An account without calls answers 402', lacking(402, 'payment_required', 'call')),
  'account-without-whatsapp': troubled(
    'An account without WhatsApp answers 403',
    lacking(403, 'forbidden', 'whatsapp'),
  ),

  'times-in-seconds': variant(
    'Times of resources have no fraction',
    times((iso) => iso.replace(/\.\d+/, '')),
  ),
  'times-in-nanoseconds': variant(
    'Times of resources have nine digits of a fraction',
    times((iso) => iso.replace('Z', '123456Z')),
  ),
  'times-with-a-digit': variant(
    'Times of resources have one digit of a fraction',
    times((iso) => iso.replace(/\d\dZ/, 'Z')),
  ),
  'times-after-a-blank': variant(
    'Times of resources have a blank for the T and an offset of zero',
    times((iso) => iso.replace('T', ' ').replace('Z', '+00:00')),
  ),
  'offsets-without-colon': variant(
    'Offsets of times have no colon',
    times((iso) => iso.replace('Z', '+0000')),
    ODD_TIMES,
  ),
  'times-in-minutes': variant(
    'Times of resources have no seconds',
    times((iso) => iso.replace(/:\d\d\.\d+Z/, 'Z')),
    ODD_TIMES,
  ),
  'ids-in-capitals': variant('UUIDs are written with capitals', (before) => ({
    ...before,
    record: (kind, record) =>
      Object.fromEntries(
        Object.entries(before.record(kind, record)).map(([name, value]) => [
          name,
          typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)
            ? value.toUpperCase()
            : value,
        ]),
      ),
  })),
}
