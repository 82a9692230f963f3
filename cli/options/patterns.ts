import type { Check } from '../../kit/check/check.ts'
import { strayPattern } from '../../kit/plan/patterns.ts'
import { UsageError } from '../usage-error.ts'

export interface Patterns {
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
}

/** @throws UsageError for a pattern that means nothing */
export function assertMeaningful(patterns: Patterns, checks: readonly Check[], command: string): void {
  const stray = strayPattern(patterns, checks)
  if (stray === undefined) return
  const { member, pattern, near } = stray
  const several = pattern
    .split(',')
    .map((each) => `"${each.trim()}"`)
    .join(' ')
  const hint = pattern.includes(',')
    ? `several stand behind each other, as in --${member} ${several}; `
    : near.length === 0
      ? ''
      : `did you mean ${near.join(', ')}? `
  throw new UsageError(
    `--${member} ${pattern}: no check and no requirement of this target has such an id; ${hint}${command} list shows them, * stands for any text`,
  )
}
