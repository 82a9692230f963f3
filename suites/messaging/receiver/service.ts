import type { ServiceDefinition } from '../../../kit/contract/service.ts'
import { sectionOf } from '../../../kit/target/target.ts'
import { messagingReceiverContract } from '../../../specs/messaging/receiver/contract.ts'
import { eventsGuard } from '../../shared/receiver/guard.ts'
import { messagingReceiverSection } from './section.ts'

/** What the kit needs to know of a receiver of SMS webhooks. */
export const messagingReceiverService: ServiceDefinition = {
  contract: messagingReceiverContract,
  section: messagingReceiverSection,
  guard: (target) => eventsGuard([sectionOf(target, messagingReceiverSection)?.url]),
  claimProbes: () => [],
  redaction: { plainHeaders: ['X-Svc-App-ID'] },
}
