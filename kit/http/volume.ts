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

  /** @param most bytes @param onExceeded told once */
  constructor(most: number, onExceeded: () => void) {
    this.#most = most
    this.#onExceeded = onExceeded
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
