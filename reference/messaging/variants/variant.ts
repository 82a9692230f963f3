import type { MessagingRequirementId } from '../../../specs/messaging/requirements.ts'
import type { Patch } from '../patch.ts'

/** A choice that the document leaves open. */
export interface Variant {
  readonly title: string
  readonly patch: Patch
  /** Requirements that it meets with a warning, by a recorded reading; empty where it is beyond reproach. */
  readonly warns: readonly MessagingRequirementId[]
}

export const variant = (title: string, patch: Patch, warns: readonly MessagingRequirementId[] = []): Variant => ({
  title,
  patch,
  warns,
})
