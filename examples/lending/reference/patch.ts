import type { LibraryBehaviour } from './behaviour.ts'
import type { Cause, Refusal } from './refusal.ts'

/** A change of behaviour: new members, or a function of the behaviour before. */
export type Patch = Partial<LibraryBehaviour> | ((before: LibraryBehaviour) => LibraryBehaviour)

export function apply(before: LibraryBehaviour, patch: Patch): LibraryBehaviour {
  return typeof patch === 'function' ? patch(before) : { ...before, ...patch }
}

type Refuses = LibraryBehaviour['refuse']

/** Lets requests of some operations pass, or all, that should be refused for a cause. */
export function waive(cause: Cause, ...operations: readonly Parameters<Refuses>[1][]): Patch {
  return decides((refusal, operation, before) =>
    refusal.cause === cause && (operations.length === 0 || operations.includes(operation)) ? undefined : before,
  )
}

/** Changes what the refusals of a cause say. */
export function recode(cause: Cause, change: Partial<Refusal>): Patch {
  return decides((refusal, _, before) => (refusal.cause === cause && before ? { ...before, ...change } : before))
}

/** Puts a decision of its own after the one before. */
export function decides(
  decide: (refusal: Refusal, operation: Parameters<Refuses>[1], before: Refusal | undefined) => Refusal | undefined,
): Patch {
  return (before) => ({
    ...before,
    refuse: (refusal, operation) => decide(refusal, operation, before.refuse(refusal, operation)),
  })
}

/** Changes the problems that callers are shown. */
export function problems(change: (problem: Record<string, unknown>) => object): Patch {
  return (before) => ({ ...before, problem: (refusal) => change({ ...before.problem(refusal) }) })
}
