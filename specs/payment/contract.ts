import { type Contract, ranging } from '../contract.ts'
import { descriptionIn } from '../description.ts'
import { paymentErrors } from './errors.ts'
import { paymentRanges } from './ranges.ts'
import { paymentReadings } from './readings.ts'
import { paymentRequirements } from './requirements.ts'
import { paymentUnstated } from './unstated.ts'

/** What the payment document says of the service. */
export const paymentContract = {
  id: 'payment',
  prefix: 'pay',
  title: 'Payment',
  catalogue: ranging(paymentRequirements, paymentRanges),
  unstated: paymentUnstated,
  readings: paymentReadings,
  errors: paymentErrors,
  errorCodeAt: '/error_code',
  rate: { requests: 60, seconds: 60 },
  description: descriptionIn(new URL('./', import.meta.url)),
} as const satisfies Contract
