import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { leaves, valueAt } from '../../../kit/match/index.ts'
import { paymentStatuses, terminalStatuses } from '../../../specs/payment/statuses.ts'
import { CREATE, READ, REFRESH } from '../client/api.ts'
import type { Records } from '../client/records.ts'
import type { CheckContext } from '../define.ts'
import { type PaymentEvent, paymentEvents } from '../webhooks/deliveries.ts'

export const isKnown = (status: string): boolean => (paymentStatuses as readonly string[]).includes(status)
/** In any spelling: how a status is spelled is judged elsewhere. */
export const isTerminal = (status: string): boolean =>
  (terminalStatuses as readonly string[]).includes(status.toLowerCase())

/** A status that an answer showed, as spelled. */
export interface Shown {
  readonly exchange: Exchange
  readonly status: string
}

/** All that a run saw of one payment. */
export interface History {
  /** In lower case. */
  readonly id: string
  /** In the order in which the answers were complete. */
  readonly shown: readonly Shown[]
  /** Every attempt at every inbox, in the order of arrival. */
  readonly events: readonly PaymentEvent[]
}

/** What the run saw of every payment whose id is known, by id. */
export function histories(t: CheckContext, found: Records): ReadonlyMap<string, History> {
  const all = new Map<string, { id: string; shown: Shown[]; events: PaymentEvent[] }>()
  const of = (id: string) => {
    const history = all.get(id) ?? { id, shown: [], events: [] }
    all.set(id, history)
    return history
  }
  for (const exchange of t.exchanges().toSorted((a, b) => a.endedAt - b.endedAt)) {
    const id = idOf(found, exchange)
    const status = statusShown(t, found, exchange, id)
    if (id !== undefined && status !== undefined) of(id.toLowerCase()).shown.push({ exchange, status })
  }
  for (const event of paymentEvents(t))
    if (event.transactionId !== undefined) of(event.transactionId).events.push(event)
  return all
}

const succeeded = ({ response }: Exchange): boolean => response !== undefined && Math.floor(response.status / 100) === 2

function idOf(found: Records, exchange: Exchange): string | undefined {
  if (exchange.operation === CREATE && exchange.response?.status === 402) {
    const id = valueAt(json(exchange.response), '/details/transaction_id')
    return typeof id === 'string' ? id : undefined
  }
  if (!succeeded(exchange)) return undefined
  if (exchange.operation === CREATE) return found.id(exchange)
  return /\/payments\/([^/?#]+)/.exec(exchange.request.url)?.[1]
}

/** The status of a payment in an answer, as spelled, where it can be told. */
export function statusShown(
  t: CheckContext,
  found: Records,
  exchange: Exchange,
  id = idOf(found, exchange),
): string | undefined {
  const body = json(exchange.response)
  if (exchange.operation === CREATE && exchange.response?.status === 402) {
    const declined = valueAt(body, '/error_code') === 'PAYMENT_DECLINED' ? valueAt(body, '/details/status') : undefined
    return typeof declined === 'string' ? declined : undefined
  }
  if (!succeeded(exchange) || ![CREATE, READ, REFRESH].includes(exchange.operation)) return undefined
  const status = found.status(exchange, id)
  if (status === undefined || t.service.record?.status !== undefined || isKnown(status.toLowerCase())) return status
  // A place learnt from one answer may hold the word of an envelope in another: then no id stands beside it.
  return placesOf(body, status, id).length > 0 ? status : undefined
}

/** Where a body holds a status beside the id of its payment. */
function placesOf(body: unknown, status: string, id: string | undefined): readonly string[] {
  const parent = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'))
  const all = leaves(body)
  const homes = all
    .filter(({ value }) => id !== undefined && String(value).toLowerCase() === id.toLowerCase())
    .map(({ pointer }) => parent(pointer))
  return all
    .filter(({ value, pointer }) => value === status && homes.includes(parent(pointer)))
    .map(({ pointer }) => pointer)
}

/**
 * Words that stand where other answers of the run show a status, beside the id, and that no reader of statuses knows.
 * `success` and `ok` speak of the request.
 */
export function strangeStatuses(t: CheckContext, found: Records): readonly Shown[] {
  const places = new Set(
    t.exchanges().flatMap((exchange) => {
      const status = statusShown(t, found, exchange)
      return status !== undefined && isKnown(status)
        ? placesOf(json(exchange.response), status, idOf(found, exchange))
        : []
    }),
  )
  return t.exchanges().flatMap((exchange) => {
    if (!succeeded(exchange) || statusShown(t, found, exchange) !== undefined) return []
    const body = json(exchange.response)
    const words = [...places].map((place) => valueAt(body, place)).filter((word) => typeof word === 'string')
    const beside = words.filter((word) =>
      placesOf(body, word, idOf(found, exchange)).some((place) => places.has(place)),
    )
    return beside.filter((word) => !/^(?:success|ok)$/i.test(word)).map((status) => ({ exchange, status }))
  })
}

/**
 * Whether an event may tell of the creation itself, of which the document does not say whether it is reported, nor what
 * previous_status then holds: nothing of the payment came earlier, and its status is the one that it began with. An
 * answer may show a later one: that of a retry whose original was lost, or one that was given after the provider's word.
 */
export function mayReportCreation({ shown, events }: History, event: PaymentEvent): boolean {
  const { status } = event
  if (status === undefined || isTerminal(status)) return false
  const begun = shown.find(({ exchange }) => exchange.operation === CREATE)?.status ?? 'pending'
  if (status !== begun && status !== 'pending') return false
  const at = (each: PaymentEvent): number => Date.parse(each.timestamp ?? '')
  // Copies of one event may each carry the time of their own delivery: the first of them tells when it was.
  const copies = events.filter((each) => each.eventId === event.eventId && each.status === status)
  const first = Math.min(...[event, ...copies].map(at))
  return events.every((each) => each.status === status || !(at(each) < first))
}
