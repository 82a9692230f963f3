import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from './changes.ts'

/** ms without a further change after which a change counts: editors and compilers write several files. */
const CALM = 300
/** ms between looks at whether the service is there. */
const LOOK = 50
/** ms after a change in which a service goes away that is going to be restarted, as long as none was seen to. */
const GRACE = 1000
const LEAST_GRACE = 400
const MOST_GRACE = 6000
/** ms for which a service that went away is waited for without a word. */
const UNTOLD = 1500
/** ms after a change in which a restart is still held to be one for it, and ms between looks later on. */
const LATE = 20_000
const LATER_LOOK = 100

/**
 * When a service that is restarted after changes can be asked: the change comes first, then the process goes away, then
 * another one listens. How long it takes to go away is learned from what is seen.
 */
export class Restarts {
  #urls: readonly string[]
  #grace = GRACE
  #down: readonly string[] = []
  /** When the service was last seen to be away; ms of `performance.now()`. */
  #goneAt = Number.NEGATIVE_INFINITY

  /** @param urls where the service listens; none where it is not one that is restarted here */
  constructor(urls: readonly string[] = []) {
    this.#urls = urls
  }

  /** Where the service listens, once that is known. */
  follows(urls: readonly string[]): void {
    this.#urls = urls
  }

  get urls(): readonly string[] {
    return this.#urls
  }

  /** Of them, where nobody listened when it was looked at last. */
  get down(): readonly string[] {
    return this.#down
  }

  /** Whether the service was seen to be away since then. */
  wasGoneSince(ms: number): boolean {
    return this.#goneAt >= ms
  }

  /**
   * Resolves with true when no more changes come and the service has been restarted, or is not going to be. With false
   * where it went away and is not back after a moment.
   */
  async settled(changes: Pick<Changes, 'lastAt'>, signal: AbortSignal): Promise<boolean> {
    const firstAt = performance.now()
    let goneAt: number | undefined
    while (!signal.aborted) {
      const now = performance.now()
      const isUp = await this.isUp()
      if (!isUp && goneAt === undefined) {
        this.#learn(now - firstAt)
        goneAt = now
      }
      const isCalm = now - changes.lastAt >= CALM
      const isOver = this.#urls.length === 0 || (goneAt !== undefined ? isUp : now - firstAt >= this.#grace)
      if (isCalm && isOver) return true
      if (isCalm && goneAt !== undefined && now - goneAt >= UNTOLD) return false
      await pause(LOOK, signal)
    }
    return false
  }

  /**
   * Resolves with true when the service goes away though it was waited for: it was, or is, the old one that is judged.
   * With false when that comes too late to be due to the change, and at the signal.
   * @param changedAt ms of `performance.now()`
   */
  async goneLate(changedAt: number, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && this.#urls.length > 0 && performance.now() - changedAt < LATE) {
      if (!(await this.isUp())) {
        this.#learn(performance.now() - changedAt)
        return true
      }
      await pause(LOOK, signal)
    }
    return false
  }

  /** Resolves with true when the service goes away, however late and whatever for, with false at the signal. */
  async gone(changedAt: number, signal: AbortSignal): Promise<boolean> {
    if (await this.goneLate(changedAt, signal)) return true
    while (!signal.aborted && this.#urls.length > 0) {
      if (!(await this.isUp())) return true
      await pause(LATER_LOOK, signal)
    }
    return false
  }

  /** Resolves with true when the service is back, with false where that takes longer than a moment. */
  back(signal: AbortSignal): Promise<boolean> {
    return this.listening(signal, UNTOLD)
  }

  /** Resolves with true when the service listens, with false at the signal, and where it does not within these ms. */
  async listening(signal: AbortSignal, withinMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const until = performance.now() + withinMs
    while (!signal.aborted && performance.now() < until) {
      if (await this.isUp()) return true
      await pause(LOOK, signal)
    }
    return false
  }

  #learn(afterMs: number): void {
    this.#grace = Math.min(MOST_GRACE, Math.max(LEAST_GRACE, afterMs * 2))
  }

  /** Whether the service listens, as far as it is one that is restarted here. */
  async isUp(): Promise<boolean> {
    const listening = await Promise.all(this.#urls.map(listens))
    this.#down = this.#urls.filter((_, index) => listening[index] === false)
    if (this.#down.length > 0) this.#goneAt = performance.now()
    return this.#down.length === 0
  }
}

/** False where a connection is refused: what does not answer is busy, and there. */
function listens(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname.replace(/^\[|\]$/g, ''))
    const end = (is: boolean): void => {
      socket.destroy()
      resolve(is)
    }
    socket.setTimeout(1000, () => end(true))
    socket.once('connect', () => end(true))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code !== 'ECONNREFUSED'))
  })
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)
