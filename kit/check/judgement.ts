import type { Level } from '../../specs/contract.ts'
import type { UnexercisedReason } from './verdict.ts'

/** Something was held against what is promised. */
interface Comparison {
  readonly verdict: 'pass' | 'fail' | 'warn' | 'noted'
  /** What was judged: `POST /loans (replay)`, `delivery loan.returned, attempt 2`. */
  readonly subject: string
  readonly expected: string
  /** Absent where it is as expected. */
  readonly actual?: string
  /** A note on it. */
  readonly reason?: string
  readonly why?: never
  readonly line?: never
}

/** Nothing could be held against anything: what was needed for it could not be had, or the check itself failed. */
interface Obstacle {
  readonly verdict: 'blocked' | 'broken'
  readonly reason: string
  readonly subject?: string
  readonly expected?: string
  readonly actual?: string
  readonly why?: never
  readonly line?: never
}

/** Nothing was held against anything, and it is nobody's fault. */
interface Omission {
  readonly verdict: 'unexercised'
  readonly why: UnexercisedReason
  readonly reason: string
  /** The line of the target file that would have it exercised. */
  readonly line?: string
  readonly subject?: never
  readonly expected?: never
  readonly actual?: never
}

/** A word on a requirement, with what it stands on. */
export type Word = (Comparison | Obstacle | Omission) & {
  /** Ids of the exchanges and deliveries that it stands on. */
  readonly evidence: readonly string[]
}

/** One check's word on one requirement. */
export type Judgement = Word & { readonly requirement: string; readonly check: string }

/** What a target does where the documents leave it open. */
export interface Observation {
  readonly id: string
  readonly check: string
  readonly value: string
  readonly evidence: readonly string[]
}

/** What a contradiction of a statement of this level is called. */
export function contradiction(level: Level, soft: boolean): Comparison['verdict'] {
  if (level === 'may') return 'noted'
  return level === 'should' || soft ? 'warn' : 'fail'
}
