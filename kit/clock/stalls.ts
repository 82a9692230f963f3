import { clearInterval, setInterval } from 'node:timers'

/** A time at which this process stood still, by the steady clock, ms: whatever came then was seen, and answered, later. */
export type Stall = readonly [from: number, to: number]

export interface Stalls {
  readonly all: readonly Stall[]
  /** Watches no longer. */
  close(): void
}

const TICK_MS = 20
/** What timers are late by on an idle machine, and more. */
const LEAST_MS = 40
/** What had waited for the end of a stall is read within so many ms after it. */
const AFTER_MS = 25

/** Watches the event loop of this process. On a clock that is not that of the system nothing is ever late. */
export function watchStalls(): Stalls {
  if (globalThis.setInterval !== setInterval) return { all: [], close: () => undefined }
  const all: Stall[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - last - TICK_MS >= LEAST_MS) all.push([last, now])
    last = now
  }, TICK_MS)
  timer.unref()
  return { all, close: () => clearInterval(timer) }
}

/**
 * The longest stall that something may have waited out which arrived at a moment of the steady clock, ms; 0 for none.
 * @param forMs how long after it a stall still counts
 */
export function longestStall(stalls: readonly Stall[], mono: number, forMs: number): number {
  const met = stalls.filter(([from, to]) => from <= mono + forMs && mono <= to + AFTER_MS)
  return Math.max(0, ...met.map(([from, to]) => to - from))
}
