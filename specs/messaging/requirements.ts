import type { Requirement } from '../contract.ts'
import { accessRequirements } from './requirements/access.ts'
import { eventsRequirements } from './requirements/events.ts'
import { otpRequirements } from './requirements/otp.ts'
import { resourcesRequirements } from './requirements/resources.ts'

/** Every statement of the messaging document, area by area. Ids are never reused. */
export const messagingRequirements = {
  ...accessRequirements,
  ...otpRequirements,
  ...resourcesRequirements,
  ...eventsRequirements,
} as const satisfies Record<string, Requirement>

export type MessagingRequirementId = keyof typeof messagingRequirements
