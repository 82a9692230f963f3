import type { Check } from '../check/check.ts'
import type { Phase } from '../check/order/phases.ts'
import type { Exchange } from '../http/exchange.ts'
import type { CheckResult } from './check-result.ts'

/** What happens in a run, as it happens. */
export type RunEvent =
  /** `service` as in a schedule: undefined where the phase is that of every service. */
  | { readonly kind: 'phase begun' | 'phase ended'; readonly phase: Phase; readonly service: string | undefined }
  | { readonly kind: 'check begun'; readonly check: Check }
  | { readonly kind: 'check ended'; readonly result: CheckResult }
  | { readonly kind: 'exchange recorded'; readonly exchange: Exchange }

export type RunListener = (event: RunEvent) => void

/** The events of one run. Listeners are called at once, in the order in which they came. */
export class RunEvents {
  readonly #listeners = new Set<RunListener>()

  /** Returns what takes the listener away again. */
  subscribe(listener: RunListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A listener that throws is heard of no more, and its error is the process's: no check ends for the sake of who watches. */
  emit(event: RunEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event)
      } catch (error) {
        this.#listeners.delete(listener)
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
