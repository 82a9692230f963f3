import type { ServiceDefinition } from '../../../kit/contract/service.ts'
import { sectionOf } from '../../../kit/target/target.ts'
import { paymentReceiverContract } from '../../../specs/payment/receiver/contract.ts'
import { eventsGuard } from '../../shared/receiver/guard.ts'
import { callbackUrlOf, paymentReceiverSection } from './section.ts'

/** What the kit needs to know of a receiver of payment webhooks. */
export const paymentReceiverService: ServiceDefinition = {
  contract: paymentReceiverContract,
  section: paymentReceiverSection,
  guard: (target) => {
    const section = sectionOf(target, paymentReceiverSection)
    return eventsGuard([section?.url, section && callbackUrlOf(section)])
  },
  claimProbes: () => [],
  redaction: { plainHeaders: ['X-Pay-Timestamp', 'X-Pay-Delivery-ID'] },
}
