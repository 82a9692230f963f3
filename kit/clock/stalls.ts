import { clearInterval, setInterval } from 'node:timers'

/** A time at which this process stood still, by the steady clock, ms: whatever came then was seen, and answered, later. */
export type Stall = readonly [from: number, to: number]

export interface Stalls {
  readonly all: readonly Stall[]
  /** Those parts in which it had nothing to do itself: this machine did not let it. */
  readonly starved: readonly Stall[]
}

export const NO_STALLS: Stalls = { all: [], starved: [] }

interface Watch extends Stalls {
  /** Watches no longer. */
  close(): void
}

const TICK_MS = 20
/** What timers are late by on an idle machine, and more. */
const LEAST_MS = 15
/** What had waited for the end of a stall is read within so many ms after it, or this part of it: the longer, the more waits. */
const AFTER_MS = 25
const AFTER_PART = 1 / 10

/** Whether timers are those of the system, and not of a clock that stands in for it. */
export const isSystemTime = (): boolean => globalThis.setInterval === setInterval

/** Watches the event loop of this process. On a clock that is not that of the system nothing is ever late. */
export function watchStalls(): Watch {
  if (!isSystemTime()) return { ...NO_STALLS, close: () => undefined }
  const all: Stall[] = []
  const starved: Stall[] = []
  let last = performance.now()
  let used = process.cpuUsage()
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - last - TICK_MS
    if (late >= LEAST_MS) {
      all.push([last, now])
      const { user, system } = process.cpuUsage(used)
      const missed = late - (user + system) / 1000
      if (missed >= LEAST_MS) starved.push([now - missed, now])
    }
    last = now
    used = process.cpuUsage()
  }, TICK_MS)
  timer.unref()
  return { all, starved, close: () => clearInterval(timer) }
}

/** For how long it has stood still in all, ms; between two moments of the steady clock where they are given. */
export const stoodStill = (stalls: readonly Stall[], from = 0, to = Number.POSITIVE_INFINITY): number =>
  stalls.reduce((sum, [begin, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(begin, from)), 0)

/**
 * How long something may have waited for this process that arrived at a moment of the steady clock, ms: one long stall, or
 * many short ones with little between.
 * @param forMs how long after it a stall still counts
 */
export function stalledFor(stalls: readonly Stall[], mono: number, forMs: number): number {
  const readBy = ([from, to]: Stall): number => to + Math.max(AFTER_MS, (to - from) * AFTER_PART)
  const met = stalls.filter((each) => each[0] <= mono + forMs && mono <= readBy(each))
  return met.reduce((sum, [from, to]) => sum + to - from, 0)
}

/** What shares this machine is starved as well where this process is: around a moment, ms on both sides. */
const AROUND_MS = 1000
/** Part of the time before or after that a process was kept from running for which is starved. */
const STARVED = 1 / 4

/**
 * For how long what shares this machine may have stood still about a moment of the steady clock, ms: as long as this
 * process was kept from running in the second before or after, where that is more than a passing moment.
 */
export function starvedFor(starved: readonly Stall[], mono: number): number {
  const longest = Math.max(stoodStill(starved, mono - AROUND_MS, mono), stoodStill(starved, mono, mono + AROUND_MS))
  return longest >= AROUND_MS * STARVED ? longest : 0
}
