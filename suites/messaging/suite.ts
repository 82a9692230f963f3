import type { Suite } from '../../kit/contract/service.ts'
import { messagingService } from './service/index.ts'

/** The messaging service and its checks, those with generated values last. */
export const messagingSuite: Suite = {
  service: messagingService,
  async checks() {
    const [{ messagingChecks }, { generatedMessagingChecks }] = await Promise.all([
      import('./index.ts'),
      import('./generated/index.ts'),
    ])
    return [...messagingChecks, ...generatedMessagingChecks]
  },
}
