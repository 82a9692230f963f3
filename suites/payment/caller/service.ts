import type { ServiceDefinition } from '../../../kit/contract/service.ts'
import { paymentCallerContract } from '../../../specs/payment/caller/contract.ts'
import { served } from '../../shared/caller/served.ts'
import { paymentCallerSection } from './section.ts'

/** What the kit needs to know of a client of the payment service. */
export const paymentCallerService: ServiceDefinition = {
  ...served,
  contract: paymentCallerContract,
  section: paymentCallerSection,
  redaction: {},
}
