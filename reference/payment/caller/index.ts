import { serveDriver } from '../../caller/driver.ts'
import { Sender } from '../../caller/exchange.ts'
import { lawful, type PaymentCallerBehaviour, type Signed } from './behaviour.ts'
import { PaymentCaller } from './client.ts'
import { type PaymentCallerFlawName, paymentCallerFlaws } from './flaws.ts'
import { type PaymentCallerVariantName, paymentCallerVariants } from './variants.ts'

export { paymentCallerFlaws } from './flaws.ts'
export { paymentCallerVariants } from './variants.ts'

export interface PaymentCallerOptions {
  /** How many times faster its waits are; 1 when absent. */
  readonly timeScale?: number
  readonly variants?: readonly string[]
  readonly flaw?: string
}

export interface StartedCaller {
  /** What a target file says of it. */
  targetFile(): object
  close(): Promise<void>
}

/** Starts a client of the payment service in this process, behind a driver that is called. */
export async function startPaymentCaller(options: PaymentCallerOptions = {}): Promise<StartedCaller> {
  const { timeScale = 1, variants = [], flaw } = options
  const behaviour: PaymentCallerBehaviour = { ...lawful }
  for (const name of variants) Object.assign(behaviour, paymentCallerVariants[name as PaymentCallerVariantName].patch)
  if (flaw !== undefined) Object.assign(behaviour, paymentCallerFlaws[flaw as PaymentCallerFlawName].patch)
  const sender = new Sender(behaviour)
  const driver = await serveDriver((line) => {
    const caller = new PaymentCaller(behaviour, sender, line)
    const id = String(line.input.id)
    switch (line.operation) {
      case 'create':
        return caller.create(line.input)
      case 'read':
        return caller.read(id)
      case 'refresh':
        return caller.refresh(id)
      case 'wait':
        return caller.wait(id)
      case 'verify':
        return Promise.resolve(caller.verify(line.input as unknown as Signed))
      default:
        return undefined
    }
  })
  return {
    targetFile: () => ({ paymentCaller: { call: { url: driver.url }, timeScale } }),
    close: async () => {
      sender.close()
      await driver.close()
    },
  }
}
