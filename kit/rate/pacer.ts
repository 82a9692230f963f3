import type { Clock } from '../clock/clock.ts'
import { pause } from '../clock/pause.ts'
import type { Ledger } from './ledger.ts'
import type { Pace } from './pace.ts'

/** How often a request that is under way is looked at again, ms: nobody knows when it ends. */
const LOOK_MS = 10

/** A request in the count of its key: from when it may be sent until a window after it was answered. */
export interface Slot {
  /** Tells that the answer is there, or that none will come. */
  answered(): void
}

class WindowSlot implements Slot {
  /** Wall clock, ms; undefined while the request is under way. */
  endedAt: number | undefined
  readonly #clock: Pick<Clock, 'now'>

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  answered(): void {
    this.endedAt ??= this.#clock.now()
  }
}

/** What a key waits for. */
export interface Queue {
  readonly key: string
  readonly waiting: number
  /** ms until the first of them may go. */
  readonly freeInMs: number
}

export interface PacerOptions {
  /** How fast to go on a key, by its name. */
  readonly paceOf: (key: string) => Pace
  readonly ledger: Pick<Ledger, 'waited'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Keeps every key below the documented rate. The target counts a request at a moment between its sending and its answer,
 * so that it is counted here until a window after the answer. Keys are named with their service: `library.members[0]`.
 */
export class Pacer {
  readonly #paceOf: (key: string) => Pace
  readonly #ledger: Pick<Ledger, 'waited'>
  readonly #clock: Pick<Clock, 'now'>
  readonly #slots = new Map<string, WindowSlot[]>()
  readonly #passed = new Map<string, number>()
  readonly #queues = new Map<string, Promise<unknown>>()
  readonly #waiting = new Map<string, number>()

  constructor({ paceOf, ledger, clock }: PacerOptions) {
    this.#paceOf = paceOf
    this.#ledger = ledger
    this.#clock = clock
  }

  /** Length of the window that the requests of a key are counted in, ms. */
  windowMs(key: string): number {
    return this.#paceOf(key).windowMs
  }

  /**
   * Resolves when `count` requests may be sent on this key at once, first come first served; at once when the signal is
   * aborted, since nothing is sent then.
   */
  async room(key: string, count: number, signal: AbortSignal): Promise<readonly Slot[]> {
    const before = this.#queues.get(key) ?? Promise.resolve()
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + count)
    const turn = before.then(() => this.#take(key, count, signal))
    this.#queues.set(
      key,
      turn.catch(() => undefined),
    )
    return turn
  }

  /** Counts a request that goes out without asking for room. */
  note(key: string): Slot {
    const slot = new WindowSlot(this.#clock)
    this.#of(key).push(slot)
    return slot
  }

  /** Notes an answer on this key that was no 429. */
  pass(key: string): void {
    this.#passed.set(key, this.passed(key) + 1)
  }

  /** Answers on this key so far that were no 429. */
  passed(key: string): number {
    return this.#passed.get(key) ?? 0
  }

  /** Requests on this key that the target may count within one window with the next. */
  recent(key: string): number {
    return this.#of(key).length
  }

  /** The keys that requests wait for, the longest wait first. */
  queues(): readonly Queue[] {
    return [...this.#waiting]
      .filter(([, waiting]) => waiting > 0)
      .map(([key, waiting]) => ({ key, waiting, freeInMs: this.#freeIn(key, 1) }))
      .filter(({ freeInMs }) => freeInMs > 0)
      .sort((a, b) => b.freeInMs - a.freeInMs)
  }

  async #take(key: string, count: number, signal: AbortSignal): Promise<readonly Slot[]> {
    const asked = this.#clock.now()
    for (let wait = this.#freeIn(key, count); wait > 0 && !signal.aborted; wait = this.#freeIn(key, count))
      await pause(wait, signal)
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) - count)
    const waited = this.#clock.now() - asked
    if (waited > 1) this.#ledger.waited(waited)
    return Array.from({ length: count }, () => this.note(key))
  }

  /** ms until so many requests more may go; 0 when they may. */
  #freeIn(key: string, count: number): number {
    const slots = this.#of(key)
    const { requests, windowMs } = this.#paceOf(key)
    const tooMany = slots.length + count - Math.max(requests, count)
    if (tooMany <= 0) return 0
    const ends = slots.map(({ endedAt }) => endedAt ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
    const freed = (ends[tooMany - 1] ?? 0) + windowMs
    return Number.isFinite(freed) ? Math.max(5, freed - this.#clock.now() + 5) : LOOK_MS
  }

  /** The requests of a key that still count. */
  #of(key: string): WindowSlot[] {
    const since = this.#clock.now() - this.#paceOf(key).windowMs
    const slots = (this.#slots.get(key) ?? []).filter(({ endedAt }) => endedAt === undefined || endedAt > since)
    this.#slots.set(key, slots)
    return slots
  }
}
