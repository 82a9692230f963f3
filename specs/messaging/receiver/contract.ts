import type { Contract } from '../../contract.ts'
import { messagingReceiverReadings } from './readings.ts'
import { messagingReceiverRequirements } from './requirements.ts'
import { messagingReceiverUnstated } from './unstated.ts'

/** What the messaging document says of the receiver of its webhooks. */
export const messagingReceiverContract = {
  id: 'messagingReceiver',
  prefix: 'msg-receiver',
  title: 'Messaging receiver',
  catalogue: messagingReceiverRequirements,
  unstated: messagingReceiverUnstated,
  readings: messagingReceiverReadings,
  errors: {},
  description: () => ({ openapi: '3.1.0' }),
} as const satisfies Contract
