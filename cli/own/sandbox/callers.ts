import { messagingCallerFlaws, startMessagingCaller } from '../../../reference/messaging/caller/index.ts'
import { paymentCallerFlaws, startPaymentCaller } from '../../../reference/payment/caller/index.ts'

/** The reference clients in this process, with their sections of a target file. */
export interface Callers {
  readonly file: object
  close(): Promise<void>
}

/** Seeded flaws of the reference clients, by name; one name may stand for both. */
export const ofCallers = [paymentCallerFlaws, messagingCallerFlaws] as const

/** Starts a client of each service, with a seeded flaw where a client has one of that name. */
export async function startCallers(timeScale: number, flaw = ''): Promise<Callers> {
  const flawOf = (flaws: object): { readonly flaw?: string } => (Object.hasOwn(flaws, flaw) ? { flaw } : {})
  const [payment, messaging] = await Promise.all([
    startPaymentCaller({ timeScale, ...flawOf(paymentCallerFlaws) }),
    startMessagingCaller({ timeScale, ...flawOf(messagingCallerFlaws) }),
  ])
  return {
    file: { ...payment.targetFile(), ...messaging.targetFile() },
    close: async () => {
      await Promise.all([payment.close(), messaging.close()])
    },
  }
}
