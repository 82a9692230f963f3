import { type Exchange, header, json } from '../../../kit/http/exchange.ts'
import { isUuidText, leaves, show, valueAt } from '../../../kit/match/index.ts'
import { paymentStatuses } from '../../../specs/payment/statuses.ts'
import { defineFixture, type FixtureContext } from '../define.ts'

type Pointers = { id?: string; status?: string }

const parent = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'))
const isStatus = (value: unknown): boolean =>
  typeof value === 'string' && (paymentStatuses as readonly string[]).includes(value.toLowerCase())

/** Of what is no success only a decline has a payment to tell of. */
const isError = ({ response }: Exchange): boolean =>
  response !== undefined && response.status >= 400 && response.status !== 402

/** A member of such a name may be the id, whatever its form. */
const NAMED_AS_ID = /\/(?:id|payment_?id|transaction_?id)$/i

/**
 * Finds a payment's id and status in success bodies, whose shape the document does not show. What was settled for an
 * endpoint from one answer is kept for the run. The target file's `payment.record` wins.
 */
export class Records {
  readonly #configured: Pointers
  readonly #settled = new Map<string, Pointers>()
  /** Operations and pointers of UUIDs that stood beside an id and were none. */
  readonly #others = new Set<string>()

  constructor(configured: Pointers) {
    this.#configured = configured
  }

  /** Pointers of the values that could be the id: UUIDs that we did not send. */
  candidates(exchange: Exchange): string[] {
    const sent = new Set(leaves(json(exchange.request)).map(({ value }) => String(value).toLowerCase()))
    return leaves(json(exchange.response))
      .filter(({ value }) => isUuidText(value) && !sent.has(value.toLowerCase()))
      .map(({ pointer }) => pointer)
  }

  /**
   * The id of the payment in an answer, where the pointer is configured, settled, or the only candidate. An error has none: a
   * UUID in it may be that of the request, or of another payment.
   */
  id(exchange: Exchange): string | undefined {
    if (isError(exchange)) return undefined
    const body = json(exchange.response)
    const { operation } = exchange
    const candidates = this.candidates(exchange).filter((pointer) => !this.#others.has(`${operation} ${pointer}`))
    const known = this.#configured.id ?? this.#settled.get(operation)?.id
    const found = known === undefined ? undefined : valueAt(body, known)
    if (typeof found === 'string' && found !== '') {
      const others = candidates.filter((pointer) => valueAt(body, pointer) !== found)
      for (const pointer of others) this.#others.add(`${operation} ${pointer}`)
      return found
    }
    const distinct = new Set(candidates.map((pointer) => String(valueAt(body, pointer)).toLowerCase()))
    if (distinct.size === 1) {
      if (known === undefined) this.settle(operation, { id: candidates[0]! })
      return valueAt(body, candidates[0]!) as string
    }
    return candidates.length === 0 ? fromLocation(exchange) : undefined
  }

  /** The UUID that stands in an answer where another answer, which shows this payment, has its id. */
  idAsIn(shown: Exchange, id: string, exchange: Exchange): string | undefined {
    const isIt = (value: unknown): boolean => String(value).toLowerCase() === id.toLowerCase()
    const places = leaves(json(shown.response)).filter(({ value }) => isIt(value))
    const values = places.map(({ pointer }) => valueAt(json(exchange.response), pointer)).filter(isUuidText)
    return values.find(isIt) ?? values[0]
  }

  /**
   * The status that an answer shows, as spelled, where it can be told: at the configured or settled pointer, else the one
   * value that reads like a status, one beside the id before others.
   */
  status(exchange: Exchange, id?: string): string | undefined {
    // In an error the same place may hold a word of its envelope.
    if (isError(exchange)) return undefined
    const body = json(exchange.response)
    const known = this.#configured.status ?? this.#settled.get(exchange.operation)?.status
    const found = known === undefined ? undefined : valueAt(body, known)
    if (typeof found === 'string') return found
    const all = leaves(body)
    const like = all.filter(({ value }) => isStatus(value))
    const ids = all.filter(({ value }) => id !== undefined && String(value).toLowerCase() === id.toLowerCase())
    if (ids.length === 1 && ids[0] !== undefined) this.settle(exchange.operation, { id: ids[0].pointer })
    const beside = like.filter(({ pointer }) => ids.some((each) => parent(each.pointer) === parent(pointer)))
    const named = beside.filter(
      ({ pointer }) => /status|state/i.test(pointer.slice(pointer.lastIndexOf('/'))) && !/prev|last|old/i.test(pointer),
    )
    const chosen = named.length === 1 ? named : beside.length === 1 ? beside : like.length === 1 ? like : []
    const [one] = chosen
    if (one === undefined) return undefined
    this.settle(exchange.operation, { status: one.pointer })
    return String(one.value)
  }

  /** Where the target file has a word read for a status that is none; undefined where it is one, or was found otherwise. */
  slip(exchange: Exchange, word: string): string | undefined {
    const place = this.#configured.status
    if (place === undefined || isStatus(word) || valueAt(json(exchange.response), place) !== word) return undefined
    return `read at payment.record.status of the target file, ${place}`
  }

  /** The same of an id that has not the form of one. */
  slipOfId(id: string): string | undefined {
    const { id: place } = this.#configured
    return place === undefined || isUuidText(id)
      ? undefined
      : `the id, which is no UUID, was read at payment.record.id of the target file, ${place}`
  }

  /** What a creation without a UUID has in the place of the id, and the line that names it where that helps. */
  inPlaceOfId(exchange: Exchange): string {
    const body = json(exchange.response)
    const { id: place } = this.#configured
    if (place !== undefined) {
      const value = valueAt(body, place)
      return `, and ${value === undefined ? 'nothing' : show(value)} at payment.record.id of the target file, ${place}`
    }
    const named = leaves(body).find(({ pointer }) => NAMED_AS_ID.test(pointer))
    if (named === undefined)
      return '; where its id has another form, payment.record.id of the target file says where it stands'
    return typeof named.value === 'string'
      ? `; add payment.record.id: ${named.pointer} to the target file`
      : `, and ${show(named.value)} at ${named.pointer}`
  }

  settle(operation: string, pointers: Pointers): void {
    this.#settled.set(operation, { ...this.#settled.get(operation), ...pointers })
  }

  /** What was settled, for the report: `POST /api/v1/payments: id /data/id, status /data/status`. */
  describe(): string[] {
    return [...this.#settled].map(([operation, settled]) => {
      const { id, status } = { ...settled, ...this.#configured }
      return `${operation}: ${[...(id === undefined ? [] : [`id ${id}`]), ...(status === undefined ? [] : [`status ${status}`])].join(', ')}`
    })
  }
}

function fromLocation(exchange: Exchange): string | undefined {
  const location = header(exchange.response?.headers ?? [], 'Location')
  return location?.split(/[/?#]/).findLast(isUuidText)
}

/** Whether an answer names this id anywhere. */
export function mentions(exchange: Exchange, id: string): boolean {
  return leaves(json(exchange.response)).some(
    ({ value }) => typeof value === 'string' && value.toLowerCase() === id.toLowerCase(),
  )
}

/** The one reader of success bodies of a run. */
export const records = defineFixture({
  name: 'records',
  tier: 'read',
  make: async (t: FixtureContext) => new Records(t.service.record ?? {}),
})
