import type { Suite } from '../../../kit/contract/service.ts'
import { paymentReceiverService } from './service.ts'

/** A receiver of payment webhooks and its checks. */
export const paymentReceiverSuite: Suite = {
  service: paymentReceiverService,
  async checks() {
    return (await import('./index.ts')).paymentReceiverChecks
  },
}
