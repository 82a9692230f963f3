import type { Answered } from './transport.ts'

/** What a request is waited for where its operation has let the ones before it wait in vain, ms. */
const AFTER_SILENCE_MS = 2_000
/** How much longer than the slowest answer of an operation one is waited for at least. */
const SLOWEST = 4

interface Known {
  /** Requests given up since something came. */
  silent: number
  slowestMs: number
}

/** Which operations say nothing: whoever waits for nobody need not wait again for as long each time. */
export class Silence {
  readonly #known = new Map<string, Known>()

  /** For how long a request is waited for, ms; undefined where the usual time is right. */
  patienceMs(operation: string): number | undefined {
    const { silent, slowestMs } = this.#of(operation)
    return silent === 0 ? undefined : Math.max(AFTER_SILENCE_MS, SLOWEST * slowestMs)
  }

  came(operation: string, answered: Answered, afterMs: number): void {
    const known = this.#of(operation)
    if ('response' in answered) {
      known.silent = 0
      known.slowestMs = Math.max(known.slowestMs, afterMs)
    } else if (answered.fault.kind === 'timeout') known.silent += 1
  }

  #of(operation: string): Known {
    const known = this.#known.get(operation) ?? { silent: 0, slowestMs: 0 }
    this.#known.set(operation, known)
    return known
  }
}
