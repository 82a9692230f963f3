import type { Suite } from '../../../kit/contract/service.ts'
import { paymentCallerService } from './service.ts'

/** Clients of the payment service, and the checks that judge them. */
export const paymentCallerSuite: Suite = {
  service: paymentCallerService,
  checks: async () => (await import('./index.ts')).paymentCallerChecks,
}
