import type { Delivery } from './delivery.ts'
import { identifyByBody } from './response-script.ts'

/** Where a delivery stands among the attempts at its event. */
export interface Attempt {
  /**
   * What its body calls the event (`event`, else `type`), such as `loan.returned`; empty where it names none. Of a request
   * to an interface that is served: its method and path.
   */
  readonly event: string
  /** Equal for all attempts at one event in one inbox. */
  readonly identity: string
  /** 1 for the first. */
  readonly attempt: number
  /** Milliseconds since the attempt before, by the monotonic clock; absent for the first. */
  readonly afterMs?: number
}

/** What may be another one each time that the same is told: ids of the event, and times. */
const RENEWED: readonly string[] = ['event_id', 'id', 'delivery_id', 'timestamp', 'created_at', 'sent_at', 'attempt']

/** A body without what is renewed; undefined where it is no object with anything else in it. */
function toldBy({ json }: Delivery): string | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  const rest = Object.entries(json).filter(([name]) => !RENEWED.includes(name))
  return rest.length === 0 ? undefined : JSON.stringify(rest)
}

const mayHaveFailed = ({ answer }: Delivery): boolean =>
  answer.kind !== 'status' || answer.status < 200 || answer.status > 299

/**
 * The place of every delivery; they come in the order of arrival. One that tells the same as a failed one before it, by
 * an id of its own, is another attempt at that: who gives each attempt a new id attempts it all the same.
 */
export function attemptsOf(deliveries: readonly Delivery[]): ReadonlyMap<Delivery, Attempt> {
  const attempts = new Map<Delivery, Attempt>()
  const last = new Map<string, Delivery>()
  const alike = new Map<string, Delivery>()
  for (const delivery of deliveries) {
    const identity = delivery.below === undefined ? identifyByBody(delivery) : requestOf(delivery)
    const place = JSON.stringify([delivery.inbox, identity])
    const told = delivery.below === undefined ? toldBy(delivery) : undefined
    const saying = JSON.stringify([delivery.inbox, told])
    const same = told === undefined ? undefined : alike.get(saying)
    if (told !== undefined) alike.set(saying, delivery)
    const before = last.get(place) ?? (same !== undefined && mayHaveFailed(same) ? same : undefined)
    const known = before === undefined ? undefined : attempts.get(before)
    last.set(place, delivery)
    attempts.set(delivery, {
      event: eventOf(delivery),
      identity,
      attempt: (known?.attempt ?? 0) + 1,
      ...(before === undefined ? {} : { afterMs: Math.round(delivery.arrivedMono - before.arrivedMono) }),
    })
  }
  return attempts
}

/** The longest time from one attempt at an event to the next, ms; 0 where none was attempted again. */
export const longestPauseMs = (attempts: ReadonlyMap<Delivery, Attempt>): number =>
  Math.max(0, ...[...attempts.values()].map(({ afterMs = 0 }) => afterMs))

/** Requests for one thing are attempts at it. */
const requestOf = ({ method, below = '' }: Pick<Delivery, 'method' | 'below'>): string =>
  `${method} ${below.split('?')[0]}`

function eventOf({ json, method, below }: Pick<Delivery, 'json' | 'method' | 'below'>): string {
  if (below !== undefined) return requestOf({ method, below })
  const { event, type } = Object(json) as Record<string, unknown>
  return [event, type].find((name) => typeof name === 'string') ?? ''
}
