import type { MessagingRequirementId } from '../../../specs/messaging/requirements.ts'
import type { RecordKind } from '../behaviour.ts'
import type { JsonObject, Operation } from '../domain/domain.ts'
import { type Patch, shows, without } from '../patch.ts'

/** One seeded violation with the requirements that it contradicts. */
export interface Flaw {
  readonly title: string
  readonly breaks: readonly MessagingRequirementId[]
  readonly patch: Patch
  /** Variants without which it does not show. */
  readonly under: readonly string[]
}

export const flaw = (
  title: string,
  breaks: readonly MessagingRequirementId[],
  patch: Patch,
  under: readonly string[] = [],
): Flaw => ({ title, breaks, patch, under })

/** A number where a date-time belongs. */
export const EPOCH = 1_760_000_000

/** Gives a member a value that it must not have. */
export const ill = (kind: RecordKind, member: string, value: unknown): Patch =>
  shows(kind, (record) => ({ ...record, [member]: value }))

/** Leaves a member out. */
export const lacks = (kind: RecordKind, member: string): Patch => shows(kind, (record) => without(record, member))

/** Changes a member that is an object. */
export const within = (record: JsonObject, member: string, change: JsonObject): JsonObject => ({
  ...record,
  [member]: { ...(record[member] as JsonObject), ...change },
})

/** Wraps what an operation answers. */
export const wraps =
  (asked: Operation, change: (content: unknown) => unknown): Patch =>
  (before) => ({
    ...before,
    body: (operation, content) => (operation === asked ? change(content) : before.body(operation, content)),
  })
