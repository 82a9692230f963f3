import type { MessagingBehaviour, RecordKind } from './behaviour.ts'
import type { JsonObject, Operation } from './domain/domain.ts'
import type { Cause, Facts, Problem, Refusal } from './http/refusal.ts'

/** A change of behaviour: new members, or a function of the behaviour before. */
export type Patch = Partial<MessagingBehaviour> | ((before: MessagingBehaviour) => MessagingBehaviour)

export function apply(before: MessagingBehaviour, patch: Patch): MessagingBehaviour {
  return typeof patch === 'function' ? patch(before) : { ...before, ...patch }
}

/** The patches one after another. */
export function together(...patches: readonly Patch[]): Patch {
  return (before) => patches.reduce(apply, before)
}

type When = (facts: Facts) => boolean
const always: When = () => true

export const on =
  (...operations: readonly Operation[]): When =>
  ({ operation }) =>
    operations.includes(operation)

/** Changes the refusals of the named causes. */
export function recode(
  causes: readonly Cause[],
  change: Partial<Refusal> | ((refusal: Refusal) => Partial<Refusal>),
  when: When = always,
): Patch {
  return (before) => ({
    ...before,
    refuse: (refusal, facts) => {
      const next = before.refuse(refusal, facts)
      if (next === undefined || !causes.includes(next.cause) || !when(facts)) return next
      return { ...next, ...(typeof change === 'function' ? change(next) : change) }
    },
  })
}

/** Lets requests pass that should be refused for the named causes. */
export function waive(causes: readonly Cause[], when: When = always): Patch {
  return (before) => ({
    ...before,
    refuse: (refusal, facts) =>
      causes.includes(refusal.cause) && when(facts) ? undefined : before.refuse(refusal, facts),
  })
}

/** Overlooks what is wrong with a member where the test says so of the body. */
export function overlooks(member: string, test: (body: JsonObject) => boolean): Patch {
  return (before) => ({
    ...before,
    problems: (problems, facts) =>
      before
        .problems(problems, facts)
        .filter(({ loc }) => loc.at(-1) !== member || facts.body === undefined || !test(facts.body)),
  })
}

/** Leaves defects of one member unseen. */
export function unchecks(operation: Operation, member: string, ...kinds: readonly Problem['kind'][]): Patch {
  return (before) => ({
    ...before,
    problems: (found, facts) =>
      before
        .problems(found, facts)
        .filter(
          ({ loc, kind }) =>
            facts.operation !== operation || loc.at(-1) !== member || (kinds.length > 0 && !kinds.includes(kind)),
        ),
  })
}

/** Sees a defect where there is none. */
export function imagines(operation: Operation, member: string, when: (body: JsonObject) => boolean): Patch {
  return (before) => ({
    ...before,
    problems: (found, facts) => {
      const seen = before.problems(found, facts)
      if (facts.operation !== operation || !when(facts.body ?? {})) return seen
      return [...seen, { loc: ['body', member], kind: 'type', message: 'is not acceptable' }]
    },
  })
}

/** Changes objects of one kind as answers show them. */
export function shows(kind: RecordKind, change: (record: JsonObject) => JsonObject): Patch {
  return (before) => ({
    ...before,
    record: (shown, record) => {
      const whole = before.record(shown, record)
      return shown === kind ? change({ ...whole }) : whole
    },
  })
}

/** Changes rendered errors. */
export function renders(change: (body: JsonObject, refusal: Refusal) => unknown): Patch {
  return (before) => ({
    ...before,
    errorBody: (refusal) => change({ ...(before.errorBody(refusal) as JsonObject) }, refusal),
  })
}

/** Changes the payloads of callbacks. */
export function tellsOf(change: (payload: JsonObject) => JsonObject): Patch {
  return (before) => ({ ...before, payload: (attempt) => change(before.payload(attempt)) })
}

/** An object without some members. */
export function without(record: JsonObject, ...members: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !members.includes(name)))
}
