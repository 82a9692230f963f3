import type { Exchange } from '../http/exchange.ts'
import type { Report } from './schema/report.ts'

/** Seconds in which at least one request was under way, and the rest. */
export function secondsOf(
  exchanges: readonly Pick<Exchange, 'sentAt' | 'endedAt'>[],
  startedAt: number,
  endedAt: number,
): Report['run']['seconds'] {
  let workingMs = 0
  let until = startedAt
  for (const each of exchanges.toSorted((a, b) => a.sentAt - b.sentAt)) {
    workingMs += Math.max(0, each.endedAt - Math.max(each.sentAt, until))
    until = Math.max(until, each.endedAt)
  }
  const totalMs = Math.max(endedAt - startedAt, workingMs)
  return { total: totalMs / 1000, working: workingMs / 1000, waiting: (totalMs - workingMs) / 1000 }
}
