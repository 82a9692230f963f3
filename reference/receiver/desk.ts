import type { Clock } from '../clock.ts'
import type { AnswerForm, ReceiverBehaviour } from './behaviour.ts'

/** An event as a receiver understands it. */
export interface Understood {
  /** What its document calls it by. */
  readonly id: string
  readonly name: string
  /** The transaction or the message. */
  readonly subject: string
  /** What several subjects share. */
  readonly group?: string
  /** Of the attempt; absent where there is none. */
  readonly attempt?: string
}

/** What the receiver of one document knows of its events, and does about them. */
export interface Trade<Event extends Understood> {
  /** Whether it has a name that is known. */
  readonly isKnown: (event: Event) => boolean
  /** Has the event take effect. */
  readonly apply: (event: Event) => void
}

/** A delivery on its way through the desk. */
export interface Incoming<Event> {
  readonly event: Event
  readonly isRight: boolean
  readonly isSigned: boolean
}

/** Decides of each delivery what it is answered, and when its event takes effect. */
export class Desk<Event extends Understood> {
  readonly #behaviour: ReceiverBehaviour
  readonly #trade: Trade<Event>
  readonly #clock: Clock
  /** When each was remembered, Unix ms. */
  readonly #known = new Map<string, number>()
  readonly #attempts = new Map<string, number>()
  readonly #working = new Set<string>()
  #work: Promise<void> = Promise.resolve()
  #events = 0
  #nameless = 0

  constructor(behaviour: ReceiverBehaviour, trade: Trade<Event>, clock: Clock) {
    this.#behaviour = behaviour
    this.#trade = trade
    this.#clock = clock
  }

  async take({ event, isRight, isSigned }: Incoming<Event>): Promise<AnswerForm> {
    const { trusting, refusal, missing, success, unknown, duplicate = success, fails, busy, gapMs } = this.#behaviour
    const key = this.#keyOf(event)
    if (trusting && !isRight && !this.#isKnown(key)) this.#remember(key)
    if (!isRight) return isSigned ? refusal : (missing ?? refusal)
    if (!this.#trade.isKnown(event)) return unknown ?? success
    if (this.#isKnown(key)) return duplicate
    if (this.#failsNow(event)) {
      if (fails.remembers) this.#remember(key)
      return { status: 503 }
    }
    if (busy !== undefined && this.#working.has(key)) return busy
    this.#working.add(key)
    if (gapMs > 0) await this.#clock.sleep(gapMs)
    this.#remember(key)
    await this.#effect(event)
    this.#working.delete(key)
    return success
  }

  async #effect(event: Event): Promise<void> {
    const { workMs, queue } = this.#behaviour
    if (workMs === undefined) {
      this.#trade.apply(event)
      return
    }
    const before = this.#work
    const work = (async () => {
      if (queue) await before
      await this.#clock.sleep(workMs)
      this.#trade.apply(event)
    })()
    this.#work = work
  }

  #isKnown(key: string): boolean {
    const since = this.#known.get(key)
    return since !== undefined && Date.now() - since < this.#behaviour.remembersForMs
  }

  #remember(key: string): void {
    this.#known.set(key, Date.now())
    const [oldest] = this.#known.keys()
    if (this.#known.size > this.#behaviour.remembers && oldest !== undefined) this.#known.delete(oldest)
  }

  /** Whether this attempt is one of those that fail. */
  #failsNow({ id }: Event): boolean {
    const { attempts } = this.#behaviour.fails
    if (attempts === 'none') return false
    const before = this.#attempts.get(id)
    if (before !== undefined) return false
    this.#events += 1
    this.#attempts.set(id, this.#events)
    return attempts === 'first of each' || this.#events % 3 === 0
  }

  #keyOf({ id, name, subject, group, attempt }: Event): string {
    switch (this.#behaviour.dedupe) {
      case 'event':
        return id
      case 'event, name and subject':
        return [id, name, subject].join(' ')
      case 'subject':
        return subject
      case 'group':
        return group ?? id
      case 'attempt':
        return attempt ?? id
      default:
        this.#nameless += 1
        return `${id} ${this.#nameless}`
    }
  }
}
