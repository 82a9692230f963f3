import { pause } from '../clock/pause.ts'
import type { Ledger } from './ledger.ts'

/** Requests per documented minute that the suite allows itself on one key: below 60, since a limiter may count a little differently. */
export const PER_MINUTE = 55

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

  answered(): void {
    this.endedAt ??= Date.now()
  }
}

/** What a key waits for. */
export interface Queue {
  readonly key: string
  readonly waiting: number
  /** ms until the first of them may go. */
  readonly freeInMs: number
}

/**
 * Keeps every key below the documented rate: at most `PER_MINUTE` requests in any window of a minute of the target's
 * time. The target counts a request at a moment between its sending and its answer, so that it is counted here until a
 * window after the answer.
 */
export class Pacer {
  readonly windowMs: number
  readonly #ledger: Ledger
  readonly #places = new Map<string, WindowSlot[]>()
  readonly #passed = new Map<string, number>()
  readonly #queues = new Map<string, Promise<unknown>>()
  readonly #waiting = new Map<string, number>()

  constructor(timeScale: number, ledger: Ledger) {
    this.windowMs = 60_000 / timeScale
    this.#ledger = ledger
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
    const place = new WindowSlot()
    this.#of(key).push(place)
    return place
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
    const asked = Date.now()
    for (let wait = this.#freeIn(key, count); wait > 0 && !signal.aborted; wait = this.#freeIn(key, count))
      await pause(wait, signal)
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) - count)
    const waited = Date.now() - asked
    if (waited > 1) this.#ledger.waited(waited)
    return Array.from({ length: count }, () => this.note(key))
  }

  /** ms until so many requests more may go; 0 when they may. */
  #freeIn(key: string, count: number): number {
    const places = this.#of(key)
    const most = Math.max(PER_MINUTE, count)
    const tooMany = places.length + count - most
    if (tooMany <= 0) return 0
    const ends = places.map(({ endedAt }) => endedAt ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
    const freed = (ends[tooMany - 1] ?? 0) + this.windowMs
    return Number.isFinite(freed) ? Math.max(5, freed - Date.now() + 5) : LOOK_MS
  }

  /** The requests of a key that still count. */
  #of(key: string): WindowSlot[] {
    const since = Date.now() - this.windowMs
    const places = (this.#places.get(key) ?? []).filter(({ endedAt }) => endedAt === undefined || endedAt > since)
    this.#places.set(key, places)
    return places
  }
}
