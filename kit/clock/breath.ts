import { setImmediate } from 'node:timers/promises'
import { isSystemTime } from './stalls.ts'

/** For so long something may be computed at a stretch, ms: what waits for this process is answered in between. */
const STRETCH_MS = 20

/** Long computations of one run let timers and sockets of all have their turn. */
export class Breath {
  #since = performance.now()

  /** Between two steps. On a clock that stands in for that of the system nothing waits. */
  async take(): Promise<void> {
    if (!isSystemTime() || performance.now() - this.#since < STRETCH_MS) return
    await setImmediate()
    this.#since = performance.now()
  }

  /** Maps a list, one after the other. */
  async each<From, To>(list: readonly From[], step: (one: From) => To): Promise<To[]> {
    const made: To[] = []
    for (const one of list) {
      made.push(step(one))
      await this.take()
    }
    return made
  }
}
