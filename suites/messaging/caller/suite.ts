import type { Suite } from '../../../kit/contract/service.ts'
import { messagingCallerService } from './service.ts'

/** Clients of the messaging service, and the checks that judge them. */
export const messagingCallerSuite: Suite = {
  service: messagingCallerService,
  checks: async () => (await import('./index.ts')).messagingCallerChecks,
}
