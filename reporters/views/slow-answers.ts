import type { Report } from '../../kit/report/report.ts'
import { counted } from './counted.ts'
import { grouped } from './grouping.ts'

/** An answer that takes so long, ms, is slow. */
const SLOW_MS = 1_000
/** Fewer may be an accident. */
const ENOUGH = 3
/** The same where all that was taken is slow, and only refusals are not. */
const ENOUGH_OF_TAKEN = 2
/** Part of the answers that are slow where it is no accident: refusals may be quick beside what takes its time. */
const PART = 0.25
/** Operations that are named, the slowest first. */
const NAMED = 3

interface Times {
  readonly operation: string
  readonly all: number
  readonly many: number
  /** Of those that are slow, in the median. */
  readonly ms: number
}

/**
 * `slow to answer: GET /loans/{id}, 24 of 40 answers 1 s or more, 1.5 s in the median of these`: operations whose answers a
 * run had to wait for. No statement is judged by it. Undefined where there is none.
 */
export function slowAnswers({ exchanges, cost }: Pick<Report, 'exchanges' | 'cost'>): string | undefined {
  const answered = exchanges.filter(({ operation, response }) => operation !== '' && response !== undefined)
  const slow = [...grouped(answered, ({ operation }) => operation)]
    .flatMap(([operation, each]) => {
      const all = timesOf(operation, each)
      if (all.many >= ENOUGH && all.many >= all.all * PART) return [all]
      if (all.all < ENOUGH) return []
      // Whatever it takes that long for, what it refuses may come at once.
      const taken = timesOf(
        `${operation} answered 2xx`,
        each.filter(({ response }) => Math.floor((response?.status ?? 0) / 100) === 2),
      )
      return taken.many >= ENOUGH_OF_TAKEN && taken.many === taken.all ? [taken] : []
    })
    .toSorted((a, b) => b.ms - a.ms)
  if (slow.length === 0) return undefined
  const named = slow
    .slice(0, NAMED)
    .map(
      ({ operation, all, many, ms }) =>
        `${operation}, ${many} of ${counted(all, 'answer')} ${SLOW_MS / 1000} s or more, ${(ms / 1000).toFixed(1)} s in the median of these`,
    )
  const rest = slow.length > NAMED ? `; and ${slow.length - NAMED} more` : ''
  const { stoodStillSeconds: stood } = cost
  const busy =
    stood === undefined
      ? ''
      : `; this machine was busy, and the run stood still for ${stood.toFixed(1)} s in all, which is a part of these times`
  return `slow to answer: ${named.join('; ')}${rest}${busy}`
}

function timesOf(operation: string, answered: Report['exchanges']): Times {
  const late = answered.map(({ sentAt, endedAt }) => endedAt - sentAt).filter((ms) => ms >= SLOW_MS)
  return { operation, all: answered.length, many: late.length, ms: median(late) }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
