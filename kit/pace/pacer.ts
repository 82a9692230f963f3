import type { Ledger } from './ledger.ts'

/** Requests per documented minute that the suite allows itself on one key: below 60, since a limiter may count a little differently. */
export const PER_MINUTE = 55

/** Keeps every key below the documented rate: at most `PER_MINUTE` requests in any window of a minute of the target's time. */
export class Pacer {
  readonly windowMs: number
  readonly #ledger: Ledger
  readonly #sent = new Map<string, number[]>()
  readonly #passed = new Map<string, number>()
  readonly #queues = new Map<string, Promise<void>>()
  readonly #pause: (ms: number) => Promise<void>

  constructor(timeScale: number, ledger: Ledger, pause: (ms: number) => Promise<void>) {
    // A margin over the window itself: the target stamps a request later than we do.
    this.windowMs = 60_000 / timeScale
    this.#ledger = ledger
    this.#pause = pause
  }

  /** Resolves when `count` requests may be sent on this key at once, first come first served. */
  async room(key: string, count = 1): Promise<void> {
    const before = this.#queues.get(key) ?? Promise.resolve()
    const turn = before.then(() => this.#take(key, count))
    this.#queues.set(
      key,
      turn.catch(() => undefined),
    )
    return turn
  }

  /** Notes a request that went out without asking for room. */
  note(key: string, count = 1): void {
    const log = this.#log(key)
    for (let each = 0; each < count; each += 1) log.push(Date.now())
  }

  /** Notes an answer on this key that was no 429. */
  pass(key: string): void {
    this.#passed.set(key, this.passed(key) + 1)
  }

  /** Answers on this key so far that were no 429. */
  passed(key: string): number {
    return this.#passed.get(key) ?? 0
  }

  /** Requests on this key within the last window. */
  recent(key: string): number {
    const log = this.#log(key)
    const since = Date.now() - this.windowMs
    while (log.length > 0 && log[0]! <= since) log.shift()
    return log.length
  }

  async #take(key: string, count: number): Promise<void> {
    const asked = Date.now()
    const most = Math.max(PER_MINUTE, count)
    while (this.recent(key) + count > most) {
      const log = this.#log(key)
      const freed = log[this.recent(key) + count - most - 1] ?? log[0]!
      await this.#pause(Math.max(5, freed + this.windowMs - Date.now() + 5))
    }
    this.note(key, count)
    const waited = Date.now() - asked
    if (waited > 1) this.#ledger.waited(waited)
  }

  #log(key: string): number[] {
    let log = this.#sent.get(key)
    if (log === undefined) {
      log = []
      this.#sent.set(key, log)
    }
    return log
  }
}
