import type { Matcher } from '../match/matcher.ts'
import type { Delivery } from './delivery.ts'

/** A sender on this machine comes later than by what it stood still: all that waits to run has its turn in between. */
const TIMES = 3

/** How much longer a wait lasts, ms, where this process stood still meanwhile. */
export const longerBy = (stoodStill: number, within: number): number => TIMES * Math.min(within, stoodStill)

/** Selects deliveries. A soft mismatch counts as a match: it is judged later. A predicate that throws does not match. */
export type Wanted = Matcher<Delivery> | ((delivery: Delivery) => boolean)

export interface NearMiss {
  readonly delivery: Delivery
  readonly why: string
}

/** Nothing that was waited for arrived in time; says what arrived instead. */
export class DeliveryTimeout extends Error {
  override readonly name = 'DeliveryTimeout'
  readonly expected: string
  /** Milliseconds. */
  readonly within: number
  readonly nearMisses: readonly NearMiss[]

  constructor(inbox: string, expected: string, within: number, nearMisses: readonly NearMiss[], strangers: number) {
    const last = nearMisses.slice(-5).map(({ delivery, why }) => `${delivery.id} (${why})`)
    const omitted = nearMisses.length - last.length
    const arrived =
      nearMisses.length === 0
        ? 'nothing arrived'
        : `${nearMisses.length} arrived, none of them it: ${omitted > 0 ? `${omitted} earlier; ` : ''}${last.join('; ')}`
    const noise = strangers === 0 ? '' : `; ${strangers} request${strangers === 1 ? '' : 's'} matched no inbox`
    super(`inbox ${inbox}: no ${expected} within ${within} ms: ${arrived}${noise}`)
    this.expected = expected
    this.within = within
    this.nearMisses = nearMisses
  }
}

/** The capture server was closed while somebody waited. */
export class CaptureClosed extends Error {
  override readonly name = 'CaptureClosed'
}

interface Waiter {
  readonly wanted: Wanted
  readonly settle: (delivery: Delivery) => void
  readonly fail: (error: CaptureClosed) => void
}

/** Everybody who waits on one inbox. */
export class Waiters {
  readonly #waiters = new Set<Waiter>()
  #closed: CaptureClosed | undefined

  /**
   * The first match of the past, else of the next `ms` milliseconds, else undefined.
   * Looking back and signing up happen in one turn: no delivery falls between them.
   */
  first(past: readonly Delivery[], wanted: Wanted, ms: number): Promise<Delivery | undefined> {
    const found = past.find((delivery) => mismatch(wanted, delivery) === undefined)
    if (found !== undefined) return Promise.resolve(found)
    if (this.#closed !== undefined) return Promise.reject(this.#closed)
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiters.delete(waiter)
      }
      const waiter: Waiter = {
        wanted,
        settle: (delivery) => {
          leave()
          resolve(delivery)
        },
        fail: (error) => {
          leave()
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        leave()
        resolve(undefined)
      }, ms)
      this.#waiters.add(waiter)
    })
  }

  offer(delivery: Delivery): void {
    for (const waiter of [...this.#waiters]) {
      if (mismatch(waiter.wanted, delivery) === undefined) waiter.settle(delivery)
    }
  }

  close(inbox: string): void {
    const error = new CaptureClosed(`inbox ${inbox}: the capture server was closed`)
    this.#closed = error
    for (const waiter of [...this.#waiters]) waiter.fail(error)
  }
}

export const expectation = (wanted: Wanted): string =>
  typeof wanted === 'function' ? 'matching delivery' : wanted.expected

/** Why a delivery is not the one, or undefined when it is. */
export function mismatch(wanted: Wanted, delivery: Delivery): string | undefined {
  try {
    if (typeof wanted === 'function') return wanted(delivery) ? undefined : 'does not match'
    const outcome = wanted.test(delivery)
    return outcome.ok || outcome.soft === true ? undefined : outcome.actual
  } catch (error) {
    return `could not be looked at: ${error instanceof Error ? error.message : String(error)}`
  }
}
