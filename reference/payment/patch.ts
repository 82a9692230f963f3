import type { PaymentBehaviour } from './behaviour.ts'
import type { JsonObject, Operation } from './domain/payment.ts'
import type { Cause, Facts, Problem, Refusal } from './http/refusal.ts'

/** A change of behaviour: new members, or a function of the behaviour before. */
export type Patch = Partial<PaymentBehaviour> | ((before: PaymentBehaviour) => PaymentBehaviour)

export function apply(before: PaymentBehaviour, patch: Patch): PaymentBehaviour {
  return typeof patch === 'function' ? patch(before) : { ...before, ...patch }
}

type When = (facts: Facts) => boolean
const always: When = () => true

/** Changes the refusals of the named causes. */
export function recode(
  causes: readonly Cause[],
  change: Partial<Refusal> | ((refusal: Refusal, facts: Facts) => Partial<Refusal>),
  when: When = always,
): Patch {
  return (before) => ({
    ...before,
    refuse: (refusal, facts) => {
      const next = before.refuse(refusal, facts)
      if (next === undefined || !causes.includes(next.cause) || !when(facts)) return next
      return { ...next, ...(typeof change === 'function' ? change(next, facts) : change) }
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

/** Where the value that is refused is a text that the test picks. */
export const textThat =
  (test: (text: string) => boolean): When =>
  ({ value }) =>
    typeof value === 'string' && test(value)

/** Where one problem is all that a request has, and the test picks it. */
export const alone =
  (test: (problem: Problem) => boolean): When =>
  ({ problems = [] }) =>
    problems.length === 1 && problems.every(test)

type Objection = Parameters<PaymentBehaviour['objects']>[1]

/** Refuses what the predicate picks among the calls of one operation. */
export function objectsTo(operation: Operation, cause: Cause, when: (to: Objection) => boolean = () => true): Patch {
  return (before) => ({
    ...before,
    objects: (asked, to) => (asked === operation && when(to) ? cause : before.objects(asked, to)),
  })
}

/** Changes the payment as the named operations answer it. */
export function answers(operations: readonly Operation[], change: (record: JsonObject) => JsonObject): Patch {
  return (before) => ({
    ...before,
    record: (payment, operation) => {
      const record = before.record(payment, operation)
      return operations.includes(operation) ? { ...record, ...change(record) } : record
    },
  })
}

/** Changes the rendered error. */
export function renders(change: (body: JsonObject, refusal: Refusal) => unknown): Patch {
  return (before) => ({
    ...before,
    errorBody: (refusal) => change({ ...(before.errorBody(refusal) as JsonObject) }, refusal),
  })
}

/** Several patches as one, in order. */
export function together(...patches: readonly Patch[]): Patch {
  return (before) => patches.reduce(apply, before)
}

export const everyOperation: readonly Operation[] = ['create', 'replay', 'read', 'refresh']
