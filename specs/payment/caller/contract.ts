import type { Contract } from '../../contract.ts'
import { paymentErrors } from '../errors.ts'
import { paymentCallerReadings } from './readings.ts'
import { paymentCallerRequirements } from './requirements.ts'
import { paymentCallerUnstated } from './unstated.ts'

/** What the payment document says of those who call the service. */
export const paymentCallerContract = {
  id: 'paymentCaller',
  prefix: 'pay-caller',
  title: 'Payment caller',
  catalogue: paymentCallerRequirements,
  unstated: paymentCallerUnstated,
  readings: paymentCallerReadings,
  errors: paymentErrors,
  errorCodeAt: '/error_code',
  // Its endpoints are those of the service: a caller has none.
  description: () => ({ openapi: '3.1.0' }),
} as const satisfies Contract
