import type { MessagingRequirementId } from '../../../specs/messaging/requirements.ts'
import type { Patch } from '../patch.ts'

/** A choice that the document leaves open. */
export interface Variant {
  readonly title: string
  readonly patch: Patch
  /** Requirements that it meets with a warning, by a recorded reading; empty where it is beyond reproach. */
  readonly warns: readonly MessagingRequirementId[]
  /** It has trouble at times, or its account lacks something: what it answers then may block, and accuses nobody. */
  readonly isTroubled?: true
}

export const variant = (title: string, patch: Patch, warns: readonly MessagingRequirementId[] = []): Variant => ({
  title,
  patch,
  warns,
})

/** A lawful deployment that does not always answer as it would, or not to every account. */
export const troubled = (title: string, patch: Patch, warns: readonly MessagingRequirementId[] = []): Variant => ({
  ...variant(title, patch, warns),
  isTroubled: true,
})
