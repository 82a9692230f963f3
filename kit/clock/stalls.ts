import { clearInterval, setInterval } from 'node:timers'

/** Times at which this process stood still: whatever came then was seen, and answered, later. */
export interface Stalls {
  /** The longest stall that something may have waited out which arrived at this moment of the steady clock, ms; 0 for none. */
  around(mono: number): number
  /** Watches no longer. */
  close(): void
}

const TICK_MS = 20
/** What timers are late by on an idle machine, and more. */
const LEAST_MS = 40
/** What had waited for the end of a stall is read within so many ms after it. */
const AFTER_MS = 25

const NONE: Stalls = { around: () => 0, close: () => undefined }

/** Watches the event loop of this process. On a clock that is not that of the system nothing is ever late. */
export function watchStalls(): Stalls {
  if (globalThis.setInterval !== setInterval) return NONE
  const stalls: { readonly from: number; readonly to: number }[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last - TICK_MS >= LEAST_MS) stalls.push({ from: last, to: now })
    last = now
  }, TICK_MS)
  timer.unref()
  return {
    around(mono) {
      const lengths = stalls
        .filter(({ from, to }) => from <= mono && mono <= to + AFTER_MS)
        .map(({ from, to }) => to - from)
      return Math.max(0, ...lengths)
    },
    close: () => clearInterval(timer),
  }
}
