import type { Level } from '../../specs/contract.ts'
import type { UnexercisedReason, Verdict } from './verdict.ts'

/** One check's word on one requirement, with what it stands on. */
export interface Judgement {
  readonly requirement: string
  readonly check: string
  readonly verdict: Verdict
  /** What was judged: `POST /loans (replay)`, `delivery loan.returned, attempt 2`. */
  readonly subject?: string
  readonly expected?: string
  readonly actual?: string
  /** Why, for the verdicts that are no comparison: blocked, unexercised, broken, and notes on warnings. */
  readonly reason?: string
  readonly why?: UnexercisedReason
  /** The line of the target file that would have it exercised. */
  readonly line?: string
  /** Ids of the exchanges and deliveries that it stands on. */
  readonly evidence: readonly string[]
}

/** What a target does where the documents leave it open. */
export interface Observation {
  readonly id: string
  readonly check: string
  readonly value: string
  readonly evidence: readonly string[]
}

/** What a contradiction of a statement of this level is called. */
export function contradiction(level: Level, soft: boolean): Verdict {
  if (level === 'may') return 'noted'
  return level === 'should' || soft ? 'warn' : 'fail'
}
