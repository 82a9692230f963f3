import type { Attempt, LibraryBehaviour } from './behaviour.ts'
import type { LibraryEvent } from './domain.ts'

/** Seconds after which a silent receiver is given up. */
const PATIENCE = 5
/** A receiver on a busy machine is given this long however fast the clocks run, ms. */
const LEAST_PATIENCE_MS = 1000

/** Sends events: signed, and again where an attempt fails. */
export class Courier {
  readonly #behaviour: LibraryBehaviour
  readonly #secret: string
  readonly #timeScale: number
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #closing = new AbortController()

  /** @param timeScale how many times faster than the document its durations pass */
  constructor(behaviour: LibraryBehaviour, secret: string, timeScale: number) {
    this.#behaviour = behaviour
    this.#secret = secret
    this.#timeScale = timeScale
  }

  readonly tell = (event: LibraryEvent): void => {
    if (!this.#behaviour.tells(event)) return
    this.#after(this.#behaviour.heldBack(event), () => this.#attempt(event, 1, unixNow()))
  }

  /** Ends what is under way and all that is planned. */
  close(): void {
    this.#closing.abort()
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async #attempt(event: LibraryEvent, number: number, firstAt: number): Promise<void> {
    const { attempts, copiesAfterSuccess, pause, retries } = this.#behaviour
    const status = await this.#send({ event, number, firstAt, now: unixNow() })
    const hasFailed = status < 200 || status > 299
    const goesOn = hasFailed ? number < attempts && retries(status) : number <= copiesAfterSuccess
    if (goesOn) this.#after(hasFailed ? pause : 1, () => this.#attempt(event, number + 1, firstAt))
  }

  /** Status of the answer; 0 where none came. */
  async #send(attempt: Attempt): Promise<number> {
    const { payload, signature, timestamp } = this.#behaviour
    const body = JSON.stringify(payload(attempt))
    const signed = signature({ secret: this.#secret, t: timestamp(attempt), body }, attempt)
    const headers = {
      'Content-Type': 'application/json',
      ...(signed === undefined ? {} : { 'Library-Signature': signed }),
    }
    const patience = AbortSignal.timeout(Math.max(LEAST_PATIENCE_MS, (PATIENCE * 1000) / this.#timeScale))
    try {
      const { url } = attempt.event
      const signal = AbortSignal.any([patience, this.#closing.signal])
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
      await answer.body?.cancel()
      return answer.status
    } catch {
      return 0
    }
  }

  #after(seconds: number, act: () => Promise<void>): void {
    if (this.#closing.signal.aborted) return
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        void act()
      },
      (seconds * 1000) / this.#timeScale,
    )
    this.#timers.add(timer)
  }
}

const unixNow = (): number => Math.floor(Date.now() / 1000)
