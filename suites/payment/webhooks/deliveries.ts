import { subjectOf } from '../../../kit/check/verdicts/subject.ts'
import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { isUuidText, show, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import type { Inbox } from '../../../kit/webhooks/inbox.ts'
import { paymentStatuses } from '../../../specs/payment/statuses.ts'
import { ofRecord } from '../../shared/of-record.ts'
import { CREATE, PROFILE } from '../client/api.ts'
import type { CheckContext, FixtureContext } from '../define.ts'
import { indexOf } from '../lifecycle/creation-index.ts'

type Seen = Pick<CheckContext, 'exchanges' | 'deliveries' | 'inbox'>

export type Role = 'webhook' | 'callback'

const ROLES: readonly Role[] = ['webhook', 'callback']
const URL_POINTERS = { webhook: '/webhook_url', callback: '/callback_url' } as const

/** Inboxes that payments and merchants were given have such names; inboxes of other names are no place for events. */
export const inboxName = (label: string, role: Role): string => `pay/${label}: ${role}_url`

/** An inbox that is there; stops the check where webhooks cannot be received. */
export function receiver(t: FixtureContext, inbox: Inbox | undefined): Inbox {
  return inbox ?? t.abortUnexercised('unreachable', 'webhooks cannot be received in this run')
}

const EVENT_INBOX = /^(?:pay\/.*: (?:webhook|callback)_url|merchant default: .*)$/

/** Every attempt of the run at an inbox for payment events whose body is whole, in the order of arrival. */
export const paymentDeliveries = (t: Seen): readonly Delivery[] => wholeOf(t.deliveries())

const wholeOf = ofRecord((deliveries: readonly Delivery[]) =>
  deliveries.filter(({ inbox, truncated, aborted }) => EVENT_INBOX.test(inbox) && !truncated && !aborted),
)

/** Attempts at one inbox that carry one event_id, in the order of arrival. */
export interface Attempts {
  readonly inbox: string
  readonly eventId: string
  readonly deliveries: readonly Delivery[]
}

/** Deliveries by inbox and event_id; those without a text as event_id are left out. */
export const attempts = (t: Seen): readonly Attempts[] => attemptsAmong(paymentEvents(t))

const attemptsAmong = ofRecord((events: readonly PaymentEvent[]): readonly Attempts[] => {
  const groups = new Map<string, { inbox: string; eventId: string; deliveries: Delivery[] }>()
  for (const { delivery, eventId } of events) {
    if (eventId === undefined) continue
    const key = JSON.stringify([delivery.inbox, eventId])
    const group = groups.get(key) ?? { inbox: delivery.inbox, eventId, deliveries: [] }
    group.deliveries.push(delivery)
    groups.set(key, group)
  }
  return [...groups.values()]
})

/** Whether the sender may have taken our answer for a failure: anything but a 2xx given at once. */
export function mayHaveFailed({ answer }: Delivery): boolean {
  return answer.kind !== 'status' || answer.status < 200 || answer.status > 299 || (answer.delayMs ?? 0) > 0
}

/** A delivery with the texts of its payload; undefined where a member is missing or no text. Ids are in lower case. */
export interface PaymentEvent {
  readonly delivery: Delivery
  readonly json: JsonObject
  readonly name: string | undefined
  readonly eventId: string | undefined
  readonly transactionId: string | undefined
  readonly reference: string | undefined
  readonly status: string | undefined
  readonly previous: string | undefined
  readonly timestamp: string | undefined
}

/** Every delivery whose body is a JSON object, in the order of arrival. */
export const paymentEvents = (t: Seen): readonly PaymentEvent[] => eventsAmong(paymentDeliveries(t))

const eventsAmong = ofRecord((deliveries: readonly Delivery[]) =>
  deliveries.flatMap((delivery) => eventOf(delivery) ?? []),
)

/** Many rules read the same deliveries; they are recorded once and never change. */
const events = new WeakMap<Delivery, PaymentEvent>()

function eventOf(delivery: Delivery): PaymentEvent | undefined {
  const body = delivery.json
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const known = events.get(delivery)
  if (known !== undefined) return known
  const text = (pointer: string): string | undefined => {
    const value = valueAt(body, pointer)
    return typeof value === 'string' ? value : undefined
  }
  const event = {
    delivery,
    json: body as JsonObject,
    name: text('/event'),
    eventId: text('/event_id')?.toLowerCase(),
    transactionId: text('/transaction_id')?.toLowerCase(),
    reference: text('/merchant_reference'),
    status: text('/data/status'),
    previous: text('/data/previous_status'),
    timestamp: text('/timestamp'),
  }
  events.set(delivery, event)
  return event
}

/** How a failure calls an event. */
export function eventSubject({ delivery, name }: PaymentEvent): string {
  return `${name === undefined || name === '' ? 'event without a name' : name}, ${subjectOf(delivery)}`
}

/** The events of one payment that came to an inbox. */
export function eventsAt(inbox: Inbox, { id, reference }: { readonly id: string; readonly reference: string }) {
  return inbox.deliveries.filter(
    ({ json: body }) => valueAt(body, '/merchant_reference') === reference || valueAt(body, '/transaction_id') === id,
  )
}

/** What came to an inbox in place of the event that should have come there. */
export function whatCame(inbox: Inbox, payment: Parameters<typeof eventsAt>[1]): string {
  const own = eventsAt(inbox, payment).map(({ json: body }) => show(valueAt(body, '/data/status')))
  if (own.length > 0) return `only events of it with status ${[...new Set(own)].join(', ')}`
  const many = inbox.deliveries.length
  return many === 0 ? 'nothing at all' : `no event of it among ${many} ${many === 1 ? 'delivery' : 'deliveries'} there`
}

const lower = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')

/** Whether a delivery tells of a status, in whatever spelling: how it is spelled is judged elsewhere. */
export function tellsOf(status: string): (delivery: Pick<Delivery, 'json'>) => boolean {
  return ({ json: body }) => lower(valueAt(body, '/data/status')) === status.toLowerCase()
}

/** Deliveries that tell of no status of the document: where there are such, silence about a status proves nothing. */
export function unreadable(inbox: Inbox): readonly Delivery[] {
  const known: readonly string[] = paymentStatuses
  return inbox.deliveries.filter(({ json: body }) => !known.includes(lower(valueAt(body, '/data/status'))))
}

/**
 * The payments that events tell of under one reference, save those that ended without success: what an attempt left
 * behind that failed has charged nobody. Ids in lower case.
 *
 * @param until when the reference came to be used otherwise, ms: what arrived later tells nothing
 * @param isOwn whether a delivery may tell of those that are asked about: others may have the reference as well
 */
export function chargeable(
  t: Seen,
  reference: string,
  until = Number.POSITIVE_INFINITY,
  isOwn: (delivery: Delivery) => boolean = () => true,
): { readonly ids: ReadonlySet<string>; readonly told: readonly Delivery[] } {
  const events = paymentEvents(t).filter((event) => event.reference === reference && isUuidText(event.transactionId))
  const unsuccessful = ['failed', 'expired', 'cancelled']
  const ended = events
    .filter(({ status }) => unsuccessful.includes(lower(status)))
    .map(({ transactionId }) => transactionId)
  const inTime = events.filter(({ delivery }) => delivery.arrivedAt < until && isOwn(delivery))
  const ids = inTime.map(({ transactionId }) => String(transactionId)).filter((id) => !ended.includes(id))
  return { ids: new Set(ids), told: inTime.map(({ delivery }) => delivery) }
}

/**
 * Whether events name payments by the ids that answers give them: only then do two ids stand for two payments. Of most
 * references some event does so, where any is: beside it others may tell of payments that nobody was shown.
 */
export function namesPayments(t: Seen): boolean {
  const ids = new Map<string, Set<string>>()
  for (const { transactionId, reference } of paymentEvents(t)) {
    if (transactionId === undefined || reference === undefined) continue
    const same = creationsByReference(t, reference)
    const answered = same.every(({ response }) => response !== undefined && response.status < 500)
    const isShown = same.some(({ response }) => response !== undefined && response.status < 300)
    if (!answered || !isShown) continue
    const own = ids.get(reference) ?? new Set()
    ids.set(reference, own.add(lower(transactionId)))
  }
  const named = [...ids.values()].filter((own) => [...own].some((id) => creationsById(t, id).length > 0))
  return 2 * named.length >= ids.size
}

/** As what an inbox was given to the target: told by the requests that named its URL, else by its own name. */
export function rolesOf(t: Seen, inbox: string): ReadonlySet<Role> {
  const used = ROLES.filter((role) => namedIn(t, inbox, [CREATE, PROFILE], role).length > 0)
  return new Set(used.length > 0 ? used : ROLES.filter((role) => inbox.endsWith(`${role}_url`)))
}

/** The requests of these operations that named the URL of an inbox, in one role or in any. */
export function namedIn(t: Seen, inbox: string, operations: readonly string[], role?: Role): readonly Exchange[] {
  const url = t.inbox(inbox)?.url
  if (url === undefined) return []
  const pointers = role === undefined ? Object.values(URL_POINTERS) : [URL_POINTERS[role]]
  const naming = indexOf(t.exchanges()).byUrl.get(url) ?? []
  return naming.filter(({ operation, request }) => {
    return operations.includes(operation) && pointers.some((each) => valueAt(json(request), each) === url)
  })
}

/** Every request of the run to create a payment, in the order of sending. */
export function creations(t: Seen): readonly Exchange[] {
  return indexOf(t.exchanges()).creations
}

/** The creations whose answer names this payment as theirs. */
export function creationsById(t: Seen, transactionId: string): readonly Exchange[] {
  return indexOf(t.exchanges()).byText.get(transactionId.toLowerCase()) ?? []
}

/** The creations that were sent with this reference. */
export function creationsByReference(t: Seen, reference: string): readonly Exchange[] {
  return indexOf(t.exchanges()).byReference.get(reference) ?? []
}

/**
 * The creations that may stand behind an event: those whose answer names its transaction_id, else those with its
 * reference. Several where requests were repeated; none where the run did not make the payment.
 */
export function creationsOf(t: Seen, event: PaymentEvent): readonly Exchange[] {
  const byId = event.transactionId === undefined ? [] : creationsById(t, event.transactionId)
  if (byId.length > 0 || event.reference === undefined) return byId
  return creationsByReference(t, event.reference)
}
