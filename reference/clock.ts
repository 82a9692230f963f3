/** Timers of one service: durations of the documents are divided by the scale, and all of them end with `close`. */
export class Clock {
  readonly #scale: number
  readonly #pending = new Map<NodeJS.Timeout, () => void>()
  #closed = false

  constructor(scale: number) {
    this.#scale = scale
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Milliseconds of a documented duration on this clock. */
  scaled(ms: number): number {
    return ms / this.#scale
  }

  /** Calls `act` after so many real milliseconds, unless the clock is closed before. */
  after(ms: number, act: () => void): void {
    this.#arm(ms, act, () => {})
  }

  /** Resolves after so many real milliseconds, or when the clock is closed. */
  sleep(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve()
    return new Promise((resolve) => this.#arm(ms, resolve, resolve))
  }

  close(): void {
    this.#closed = true
    for (const [timer, abandon] of this.#pending) {
      clearTimeout(timer)
      abandon()
    }
    this.#pending.clear()
  }

  #arm(ms: number, act: () => void, abandon: () => void): void {
    if (this.#closed) {
      abandon()
      return
    }
    const timer = setTimeout(() => {
      this.#pending.delete(timer)
      act()
    }, ms)
    this.#pending.set(timer, abandon)
  }
}
