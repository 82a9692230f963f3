import type { Line } from '../../caller/driver.ts'
import type { Sender } from '../../caller/exchange.ts'
import { type CallerOptions, type StartedCaller, startCaller } from '../../caller/start.ts'
import { lawful, type PaymentCallerBehaviour, type Signed } from './behaviour.ts'
import { PaymentCaller } from './client.ts'
import { paymentCallerFlaws } from './flaws.ts'
import { paymentCallerVariants } from './variants.ts'

export { paymentCallerFlaws, paymentCallerVariants }

/** Starts a client of the payment service in this process, behind a driver that is called. */
export const startPaymentCaller = (options: CallerOptions = {}): Promise<StartedCaller> =>
  startCaller<PaymentCallerBehaviour>(
    { lawful, variants: paymentCallerVariants, flaws: paymentCallerFlaws, section: 'paymentCaller', perform },
    options,
  )

function perform(behaviour: PaymentCallerBehaviour, sender: Sender, line: Line): Promise<unknown> | undefined {
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
}
