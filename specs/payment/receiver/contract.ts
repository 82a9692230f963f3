import type { Contract } from '../../contract.ts'
import { paymentReceiverReadings } from './readings.ts'
import { paymentReceiverRequirements } from './requirements.ts'
import { paymentReceiverUnstated } from './unstated.ts'

/** What the payment document says of the receiver of its webhooks. */
export const paymentReceiverContract = {
  id: 'paymentReceiver',
  prefix: 'pay-receiver',
  title: 'Payment receiver',
  catalogue: paymentReceiverRequirements,
  unstated: paymentReceiverUnstated,
  readings: paymentReceiverReadings,
  errors: {},
  description: () => ({ openapi: '3.1.0' }),
} as const satisfies Contract
