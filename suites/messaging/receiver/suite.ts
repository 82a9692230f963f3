import type { Suite } from '../../../kit/contract/service.ts'
import { messagingReceiverService } from './service.ts'

/** A receiver of SMS webhooks and its checks. */
export const messagingReceiverSuite: Suite = {
  service: messagingReceiverService,
  async checks() {
    return (await import('./index.ts')).messagingReceiverChecks
  },
}
