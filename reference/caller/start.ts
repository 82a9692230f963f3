import { named } from '../receiver/patch.ts'
import { type Line, serveDriver } from './driver.ts'
import { Sender } from './exchange.ts'

/** How a client is to be. */
export interface CallerOptions {
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

/** What the client of one document is made of. */
export interface CallerParts<B extends { readonly keepAlive: boolean }> {
  readonly lawful: B
  readonly variants: Readonly<Record<string, { readonly patch: Partial<B> }>>
  readonly flaws: Readonly<Record<string, { readonly patch: Partial<B> }>>
  /** Its section of a target file. */
  readonly section: string
  /** Carries an operation out; gives undefined for one that it has not. */
  readonly perform: (behaviour: B, sender: Sender, line: Line) => Promise<unknown> | undefined
}

/** Starts a client in this process, behind a driver that is called. Throws on an unknown variant or flaw. */
export async function startCaller<B extends { readonly keepAlive: boolean }>(
  { lawful, variants: lawfulChoices, flaws, section, perform }: CallerParts<B>,
  { timeScale = 1, variants = [], flaw }: CallerOptions,
): Promise<StartedCaller> {
  const patches = [
    ...variants.map((name) => named(lawfulChoices, name, 'variant').patch),
    ...(flaw === undefined ? [] : [named(flaws, flaw, 'flaw').patch]),
  ]
  const behaviour: B = Object.assign({}, lawful, ...patches)
  const sender = new Sender(behaviour)
  const driver = await serveDriver((line) => perform(behaviour, sender, line))
  return {
    targetFile: () => ({ [section]: { call: { url: driver.url }, timeScale } }),
    close: async () => {
      sender.close()
      await driver.close()
    },
  }
}
