import { type Contract, ranging } from '../contract.ts'
import { descriptionIn } from '../description.ts'
import { messagingRanges } from './ranges.ts'
import { messagingReadings } from './readings.ts'
import { messagingRequirements } from './requirements.ts'
import { messagingUnstated } from './unstated.ts'

/** What the messaging document says of the service. */
export const messagingContract = {
  id: 'messaging',
  prefix: 'msg',
  title: 'Messaging',
  catalogue: ranging(messagingRequirements, messagingRanges),
  unstated: messagingUnstated,
  readings: messagingReadings,
  errors: {},
  description: descriptionIn(new URL('./', import.meta.url)),
} as const satisfies Contract
