import type { Level } from '../../../specs/contract.ts'
import type { UnexercisedReason } from './verdict.ts'

/** One place of what a statement ranges over: a value for each of its dimensions. */
export type Cell = Readonly<Record<string, string>>

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
  /** Where in what the statement ranges over: absent where it ranges over nothing, or where that is not known. */
  readonly cells?: readonly Cell[]
  /** How many contradictions more of the same kind the check found, which are not told one by one. */
  readonly more?: number
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
  /** The line of the target file without which it could not be judged. */
  readonly line?: string
  readonly cells?: never
}

/** What the statement speaks of is not there in this deployment, which is its right. */
interface Absence {
  readonly verdict: 'inapplicable'
  /** The observation that makes it so. */
  readonly reason: string
  readonly subject?: never
  readonly expected?: never
  readonly actual?: never
  readonly why?: never
  readonly line?: never
  readonly cells?: never
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
  readonly cells?: never
}

/** A word on a requirement, with what it stands on. */
export type Word = (Comparison | Obstacle | Absence | Omission) & {
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
