import type { Key } from '../../../kit/check/context.ts'
import type { Exchange } from '../../../kit/http/exchange.ts'
import { json } from '../../../kit/http/exchange.ts'
import { status, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { Inbox } from '../../../kit/webhooks/inbox.ts'
import { SPELLINGS, type Spelling } from '../../shared/spelling.ts'
import { defineFixture, type FixtureContext } from '../define.ts'
import { inboxName } from '../webhooks/deliveries.ts'
import { create, liveKey, read, writeAs } from './api.ts'
import { type BodyKind, freshKey, LONGEST, SIGNS, validBody } from './bodies.ts'
import { controlCreation } from './control.ts'
import { type Records, records } from './records.ts'
import { isOutside, isTrouble } from './refusal.ts'
import { lagMs } from './rereading.ts'

/** A payment that the run made, with all that is known of it. */
export interface Payment {
  readonly id: string
  readonly reference: string
  readonly idempotencyKey: string
  readonly key: Key
  readonly body: JsonObject
  readonly creation: Exchange
  /** Where its events go, when the target file names a listener. */
  readonly webhook?: Inbox
  readonly callback?: Inbox
}

export interface Wanted {
  readonly label: string
  readonly kind?: BodyKind
  readonly members?: JsonObject
  readonly idempotencyKey?: string
  readonly as?: Key
  readonly urls?: Urls
}

/** The URLs that a creation names: both, one of them alone, or none. */
export type Urls = 'own' | 'webhook' | 'callback' | 'none'

/** A creation before it is sent: what the requests of one payment share. */
export function draft(
  t: FixtureContext,
  { label, kind = 'mobile', members = {}, idempotencyKey, as, urls = 'own' }: Wanted,
) {
  const webhook = ['own', 'webhook'].includes(urls) ? t.inbox(inboxName(label, 'webhook')) : undefined
  const callback = ['own', 'callback'].includes(urls) ? t.inbox(inboxName(label, 'callback')) : undefined
  const body = validBody(t, kind, {
    ...members,
    // null is a value: it is sent as it was asked for.
    webhook_url: members.webhook_url === undefined ? webhook?.url : members.webhook_url,
    callback_url: members.callback_url === undefined ? callback?.url : members.callback_url,
  })
  return {
    label,
    kind,
    key: as ?? liveKey(t),
    idempotencyKey: idempotencyKey ?? freshKey(t),
    body,
    reference: String(body.reference),
    ...(webhook === undefined ? {} : { webhook }),
    ...(callback === undefined ? {} : { callback }),
  }
}

export type Draft = ReturnType<typeof draft>

/** Sends a draft, unjudged. */
export function submit(t: FixtureContext, { label, key, idempotencyKey, body }: Draft): Promise<Exchange> {
  return create(t, { label, as: key, body, idempotencyKey, expects: 'new' })
}

/** The payment that an accepted creation made. Blocks when the creation was not accepted or shows no id. */
export async function accepted(t: FixtureContext, found: Records, sent: Draft, answer: Exchange): Promise<Payment> {
  controlCreation(t, answer, sent.kind)
  const id = found.id(answer) ?? (await byReading(t, found, sent, answer))
  const { label: _, kind: __, ...rest } = sent
  // Whether a reference is a long one hangs on what had been answered by then: what was sent is the same in the evidence.
  const reference = valueAt(json(answer.request), '/reference')
  return { id, ...rest, ...(typeof reference === 'string' ? { reference } : {}), creation: answer }
}

/** What a creation that is written in a spelling is called, and the same written plainly. */
const SPELLED = /, in other words: (.*)$/
const PLAIN = ', in plain words'
const AGAIN = ', in the same other words again'
const spelled = (label: string, spelling: Writing): string => `${label}, in other words: ${spelling}`

/** Longer than a UUID is, which most references are not. How long one may be is open. */
export const LONG_REFERENCE = 'a long reference'
const LONG = 60

/** Long references are alike but for their ends, which are the usual ones. */
const long = (reference: string): string => `-${reference}`.padStart(LONG, 'r')
export const isLong = (reference: string): boolean => reference.length >= LONG && reference.startsWith('r')

type Writing = Spelling | typeof LONG_REFERENCE
const WRITINGS: readonly Writing[] = [...SPELLINGS, LONG_REFERENCE]

/**
 * The ways to write take turns by what a payment is for, from one that the seed decides: whoever asks for a part of a run
 * again has the same written alike. A reference that the caller chose stays as it is.
 */
function writingOf({ seed }: Pick<FixtureContext, 'seed'>, { label, members }: Wanted): Writing {
  const writings = members?.reference === undefined ? WRITINGS : SPELLINGS
  return writings[(seed + placeOf(label)) % writings.length] ?? 'order'
}

/** A number that the letters of a label decide. */
const placeOf = (label: string): number => [...label].reduce((sum, each) => (sum * 7 + each.charCodeAt(0)) % 997, 0)

/** Every other creation has a long reference, too, once one was taken. */
function lengthened(t: FixtureContext, usual: Draft, { label, members }: Wanted): Draft {
  if (members?.reference !== undefined || Math.floor(placeOf(label) / WRITINGS.length) % 2 !== 0) return usual
  const isTaken = t.exchanges().some((each) => spellingOf(each) === LONG_REFERENCE && status('2xx').test(each).ok)
  return isTaken ? withReference(usual, long(usual.reference)) : usual
}

const withReference = (usual: Draft, reference: string): Draft => ({
  ...usual,
  reference,
  body: { ...usual.body, reference },
})

/** The spelling that a creation is written in, as its label says; undefined where it is none of its own. */
export const spellingOf = ({ label }: Pick<Exchange, 'label'>): Writing | undefined =>
  WRITINGS.find((each) => each === SPELLED.exec(label)?.[1])

/** The same creation written plainly, and as it was written once more, where it was refused. */
export function twinsOf(exchanges: readonly Exchange[], { label }: Exchange): { plain?: Exchange; again?: Exchange } {
  const labelled = (end: string) => exchanges.find((each) => each.label === label.replace(SPELLED, end))
  const [plain, again] = [labelled(PLAIN), labelled(AGAIN)]
  return { ...(plain && { plain }), ...(again && { again }) }
}

/** Refusals that may be those of a reader that does not understand what it reads. */
const MISREAD: readonly number[] = [400, 401, 411, 415, 422]

/** A creation that others build upon, and what it was answered. */
interface Made {
  readonly sent: Draft
  readonly answer: Exchange
}

/**
 * Creates a payment that others build upon, its request in one of the ways to write it. Where that is refused it is
 * written plainly; after a bad moment another payment is asked for.
 */
export async function makePayment(t: FixtureContext, wanted: Wanted): Promise<Payment> {
  const found = await t.use(records)
  let made = await written(t, wanted, wanted.label)
  if (isBadMoment(made.answer) && wanted.idempotencyKey === undefined) {
    await t.pause(t.clock.scaled(PAUSES[0]))
    made = await written(t, wanted, `${wanted.label}, anew after a bad moment`)
  }
  return accepted(t, found, made.sent, made.answer)
}

/** @param label of its requests */
async function written(t: FixtureContext, wanted: Wanted, label: string): Promise<Made> {
  const drafted = { ...draft(t, wanted), label }
  const spelling = writingOf(t, wanted)
  if (spelling === LONG_REFERENCE) return withLongReference(t, drafted)
  const sent = lengthened(t, drafted, wanted)
  writeAs(sent.body, spelling)
  const answer = await submit(t, { ...sent, label: spelled(label, spelling) })
  if (!MISREAD.includes(answer.response?.status ?? 0)) return { sent, answer }
  const plain = { ...sent, body: { ...sent.body }, idempotencyKey: freshKey(t) }
  const inPlainWords = await submit(t, { ...plain, label: `${label}${PLAIN}` })
  // What was refused for a passing reason is a duplicate now: the same refusal once more is that of its spelling.
  if (status('2xx').test(inPlainWords).ok)
    await create(t, {
      label: `${label}${AGAIN}`,
      as: sent.key,
      body: sent.body,
      idempotencyKey: freshKey(t),
      expects: 'refused',
    })
  return { sent: plain, answer: inPlainWords }
}

/** What is taken is told as it is, however long; where it is not taken, a usual one is. */
async function withLongReference(t: FixtureContext, usual: Draft): Promise<Made> {
  const sent = withReference(usual, long(usual.reference))
  const answer = await submit(t, { ...sent, label: spelled(sent.label, LONG_REFERENCE) })
  if (status('2xx').test(answer).ok || isBadMoment(answer)) return { sent, answer }
  const plain = { ...usual, idempotencyKey: freshKey(t), label: `${usual.label}${PLAIN}` }
  return { sent: plain, answer: await submit(t, plain) }
}

/** Of several UUIDs in a creation the id is the one by which a payment can be read: the path's id is the payment's. */
async function byReading(t: FixtureContext, found: Records, sent: Draft, answer: Exchange): Promise<string> {
  const pointers = found.candidates(answer)
  const body = json(answer.response)
  const readable: string[] = []
  for (const wait of [0, lagMs(t.target)]) {
    // Whoever answers reads may not have heard of the payment yet.
    if (readable.length > 0 || pointers.length === 0) break
    await t.pause(wait)
    for (const pointer of pointers.slice(0, 5)) {
      const tried = await read(t, sent.key, String(valueAt(body, pointer)), `is ${pointer} the id?`)
      if (status('2xx').test(tried).ok) readable.push(pointer)
    }
  }
  const [one, other] = readable
  if (one === undefined || other !== undefined) {
    t.abortBlocked(
      pointers.length === 0
        ? `the creation shows no UUID that could be the id${found.inPlaceOfId(answer)}`
        : `the creation shows several UUIDs that could be the id; add the line that names it to the target file: ${pointers.map((each) => `payment.record.id: ${each}`).join(' or ')}`,
      [answer],
    )
  }
  found.settle(answer.operation, { id: one })
  return String(valueAt(body, one))
}

/** Seconds on the clock of the documents before a creation that met a bad moment is sent anew. */
const PAUSES = [1, 2] as const

/** No answer, or one of those who stand before the service or behind it. */
const isBadMoment = (answer: Exchange): boolean =>
  answer.response === undefined || (answer.response.status >= 500 && isOutside(answer))

/**
 * The answer to the first creation of the run, with a key of exactly 255 characters that has signs among them; unjudged.
 * Nearly all others build upon it: after a bad moment another payment is asked for, so that no answer to a retry is
 * taken for one to a creation.
 */
export const firstCreation = defineFixture({
  name: 'first-creation',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  cost: {
    requests: { live: 1 + PAUSES.length },
    spends: { payments: 1 + PAUSES.length },
    typical: { requests: { live: 1 }, spends: { payments: 1 } },
  },
  make: async (t) => {
    const send = async (label: string) => {
      const sent = draft(t, { label, idempotencyKey: `${SIGNS}${freshKey(t, LONGEST - SIGNS.length)}` })
      return { sent, answer: await submit(t, sent) }
    }
    let first = await send('mobile payment')
    for (const [each, seconds] of PAUSES.entries()) {
      if (!isBadMoment(first.answer)) break
      await t.pause(t.clock.scaled(seconds))
      first = await send(`mobile payment, anew after a bad moment (${each + 1})`)
    }
    return first
  },
})

/**
 * A valid mobile creation and its answer: the first one, or, where that was refused, a second one with a short key. It tells
 * a refused body from a refused key, of which one statement speaks and all others do not.
 */
export const plainCreation = defineFixture({
  name: 'plain-creation',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [firstCreation],
  cost: { requests: { live: 1 }, spends: { payments: 1 }, typical: { requests: {}, spends: { payments: 0 } } },
  make: async (t) => {
    const first = await t.use(firstCreation)
    const code = first.answer.response?.status ?? 0
    if (code < 400 || isOutside(first.answer)) return first
    const sent = draft(t, { label: 'mobile payment, short key' })
    return { sent, answer: await submit(t, sent) }
  },
})

/** The payment that most checks look at. It is left as it is: nobody settles it. */
export const mobilePayment = defineFixture({
  name: 'mobile-payment',
  needs: ['payment.keys.live', 'payment.bodies.mobile'],
  uses: [plainCreation, records],
  cost: { requests: { live: 1 }, typical: { requests: {} } },
  make: async (t) => {
    const { sent, answer } = await t.use(plainCreation)
    if (isTrouble(answer)) t.abortBlocked('the target does not take payments right now', [answer])
    return accepted(t, await t.use(records), sent, answer)
  },
})
