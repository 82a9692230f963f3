import type { Reading } from '../../contract.ts'
import type { MessagingHeading } from '../headings.ts'
import type { MessagingRequirementId } from '../requirements.ts'

/** A reading of the messaging document. */
export interface MessagingReading extends Reading {
  readonly at: MessagingHeading
  readonly touches: readonly MessagingRequirementId[]
}
