import type { Exchange } from '../http/exchange.ts'
import type { Report } from './schema/report.ts'

type Sent = Pick<Exchange, 'sentAt' | 'endedAt'>

/** When something was under way: wall clock, ms since the epoch. */
export interface Span {
  readonly startedAt: number
  readonly endedAt: number
}

/**
 * Seconds in which at least one request was under way, and the rest.
 * @param runs several where shards made the run: what lies between them is nobody's time
 */
export function secondsOf(exchanges: readonly Sent[], ...runs: readonly Span[]): Report['run']['seconds'] {
  const began = Math.min(...runs.map(({ startedAt }) => startedAt))
  const workingMs = coveredMs(
    exchanges.map(({ sentAt, endedAt }) => ({ startedAt: sentAt, endedAt })),
    began,
  )
  const totalMs = Math.max(coveredMs(runs, began), workingMs)
  return { total: totalMs / 1000, working: workingMs / 1000, waiting: (totalMs - workingMs) / 1000 }
}

/** Time in which at least one of several was under way, ms, from a moment on. */
function coveredMs(spans: readonly Span[], from: number): number {
  let ms = 0
  let until = from
  for (const { startedAt, endedAt } of spans.toSorted((a, b) => a.startedAt - b.startedAt)) {
    ms += Math.max(0, endedAt - Math.max(startedAt, until))
    until = Math.max(until, endedAt)
  }
  return ms
}
