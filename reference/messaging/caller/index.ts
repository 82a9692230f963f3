import { serveDriver } from '../../caller/driver.ts'
import { Sender } from '../../caller/exchange.ts'
import { lawful, type MessagingCallerBehaviour } from './behaviour.ts'
import { MessagingCaller } from './client.ts'
import { type MessagingCallerFlawName, messagingCallerFlaws } from './flaws.ts'
import { type MessagingCallerVariantName, messagingCallerVariants } from './variants.ts'

export { messagingCallerFlaws } from './flaws.ts'
export { messagingCallerVariants } from './variants.ts'

export interface MessagingCallerOptions {
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

/** Starts a client of the messaging service in this process, behind a driver that is called. */
export async function startMessagingCaller(options: MessagingCallerOptions = {}): Promise<StartedCaller> {
  const { timeScale = 1, variants = [], flaw } = options
  const behaviour: MessagingCallerBehaviour = { ...lawful }
  for (const name of variants)
    Object.assign(behaviour, messagingCallerVariants[name as MessagingCallerVariantName].patch)
  if (flaw !== undefined) Object.assign(behaviour, messagingCallerFlaws[flaw as MessagingCallerFlawName].patch)
  const sender = new Sender(behaviour)
  const driver = await serveDriver((line) => new MessagingCaller(behaviour, sender, line).perform())
  return {
    targetFile: () => ({ messagingCaller: { call: { url: driver.url }, timeScale } }),
    close: async () => {
      sender.close()
      await driver.close()
    },
  }
}
