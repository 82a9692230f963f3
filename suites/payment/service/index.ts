import { randomUUID } from 'node:crypto'
import type { ServiceDefinition } from '../../../kit/contract/service.ts'
import { sectionOf } from '../../../kit/target/target.ts'
import { paymentContract } from '../../../specs/payment/contract.ts'
import { isShortAt } from '../client/one-key.ts'
import { largestAmount, overLimit } from './amounts.ts'
import { paymentDimensions } from './dimensions.ts'
import { leftovers } from './leftovers.ts'
import { paymentGuard } from './price-and-guard.ts'
import { paymentProbes } from './probes.ts'
import { paymentSection } from './section.ts'
import { troubleIn } from './trouble.ts'
import { paymentWebhooks } from './webhooks.ts'

/** What the kit needs to know of the payment service. */
export const paymentService: ServiceDefinition = {
  contract: paymentContract,
  section: paymentSection,
  guard: paymentGuard,
  preflightPath: () => `/api/v1/payments/${randomUUID()}`,
  examplePath: '/api/v1/payments',
  claimProbes: paymentProbes,
  overLimit,
  largestAmount,
  troubleIn,
  isShort: isShortAt,
  leftovers,
  redaction: {
    plainHeaders: ['X-Pay-Timestamp', 'X-Pay-Delivery-ID'],
    bodies: (target) => [sectionOf(target, paymentSection)?.bodies],
  },
  webhooks: paymentWebhooks,
  dimensions: paymentDimensions,
}
