import type { Check } from '../../kit/check/check.ts'
import type { Service } from '../../specs/index.ts'

/** The checks of the named services, in reading order. Loaded on demand: most commands need none. */
export async function checksOf(services: readonly Service[]): Promise<readonly Check[]> {
  const suites = await Promise.all(services.map((service) => SUITES[service]()))
  return suites.flat()
}

const SUITES: Readonly<Record<Service, () => Promise<readonly Check[]>>> = {
  payment: async () => {
    const { paymentChecks } = await import('../../suites/payment/index.ts')
    return [...paymentChecks, ...(await import('../../suites/payment/generated/index.ts')).generatedPaymentChecks]
  },
  messaging: async () => {
    const { messagingChecks } = await import('../../suites/messaging/index.ts')
    return [...messagingChecks, ...(await import('../../suites/messaging/generated/index.ts')).generatedMessagingChecks]
  },
}
