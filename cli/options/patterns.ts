import type { Check } from '../../kit/check/check.ts'
import { meant } from '../../kit/plan/selection.ts'
import { UsageError } from '../usage-error.ts'
import { nearestOf } from './nearest-ids.ts'

export interface Patterns {
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
}

/** A pattern that means nothing is a slip of the pen, and a run without it would be taken for one with it. */
export function assertMeaningful({ only = [], skip = [] }: Patterns, checks: readonly Check[], command: string): void {
  const ids = checks.flatMap((check) => [check.id, ...check.covers])
  for (const [flag, patterns] of [
    ['--only', only],
    ['--skip', skip],
  ] as const) {
    for (const pattern of patterns) {
      if (checks.some((check) => meant(check, pattern))) continue
      const near = nearestOf(pattern.replaceAll('*', ''), ids)
      const hint = near.length === 0 ? '' : `did you mean ${near.join(', ')}? `
      throw new UsageError(
        `${flag} ${pattern}: no check and no requirement of this target has such an id; ${hint}${command} list shows them, * stands for any text`,
      )
    }
  }
}
