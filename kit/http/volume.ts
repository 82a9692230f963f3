import { weightOf } from './parsed.ts'

/** A value takes at most so many times the bytes of its text. */
const HEAVIEST = 64
/** Bytes of each message that are not counted: what services usually send is never too much. */
const FREE = 4 * 1024

/**
 * How much the target has sent beyond what services usually send, answers and webhooks together, whole or not: a run
 * keeps what it is sent, and its memory has an end.
 */
export class Volume {
  readonly #most: number
  readonly #onExceeded: () => void
  #bytes = 0

  /** @param most bytes @param onExceeded told when there are more */
  constructor(most: number, onExceeded: () => void) {
    this.#most = most
    this.#onExceeded = onExceeded
  }

  /** The whole body of a message: one whose value would take too much room is too much by itself. */
  weigh(body: Uint8Array): void {
    if (body.length * HEAVIEST > this.#most && (weightOf(body) ?? 0) > this.#most) this.#onExceeded()
  }

  /** A message, to be told of each piece of it. */
  message(): (bytes: number) => void {
    let free = FREE
    return (bytes) => {
      const counted = Math.max(0, bytes - free)
      free = Math.max(0, free - bytes)
      if (counted === 0) return
      const before = this.#bytes
      this.#bytes += counted
      if (before <= this.#most && this.#bytes > this.#most) this.#onExceeded()
    }
  }
}
