import type { Evidence } from './context.ts'
import type { UnexercisedReason } from './verdicts/verdict.ts'

/** Ends a check or fixture because something it needs could not be had. */
export class Blocked extends Error {
  readonly evidence: readonly Evidence[]

  constructor(reason: string, evidence: readonly Evidence[] = []) {
    super(reason)
    this.name = 'Blocked'
    this.evidence = evidence
  }
}

/** Ends a check or fixture because this target cannot be asked. */
export class NotExercised extends Error {
  readonly why: UnexercisedReason
  readonly line: string | undefined

  constructor(why: UnexercisedReason, reason: string, line?: string) {
    super(reason)
    this.name = 'NotExercised'
    this.why = why
    this.line = line
  }
}

/** Why something is left out at the standard depth. */
export const DEEP_ONLY = 'it is asked with --depth deep only'
/** Why something is left out of a quick run. */
export const WAITS = 'it waits for time to pass, which a quick run does not'
/** Why something is not judged that was still to come when a run ended. */
export const ENDED_BEFORE = 'the run ended before it'
/** Why a check is left out where a limiter refuses a run that waits for nobody. */
export const LET_NO_MORE_PASS = 'the service let no more requests pass, and a quick run does not wait'

const NOT_SEEN = 'nothing showed by then that '
/** Why nothing is said of a statement whose subject a target was not seen to have when it was asked: who asks more sees no more of it. */
export const notSeen = (what: string): string => `${NOT_SEEN}${what}`
export const isNotSeen = (reason = ''): boolean => reason.startsWith(NOT_SEEN)

/** Nothing in place of what a target cannot be brought to now; anything else is thrown on. For `catch`. */
export function orNothing(error: unknown): undefined {
  if (error instanceof Blocked || error instanceof NotExercised) return undefined
  throw error
}
