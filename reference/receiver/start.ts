import { Clock } from '../clock.ts'
import type { ReceiverBehaviour } from './behaviour.ts'
import { named, type Patch, patched } from './patch.ts'
import { type Intake, type Listening, listen } from './server.ts'

/** How a receiver is to be. */
export interface ReceiverOptions {
  readonly port?: number
  /** Names of variants, applied in order. */
  readonly variants?: readonly string[]
  /** A name of a flaw, applied last. */
  readonly flaw?: string
}

/** A receiver that listens. */
export interface StartedReceiver extends Listening {
  targetFile(): object
}

/** What the receiver of one document is made of. */
export interface ReceiverParts<B extends ReceiverBehaviour> {
  readonly lawful: B
  readonly variants: Readonly<Record<string, { readonly patch: Patch<B> }>>
  readonly flaws: Readonly<Record<string, { readonly patch: Patch<B> }>>
  readonly intake: (behaviour: B, clock: Clock) => Intake
  /** What a target file says of it, by its URL. */
  readonly targetFile: (url: string, behaviour: B) => object
}

/** Starts a receiver. Throws on an unknown variant or flaw, or where the port is taken. */
export async function startReceiver<B extends ReceiverBehaviour>(
  parts: ReceiverParts<B>,
  { port = 0, variants = [], flaw }: ReceiverOptions,
): Promise<StartedReceiver> {
  const patches = [
    ...variants.map((name) => named(parts.variants, name, 'variant').patch),
    ...(flaw === undefined ? [] : [named(parts.flaws, flaw, 'flaw').patch]),
  ]
  const behaviour = patches.reduce(patched, parts.lawful)
  const clock = new Clock(1)
  const listening = await listen(parts.intake(behaviour, clock), { port, behaviour, clock })
  return {
    url: listening.url,
    close: async () => {
      clock.close()
      await listening.close()
    },
    targetFile: () => parts.targetFile(listening.url, behaviour),
  }
}

/** A body as JSON; undefined where it is none. */
export function parsed<Said>(body: Buffer): Said | undefined {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
