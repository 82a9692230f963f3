import {
  messagingReceiverFlaws,
  messagingReceiverVariants,
  startMessagingReceiver,
} from '../../../reference/messaging/receiver/index.ts'
import {
  paymentReceiverFlaws,
  paymentReceiverVariants,
  startPaymentReceiver,
} from '../../../reference/payment/receiver/index.ts'

/** A receiver as the sandbox knows it. */
export interface ReceiverParty {
  /** Stands before the names of its variants and flaws, which those of others may share. */
  readonly prefix: string
  readonly variants: Readonly<Record<string, { readonly title: string }>>
  readonly flaws: Readonly<Record<string, { readonly title: string; readonly breaks: readonly string[] }>>
  start(options: { port?: number; variants: readonly string[]; flaw?: string }): Promise<StartedReceiver>
}

export interface StartedReceiver {
  readonly url: string
  targetFile(): object
  close(): Promise<void>
}

export const receiverParties: readonly ReceiverParty[] = [
  {
    prefix: 'payment-receiver:',
    variants: paymentReceiverVariants,
    flaws: paymentReceiverFlaws,
    start: startPaymentReceiver,
  },
  {
    prefix: 'messaging-receiver:',
    variants: messagingReceiverVariants,
    flaws: messagingReceiverFlaws,
    start: startMessagingReceiver,
  },
]

/** The entries of every receiver, by their whole names. */
export const ofReceivers = <Kind extends 'variants' | 'flaws'>(
  kind: Kind,
): Record<string, ReceiverParty[Kind][string]> =>
  Object.fromEntries(
    receiverParties.flatMap(({ prefix, [kind]: entries }) =>
      Object.entries(entries).map(([name, entry]) => [`${prefix}${name}`, entry] as const),
    ),
  ) as Record<string, ReceiverParty[Kind][string]>

/**
 * Starts every receiver, with what of these names is its own.
 * @param ports of the receivers in their order; the system chooses where there is none
 */
export async function startReceivers(
  variants: readonly string[],
  flaw: string | undefined,
  ports: readonly (number | undefined)[] = [],
): Promise<readonly StartedReceiver[]> {
  const started: StartedReceiver[] = []
  try {
    for (const [nth, { prefix, start }] of receiverParties.entries()) {
      const { [nth]: port } = ports
      const own = (names: readonly string[]): string[] =>
        names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
      const [flawed] = own(flaw === undefined ? [] : [flaw])
      started.push(
        await start({
          variants: own(variants),
          ...(port === undefined ? {} : { port }),
          ...(flawed === undefined ? {} : { flaw: flawed }),
        }),
      )
    }
    return started
  } catch (error) {
    await Promise.all(started.map((each) => each.close()))
    throw error
  }
}
