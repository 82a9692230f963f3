import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '../../../../kit/target/file/file.ts'
import { counted } from '../../../../reporters/views/counted.ts'
import { type Answer, isAccepted, isRefused, shownAnswer, TrialClient } from './asker.ts'
import { type BodyKind, nextBodies, STARTS } from './bodies.ts'
import { type FurtherKey, strangersAmong } from './merchants.ts'
import { idPointers, statusPointer, textAt } from './record-pointers.ts'

const PAYMENTS = '/api/v1/payments'
/** Creations that are tried for one kind of body, most of which are refused. */
const TRIES = 12
/** How long a payment is watched for what becomes of it by itself, ms, and how often. */
const WATCHED_MS = 3_000
const PAUSE_MS = 300

/** Requests with an object without members: without a key, twice, and with one, to see what is there, and the one below. */
export const MOST_EMPTY = 4

export interface PaymentTrialOptions {
  readonly baseUrl: string
  /** The first live key; without one nothing is asked that needs it. */
  readonly key: string | undefined
  /** The others. */
  readonly furtherKeys: readonly FurtherKey[]
  /** A creation that its author says is valid. */
  readonly mobileBody: JsonObject | undefined
  /** Whether payments may be created to find valid bodies. */
  readonly mayCreate: boolean
  /** What to do about a key that is not taken. */
  readonly onKeyRefused: (answered: string) => void
  say(line: string): void
}

/** What was found out, as members of the section. */
export interface PaymentFindings {
  readonly bodies?: Partial<Record<BodyKind, JsonObject>>
  readonly record?: { readonly id: string; readonly status?: string }
  readonly outcomes?: Readonly<Record<string, { readonly with: JsonObject }>>
  /** Variables with live keys that are those of another merchant than the first. */
  readonly strangers?: readonly string[]
  /** What the creation that its author calls valid was answered, where nothing made of it was accepted. */
  readonly refused?: string
  /** Kinds of which no creation was accepted that is none of another kind, with what the last one was answered. */
  readonly untaken?: Partial<Record<BodyKind, string>>
}

/** Asks a payment service what a target file has to say of it. Reads first; creates only where it may. */
export async function tryPayment(options: PaymentTrialOptions): Promise<PaymentFindings> {
  const { baseUrl, key, mayCreate, onKeyRefused, say } = options
  const client = new TrialClient('payment', baseUrl, key === undefined ? [] : [['Authorization', `Bearer ${key}`]])
  try {
    const read = await client.get(`${PAYMENTS}/${randomUUID()}`)
    say(`payment: GET ${PAYMENTS}/{unknown id}: ${shownAnswer(read)}`)
    if (read === undefined || key === undefined) return {}
    if (read.status === 401 || read.status === 403) {
      onKeyRefused(shownAnswer(read))
      say('payment: the key is not taken, so nothing more is tried; with one that is, --force asks for the rest')
      return {}
    }
    if (!mayCreate) return {}
    // It has to be refused twice over. Whoever looks at nothing makes a payment of it.
    const empty = await client.post(PAYMENTS, {})
    const made = isAccepted(empty) ? ', taken where it is to be refused' : ''
    say(`payment: POST ${PAYMENTS} with {} and without Idempotency-Key: ${shownAnswer(empty)}${made}`)
    try {
      return await created(client, options)
    } finally {
      // Who asked before whether it is there sent the same.
      const most = client.mostMade + (isRefused(empty) ? 0 : MOST_EMPTY - 1)
      if (most > 0) say(`payment: left behind: up to ${counted(most, 'payment')}, as far as answers tell`)
    }
  } finally {
    await client.close()
  }
}

async function created(client: TrialClient, options: PaymentTrialOptions): Promise<PaymentFindings> {
  const { mobileBody, say } = options
  const bodies: Partial<Record<BodyKind, JsonObject>> = {}
  let first: { readonly body: JsonObject; readonly answer: Answer } | undefined
  let refused: string | undefined
  const untaken: Partial<Record<BodyKind, string>> = {}
  const types = new Set<unknown>()
  for (const kind of ['mobile', 'card', 'qr'] as const) {
    const start = kind === 'mobile' && mobileBody !== undefined ? mobileBody : STARTS[kind]
    const found = await acceptedBody(client, { kind, start, types }, say)
    types.add(found.body?.type ?? start.type)
    if (found.body === undefined) {
      if (start === mobileBody) refused = shownAnswer(found.first)
      if (found.isOfAnother) untaken[kind] = shownAnswer(found.last)
      continue
    }
    bodies[kind] = found.body
    first ??= found
  }
  const unconfirmed = { ...(refused === undefined ? {} : { refused }), untaken }
  if (first === undefined) return unconfirmed
  const { record, unread } = await recordOf(client, first.answer)
  if (record === undefined) {
    say(
      client.unanswered === undefined
        ? whyNoId(first.answer.body, unread)
        : `payment: where the id stands is not known: the payment could not be read after ${client.unanswered}, which got no answer; a service that restarts by it forgets what it keeps in memory. init --force asks again`,
    )
    return { bodies, ...unconfirmed }
  }
  say(`payment: the id stands at ${record.id}${record.status === undefined ? '' : `, the status at ${record.status}`}`)
  const strangers = await strangersOf(options, `${PAYMENTS}/${textAt(first.answer.body, record.id)}`)
  const known = { bodies, record, ...(strangers.length === 0 ? {} : { strangers }), ...unconfirmed }
  const outcome = await outcomeOf(client, first.answer, record)
  const { phone } = first.body
  if (outcome === undefined || typeof phone !== 'string') return known
  say(`payment: it became ${outcome} by itself`)
  return { ...known, outcomes: { [outcome]: { with: { phone } } } }
}

/** Variables with keys of another merchant: what the first key has made is not there for them. */
async function strangersOf(
  { baseUrl, furtherKeys, say }: PaymentTrialOptions,
  path: string,
): Promise<readonly string[]> {
  const [other, ...more] = await strangersAmong(furtherKeys, baseUrl, path)
  if (other === undefined) return []
  const word = 'was answered 404 for a payment of the first key, so it is that of another merchant:'
  say(`payment: a read with ${other.name} ${word} it stands as payment.keys.otherMerchant`)
  for (const { name } of more)
    say(`payment: a read with ${name} ${word} the file has one such key already, and leaves it out`)
  return [other, ...more].map(({ name }) => name)
}

interface Wanted {
  readonly kind: BodyKind
  readonly start: JsonObject
  /** Types of the kinds before it: what is accepted with one of them is a payment of that kind. */
  readonly types: ReadonlySet<unknown>
}

/** No body was accepted; what the first and the last one were answered. */
interface NoneAccepted {
  readonly body?: never
  readonly first: Answer | undefined
  readonly last: Answer | undefined
  /** Whether a type of another kind was left to try. */
  readonly isOfAnother: boolean
}

/** The first body that is accepted, changed where the answers say what is wrong. */
async function acceptedBody(
  client: TrialClient,
  { kind, start, types }: Wanted,
  say: (line: string) => void,
): Promise<{ readonly body: JsonObject; readonly answer: Answer } | NoneAccepted> {
  const open: JsonObject[] = [start]
  const tried = new Set<string>()
  let isOfAnother = false
  let last: Answer | undefined
  let first: Answer | undefined
  for (let body = open.shift(); body !== undefined && tried.size < TRIES; body = open.shift()) {
    const text = JSON.stringify(body)
    if (tried.has(text)) continue
    tried.add(text)
    const reference = `assay-init-${randomUUID()}`
    last = await client.post(PAYMENTS, { ...body, reference }, [['Idempotency-Key', randomUUID()]])
    if (tried.size === 1) first = last
    if (isAccepted(last)) {
      say(`payment: a ${kind} creation is accepted${changesOf(start, body)}: ${last.status}, reference ${reference}`)
      return { body, answer: last }
    }
    // What may have made a payment is not tried again in other words.
    if (!isRefused(last)) break
    const next = nextBodies(body, last)
    const own = next.filter(({ type }) => !types.has(type))
    isOfAnother ||= own.length < next.length
    // What the newest answer blames is mended first.
    open.unshift(...own)
  }
  const ofOwn = isOfAnother ? ' with a type of its own' : ''
  const sent = [...tried].at(-1) ?? ''
  const details = detailsOf(last)
  say(
    `payment: no ${kind} creation was accepted${ofOwn} (${tried.size} tried), the last: ${shownAnswer(last)}${details}`,
  )
  if (kind === 'mobile') say(`payment: that last one was sent as ${sent}, with a reference`)
  return { first, last, isOfAnother }
}

/** Characters of details that are told. */
const DETAILS = 300

/** `, details {"network":"is required"}`: who reads it knows better what is missing. */
function detailsOf(answer: Answer | undefined): string {
  const { details } = Object(answer?.body) as { details?: unknown }
  return details === undefined ? '' : `, details ${JSON.stringify(details).slice(0, DETAILS)}`
}

/** What was changed of a body: ` with amount 1000 in place of 500`. */
function changesOf(start: JsonObject, body: JsonObject): string {
  const changed = Object.keys(body).filter((name) => body[name] !== start[name])
  const told = changed.map((name) =>
    start[name] === undefined
      ? `${name} ${JSON.stringify(body[name])}`
      : `${name} ${JSON.stringify(body[name])} in place of ${JSON.stringify(start[name])}`,
  )
  return told.length === 0 ? '' : ` with ${told.join(', ')}`
}

/** Where an answer holds the id by which the payment can be read, and its status. */
async function recordOf(client: TrialClient, { body }: Answer): Promise<Found> {
  let unread: Found['unread']
  for (const pointer of idPointers(body)) {
    const read = await client.get(`${PAYMENTS}/${textAt(body, pointer)}`)
    if (!isAccepted(read)) {
      unread ??= { pointer, answered: shownAnswer(read) }
      continue
    }
    const status = statusPointer(body)
    return { record: { id: pointer, ...(status === undefined ? {} : { status }) } }
  }
  return { unread }
}

/** Where the id stands, or the first place of a UUID that leads to no payment, with what a read of it was answered. */
interface Found {
  readonly record?: NonNullable<PaymentFindings['record']>
  readonly unread?: { readonly pointer: string; readonly answered: string } | undefined
}

function whyNoId(body: unknown, unread: Found['unread']): string {
  const unknown = 'payment: where the id stands is not known:'
  if (unread !== undefined)
    return `${unknown} a read of the UUID at ${unread.pointer} was answered ${unread.answered}; once reads are answered init --force asks again, and where that is no id payment.record.id says where it stands`
  return typeof body === 'string'
    ? `${unknown} the answer is no JSON`
    : `${unknown} no member of the answer is a UUID; where another is the id, payment.record.id says where it stands`
}

const ENDS = ['completed', 'failed', 'expired', 'cancelled']

/** What becomes of a payment while it is watched. */
async function outcomeOf(
  client: TrialClient,
  { body }: Answer,
  { id, status }: NonNullable<PaymentFindings['record']>,
): Promise<string | undefined> {
  if (status === undefined) return undefined
  for (let waited = 0; waited < WATCHED_MS; waited += PAUSE_MS) {
    const read = await client.get(`${PAYMENTS}/${textAt(body, id)}`)
    const found = textAt(read?.body, statusPointer(read?.body) ?? status)
    if (found !== undefined && ENDS.includes(found)) return found
    await pause(PAUSE_MS)
  }
  return undefined
}
