type Act = (...values: unknown[]) => void

/** A timer of the clock, as Node's own are used. */
class Timer {
  at = 0
  /** Breaks ties: who asked first is called first. */
  turn = 0
  isDue = false
  readonly id: number
  readonly #act: Act
  readonly #values: readonly unknown[]
  readonly #ms: number
  readonly #again: boolean
  readonly #clock: VirtualClock

  constructor(clock: VirtualClock, id: number, act: Act, ms: number, values: readonly unknown[], again: boolean) {
    this.#clock = clock
    this.id = id
    this.#act = act
    // As Node reads it.
    this.#ms = ms >= 1 && ms < 2 ** 31 ? Math.trunc(ms) : 1
    this.#values = values
    this.#again = again
    this.refresh()
  }

  call(): void {
    if (this.#again) this.refresh()
    this.#act(...this.#values)
  }

  refresh(): this {
    this.#clock.wind(this, this.#ms)
    return this
  }

  close(): this {
    this.#clock.stop(this)
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }

  [Symbol.toPrimitive](): number {
    return this.id
  }
}

/** A clock that stands until it is told to go on. While it is installed, the process has no other. */
export class VirtualClock {
  now: number
  readonly #begin: number
  /** In the order in which they are due. */
  readonly #due: Timer[] = []
  readonly #byId = new Map<number, Timer>()
  #turns = 0

  /** @param begin ms since the epoch */
  constructor(begin: number) {
    this.now = begin
    this.#begin = begin
  }

  wind(timer: Timer, ms: number): void {
    this.stop(timer)
    this.#turns += 1
    timer.at = this.now + ms
    timer.turn = this.#turns
    timer.isDue = true
    this.#byId.set(timer.id, timer)
    this.#due.splice(this.#place(timer), 0, timer)
  }

  stop(timer: Timer): void {
    if (!timer.isDue) return
    timer.isDue = false
    this.#byId.delete(timer.id)
    this.#due.splice(this.#place(timer), 1)
  }

  /** Goes on by so many milliseconds, and calls every timer on the way. */
  advance(ms: number): void {
    const to = this.now + ms
    for (let next = this.#due[0]; next !== undefined && next.at <= to; next = this.#due[0]) this.#call(next)
    this.now = to
  }

  /** Time passes, and nobody is called: what is due by then is so late. */
  standStill(ms: number): void {
    this.now += ms
  }

  /** Goes on to the next timer, where there is one, and calls it. */
  jump(): void {
    const next = this.#due[0]
    if (next !== undefined) this.#call(next)
  }

  /** Gives back what undoes it. */
  install(): () => void {
    const { setTimeout, setInterval, clearTimeout, clearInterval, Date: RealDate } = globalThis
    const clock = this
    const { now } = performance
    let ids = 0
    const setter =
      (again: boolean) =>
      (act: Act, ms = 1, ...values: unknown[]): Timer => {
        ids += 1
        return new Timer(clock, ids, act, ms, values, again)
      }
    const clear = (timer: unknown): void => {
      const found = timer instanceof Timer ? timer : clock.#byId.get(Number(timer))
      if (found !== undefined) clock.stop(found)
    }
    class VirtualDate extends RealDate {
      constructor(...values: []) {
        super(...((values.length === 0 ? [clock.now] : values) as []))
      }

      static override now(): number {
        return clock.now
      }

      static override [Symbol.hasInstance](value: unknown): boolean {
        return value instanceof RealDate
      }
    }
    Object.assign(globalThis, {
      setTimeout: setter(false),
      setInterval: setter(true),
      clearTimeout: clear,
      clearInterval: clear,
      Date: VirtualDate,
    })
    performance.now = () => clock.now - clock.#begin
    return () => {
      Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval, Date: RealDate })
      performance.now = now
    }
  }

  #call(timer: Timer): void {
    this.stop(timer)
    this.now = Math.max(this.now, timer.at)
    timer.call()
  }

  /** Where a timer stands, or would. */
  #place({ at, turn }: Timer): number {
    let low = 0
    let high = this.#due.length
    while (low < high) {
      const middle = (low + high) >> 1
      const each = this.#due[middle] as Timer
      if (each.at < at || (each.at === at && each.turn < turn)) low = middle + 1
      else high = middle
    }
    return low
  }
}
