import { errorReadings } from './readings/errors.ts'
import type { PaymentReading } from './readings/reading.ts'
import { resourceReadings } from './readings/resources.ts'
import { serviceReadings } from './readings/service.ts'

/** Decisions where sentences of the payment document overlap, collide or stop short. */
export const paymentReadings = {
  ...errorReadings,
  ...resourceReadings,
  ...serviceReadings,
} as const satisfies Record<string, PaymentReading>
