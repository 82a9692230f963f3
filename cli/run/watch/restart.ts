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
/** ms after which a service that went away is not waited for any longer. */
const BACK_WITHIN = 30_000
/** ms after a change in which a restart is still held to be one for it. */
const LATE = 20_000

/**
 * When a service that is restarted after changes can be asked: the change comes first, then the process goes away, then
 * another one listens. How long it takes to go away is learned from what is seen.
 */
export class Restarts {
  #urls: readonly string[] = []
  #grace = GRACE

  /** @param urls where the service listens; none where it is not one that is restarted here */
  constructor(urls: readonly string[] = []) {
    this.#urls = urls
  }

  /** Where the service listens, once that is known. */
  follows(urls: readonly string[]): void {
    this.#urls = urls
  }

  /** Resolves when no more changes come and the service has been restarted, or is not going to be. */
  async settled(changes: Pick<Changes, 'lastAt'>, signal: AbortSignal): Promise<void> {
    const firstAt = performance.now()
    let isGone = false
    while (!signal.aborted) {
      const now = performance.now()
      const isUp = await this.isUp()
      if (!isUp && !isGone) this.#learn(now - firstAt)
      if (isGone && now - firstAt > BACK_WITHIN) return
      isGone ||= !isUp
      const isCalm = now - changes.lastAt >= CALM
      const isOver = this.#urls.length === 0 || (isGone ? isUp : now - firstAt >= this.#grace)
      if (isCalm && isOver) return
      await pause(LOOK, signal)
    }
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

  /** Resolves when the service listens, with false where it does not come back. */
  async back(signal: AbortSignal): Promise<boolean> {
    const until = performance.now() + BACK_WITHIN
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
    return (await Promise.all(this.#urls.map(listens))).every(Boolean)
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
