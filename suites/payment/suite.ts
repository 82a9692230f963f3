import type { Suite } from '../../kit/contract/service.ts'
import { paymentService } from './service/index.ts'

/** The payment service and its checks, those with generated values last. */
export const paymentSuite: Suite = {
  service: paymentService,
  async checks() {
    const [{ paymentChecks }, { generatedPaymentChecks }] = await Promise.all([
      import('./index.ts'),
      import('./generated/index.ts'),
    ])
    return [...paymentChecks, ...generatedPaymentChecks]
  },
  async restorers() {
    const [{ restorers }, { switches }] = await Promise.all([
      import('./webhooks/merchant-defaults.ts'),
      import('./access/test-mode.ts'),
    ])
    return { ...restorers, ...switches }
  },
}
