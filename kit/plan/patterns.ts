import type { Check } from '../check/check.ts'
import { areasNear, nearestOf } from './nearest-ids.ts'
import { meant, type Selection } from './selection.ts'

/** A pattern that means nothing. */
interface StrayPattern {
  readonly member: keyof Selection
  readonly pattern: string
  /** Ids that were probably meant, the likeliest first. */
  readonly near: readonly string[]
}

/** A pattern that means nothing is a slip of the pen, and a run without it would be taken for one with it: the first such. */
export function strayPattern(selection: Partial<Selection>, checks: readonly Check[]): StrayPattern | undefined {
  for (const member of ['only', 'skip'] as const) {
    const pattern = selection[member]?.find((each) => !checks.some((check) => meant(check, each)))
    if (pattern === undefined) continue
    const ids = checks.flatMap((check) => [check.id, ...check.covers])
    const isArea = /[./]\*$/.test(pattern)
    return { member, pattern, near: isArea ? areasNear(pattern, ids) : nearestOf(pattern.replaceAll('*', ''), ids) }
  }
  return undefined
}
