import { eventsReadings } from './readings/events.ts'
import { otpReadings } from './readings/otp.ts'
import type { MessagingReading } from './readings/reading.ts'
import { resourcesReadings } from './readings/resources.ts'

/** Decisions where sentences of the messaging document overlap, collide or stop short. */
export const messagingReadings = {
  ...resourcesReadings,
  ...otpReadings,
  ...eventsReadings,
} as const satisfies Record<string, MessagingReading>

export type MessagingReadingId = keyof typeof messagingReadings
