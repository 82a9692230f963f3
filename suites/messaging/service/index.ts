import type { ServiceDefinition } from '../../../kit/contract/service.ts'
import { sectionOf } from '../../../kit/target/target.ts'
import { messagingContract } from '../../../specs/messaging/contract.ts'
import { messagingDimensions } from './dimensions.ts'
import { leftovers } from './leftovers.ts'
import { messagingGuard } from './price-and-guard.ts'
import { messagingProbes } from './probes.ts'
import { messagingSection } from './section.ts'
import { messagingWebhooks } from './webhooks.ts'

/** What the kit needs to know of the messaging service. */
export const messagingService: ServiceDefinition = {
  contract: messagingContract,
  section: messagingSection,
  guard: messagingGuard,
  preflightPath: () => '/v1/whatsapp/senders',
  examplePath: '/v1/otp/resend',
  claimProbes: messagingProbes,
  leftovers,
  redaction: {
    secretHeaders: ['X-App-ID'],
    plainHeaders: ['X-Svc-App-ID'],
    secretSegments: ['get-by-key'],
    bodies: (target) => [sectionOf(target, messagingSection)?.bodies],
  },
  webhooks: messagingWebhooks,
  dimensions: messagingDimensions,
  // A code ends those before it of its number, whoever sent them; an app may have one webhook, and the last one counts.
  together: ['messaging.fixtures.phones.otp', 'messaging.smsWebhook'],
}
