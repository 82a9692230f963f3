import type { Contract } from '../../contract.ts'
import { messagingCallerReadings } from './readings.ts'
import { messagingCallerRequirements } from './requirements.ts'
import { messagingCallerUnstated } from './unstated.ts'

/** What the messaging document says of those who call the service. */
export const messagingCallerContract = {
  id: 'messagingCaller',
  prefix: 'msg-caller',
  title: 'Messaging caller',
  catalogue: messagingCallerRequirements,
  unstated: messagingCallerUnstated,
  readings: messagingCallerReadings,
  errors: {},
  // Its endpoints are those of the service: a caller has none.
  description: () => ({ openapi: '3.1.0' }),
} as const satisfies Contract
