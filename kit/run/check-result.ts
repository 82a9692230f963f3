import type { Check } from '../check/check.ts'
import type { Judgement } from '../check/verdicts/judgement.ts'
import type { Verdict } from '../check/verdicts/verdict.ts'

/** What one check came to. */
export interface CheckResult {
  readonly check: Check
  readonly verdict: Verdict
  readonly judgements: readonly Judgement[]
  /** When each of them was made, as far as that was before the end of the check; wall clock, ms since the epoch. */
  readonly judgedAt?: readonly number[]
  /** Wall clock, ms since the epoch. */
  readonly startedAt: number
  readonly endedAt: number
}
