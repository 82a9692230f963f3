import type { ServiceDefinition } from '../../../kit/contract/service.ts'
import { messagingCallerContract } from '../../../specs/messaging/caller/contract.ts'
import { served } from '../../shared/caller/served.ts'
import { messagingCallerSection } from './section.ts'

/** What the kit needs to know of a client of the messaging service. */
export const messagingCallerService: ServiceDefinition = {
  ...served,
  contract: messagingCallerContract,
  section: messagingCallerSection,
  redaction: { secretHeaders: ['X-App-ID'], secretSegments: ['get-by-key'] },
}
