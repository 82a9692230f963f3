import type { Report } from '../../kit/report/report.ts'
import { counted } from './counted.ts'
import { grouped } from './grouping.ts'

/** Half of the answers take so long, ms, where it is worth a word. */
const SLOW_MS = 1_000
/** Fewer may be an accident. */
const ENOUGH = 3
/** Operations that are named, the slowest first. */
const NAMED = 3

/**
 * `slow to answer, in the median: GET /loans/{id} 1.5 s (24 answers)`: operations whose answers a run had to wait for. No
 * statement is judged by it. Undefined where there is none.
 */
export function slowAnswers({ exchanges }: Pick<Report, 'exchanges'>): string | undefined {
  const answered = exchanges.filter(({ operation, response }) => operation !== '' && response !== undefined)
  const slow = [...grouped(answered, ({ operation }) => operation)]
    .map(([operation, each]) => ({
      operation,
      many: each.length,
      ms: median(each.map(({ sentAt, endedAt }) => endedAt - sentAt)),
    }))
    .filter(({ many, ms }) => many >= ENOUGH && ms >= SLOW_MS)
    .toSorted((a, b) => b.ms - a.ms)
  if (slow.length === 0) return undefined
  const named = slow
    .slice(0, NAMED)
    .map(({ operation, many, ms }) => `${operation} ${(ms / 1000).toFixed(1)} s (${counted(many, 'answer')})`)
  const rest = slow.length > NAMED ? `; and ${slow.length - NAMED} more` : ''
  return `slow to answer, in the median: ${named.join('; ')}${rest}`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
