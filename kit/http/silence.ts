import type { Answered } from './transport.ts'

/** What a request is waited for where its operation has let the ones before it wait in vain, ms. */
const AFTER_SILENCE_MS = 2_000
/** How much longer than the slowest answer of an operation one is waited for at least. */
const SLOWEST = 4

interface Known {
  /** Requests given up since something came. */
  silent: number
  slowestMs: number
  /** How the first of them was told. */
  first: string
}

/** Which operations say nothing: whoever waits for nobody need not wait again for as long each time. */
export class Silence {
  readonly #known = new Map<string, Known>()

  /** For how long a request is waited for, ms; undefined where the usual time is right. */
  patienceMs(operation: string): number | undefined {
    const { silent, slowestMs } = this.#of(operation)
    return silent === 0 ? undefined : Math.max(AFTER_SILENCE_MS, SLOWEST * slowestMs)
  }

  /** Takes in what came. Gives it back, with how long the first was waited for where this one was not given as long. */
  came(operation: string, answered: Answered, afterMs: number): Answered {
    const known = this.#of(operation)
    if ('response' in answered) {
      known.silent = 0
      known.slowestMs = Math.max(known.slowestMs, afterMs)
      return answered
    }
    if (answered.fault.kind !== 'timeout') return answered
    known.silent += 1
    const { fault } = answered
    if (known.silent === 1) known.first = fault.message
    return known.first === fault.message
      ? answered
      : { ...answered, fault: { ...fault, message: `${fault.message}; for one before it ${known.first}` } }
  }

  #of(operation: string): Known {
    const known = this.#known.get(operation) ?? { silent: 0, slowestMs: 0, first: '' }
    this.#known.set(operation, known)
    return known
  }
}
