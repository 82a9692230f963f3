import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Answer, Delivery } from './delivery.ts'

/** A request that has been read and is about to be answered. */
export type Arrival = Omit<Delivery, 'answer'>

export interface WebhookEvent {
  readonly json: unknown
  readonly headers: Delivery['headers']
  /** 1 for the first attempt at this event in this inbox, 2 for its first retry. */
  readonly attempt: number
  /** 1 for the first request to this inbox, whatever its event. */
  readonly nth: number
  readonly delivery: Arrival
  /** How late our answer to an earlier request may have been because this process stood still, ms. */
  readonly lateness: Lateness
}

export type Lateness = (earlier: Arrival) => number

export interface Rule {
  /** Whether the rule speaks for this event. One that throws does not. */
  readonly when: (event: WebhookEvent) => boolean
  /** `answers[i]` is given to attempt `i + 1` at an event; attempts after the last are answered with a success. */
  readonly answers: readonly Answer[]
}

/** What makes two requests attempts at the same event. */
export type Identify = (arrival: Arrival) => string

const OK = 200

/** `event_id`, else `id`, else the digest of the body. */
export const identifyByBody: Identify = ({ json, digest }) => {
  const members = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  const id = members.event_id ?? members.id
  return typeof id === 'string' || typeof id === 'number' ? `id ${id}` : `body ${digest}`
}

/** The answers of one inbox: the first rule added that speaks for an event decides, otherwise it is a success. */
export class ResponseScript {
  readonly #rules: Rule[] = []
  readonly #attempts = new Map<string, number>()
  readonly #success: (nth: number) => number
  readonly #lateness: Lateness
  /** Status of the success of every event, by its identity: the same for all its attempts. */
  readonly #successes = new Map<string, number>()
  #nth = 0

  /** @param success status of the success of the n-th event, from 1 */
  constructor(success: (nth: number) => number = () => OK, lateness: Lateness = () => 0) {
    this.#success = success
    this.#lateness = lateness
  }

  /** Returns what takes the rule away again. Throws RangeError or TypeError for an answer that cannot be sent. */
  add(rule: Rule): () => void {
    for (const answer of rule.answers) validate(answer)
    const own = { ...rule }
    this.#rules.push(own)
    return () => {
      const at = this.#rules.indexOf(own)
      if (at >= 0) this.#rules.splice(at, 1)
    }
  }

  answer(delivery: Arrival, identity: string): Answer {
    const attempt = (this.#attempts.get(identity) ?? 0) + 1
    this.#attempts.set(identity, attempt)
    this.#nth += 1
    const { json, headers } = delivery
    const event: WebhookEvent = { json, headers, attempt, nth: this.#nth, delivery, lateness: this.#lateness }
    const rule = this.#rules.find(({ when }) => {
      try {
        return when(event)
      } catch {
        return false
      }
    })
    return rule?.answers[attempt - 1] ?? { kind: 'status', status: this.#successOf(identity) }
  }

  #successOf(identity: string): number {
    const status = this.#successes.get(identity) ?? this.#success(this.#successes.size + 1)
    this.#successes.set(identity, status)
    return status
  }
}

/** @throws RangeError or TypeError for an answer that cannot be sent */
export function validate(answer: Answer): void {
  if (answer.kind === 'none')
    throw new TypeError('an answer of the kind "none" cannot be programmed; use "hang" or "reset"')
  if (answer.kind !== 'status') return
  if (!Number.isInteger(answer.status) || answer.status < 200 || answer.status > 599) {
    throw new RangeError(`a programmed status is an integer from 200 to 599, not ${answer.status}`)
  }
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  }
}
