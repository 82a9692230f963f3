import type { Place } from '../../../reference/listen.ts'
import { deepMessaging, turnsOfMessaging } from '../../../reference/messaging/flaws/in-turn.ts'
import { messagingWarnings } from '../../../reference/messaging/flaws/warnings.ts'
import {
  messagingFlaws,
  messagingTroubles,
  messagingVariants,
  rareMessagingFlaws,
  startMessagingService,
} from '../../../reference/messaging/index.ts'
import { inTurnPayment } from '../../../reference/payment/flaws/in-turn.ts'
import { paymentWarnings } from '../../../reference/payment/flaws/warnings.ts'
import {
  paymentFlaws,
  paymentVariants,
  rarePaymentFlaws,
  startPaymentService,
} from '../../../reference/payment/index.ts'
import type { OwnTargetFile } from '../services.ts'
import type { GivenKeys } from './given-keys.ts'
import { ofReceivers, type StartedReceiver, startReceivers } from './receivers.ts'

type Named = Readonly<Record<string, { readonly title: string }>>

/** Names with what they do, by service. */
export const variantsOf = {
  messaging: { ...messagingVariants, ...messagingTroubles },
  payment: paymentVariants,
} as const
export const flawsOf = {
  messaging: { ...messagingFlaws, ...rareMessagingFlaws },
  payment: { ...paymentFlaws, ...rarePaymentFlaws },
} as const
/** Flaws that no example meets. */
export const rareFlaws: Named = { ...rareMessagingFlaws, ...rarePaymentFlaws }
/** Flaws that full depth alone is sure to meet. */
export const flawsInTurn: readonly string[] = [...deepMessaging, ...Object.keys(turnsOfMessaging), ...inTurnPayment]
/** What a flaw breaks and a run only warns of, as the documents leave it half a way out. */
export const warnedOf = (flaw: string): readonly string[] =>
  [messagingWarnings, paymentWarnings].flatMap((each) => (Object.hasOwn(each, flaw) ? (each[flaw] ?? []) : []))
/** Those of both, and of their receivers. A variant of one name in both services stands for both. */
export const variants: Named = { ...variantsOf.messaging, ...variantsOf.payment, ...ofReceivers('variants') }
export const flaws: Named = { ...flawsOf.messaging, ...flawsOf.payment, ...ofReceivers('flaws') }

/** Ports: 0 or absent, and the system chooses. */
export interface SandboxOptions extends Place {
  readonly timeScale: number
  readonly variants?: readonly string[]
  readonly flaw?: string
  readonly paymentPort?: number
  readonly paymentControlPort?: number
  readonly messagingPort?: number
  readonly messagingControlPort?: number
  readonly paymentReceiverPort?: number
  readonly messagingReceiverPort?: number
  /** Decides every key that is not given; random when absent. */
  readonly seed?: number
  readonly keys?: GivenKeys
}

export interface Sandbox {
  readonly file: OwnTargetFile
  readonly payment: { readonly url: string; readonly controlUrl: string }
  readonly messaging: { readonly url: string; readonly controlUrl: string }
  readonly receivers: readonly StartedReceiver[]
  close(): Promise<void>
}

/** Starts both reference services and their receivers in this process, with one target file for all. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { timeScale, variants: wanted = [], flaw, keys } = options
  const both = defined({ timeScale, host: options.host, publicHost: options.publicHost, seed: options.seed })
  const known = (entries: object) => wanted.filter((name) => Object.hasOwn(entries, name))
  const payment = await startPaymentService({
    ...both,
    variants: known(paymentVariants),
    ...defined({ port: options.paymentPort, controlPort: options.paymentControlPort, credentials: keys?.payment }),
    ...(flaw !== undefined && Object.hasOwn(flawsOf.payment, flaw) ? { flaw } : {}),
  })
  const messaging = await startMessagingService({
    ...both,
    variants: known(variantsOf.messaging),
    ...defined({
      port: options.messagingPort,
      controlPort: options.messagingControlPort,
      credentials: keys?.messaging,
    }),
    ...(flaw !== undefined && Object.hasOwn(flawsOf.messaging, flaw) ? { flaw } : {}),
  }).catch(async (error: unknown) => {
    await payment.close()
    throw error
  })
  const ports = [options.paymentReceiverPort, options.messagingReceiverPort]
  const receivers = await startReceivers(wanted, flaw, ports).catch(async (error: unknown) => {
    await Promise.all([payment.close(), messaging.close()])
    throw error
  })
  const close = async (): Promise<void> => {
    await Promise.all([payment, messaging, ...receivers].map((each) => each.close()))
  }
  return {
    file: {
      ...Object.assign({}, ...receivers.map((each) => each.targetFile())),
      ...joined(payment.targetFile() as OwnTargetFile, messaging.targetFile() as OwnTargetFile),
    },
    payment,
    messaging,
    receivers,
    close,
  }
}

type Defined<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** Without the members that are not there: options tell absent ones from undefined ones. */
const defined = <Members extends object>(members: Members): Defined<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>

/** One target file of two: each service's own part, and of what they share the more generous value. */
function joined(a: OwnTargetFile, b: OwnTargetFile): OwnTargetFile {
  const most = (x: number | undefined, y: number | undefined): number => Math.max(x ?? 0, y ?? 0)
  return {
    ...a,
    ...b,
    allow: {
      payments: most(a.allow?.payments, b.allow?.payments),
      messages: most(a.allow?.messages, b.allow?.messages),
      profileWrites: a.allow?.profileWrites === true || b.allow?.profileWrites === true,
    },
    payment: a.payment,
    messaging: b.messaging,
    timing: { ...a.timing, ...b.timing },
    webhooks: {
      ...a.webhooks,
      ...b.webhooks,
      deliveryWithin: most(a.webhooks?.deliveryWithin, b.webhooks?.deliveryWithin),
      retryWithin: most(a.webhooks?.retryWithin, b.webhooks?.retryWithin),
    },
  } as OwnTargetFile
}
