import {
  messagingFlaws,
  messagingVariants,
  rareMessagingFlaws,
  startMessagingService,
} from '../../../reference/messaging/index.ts'
import {
  paymentFlaws,
  paymentVariants,
  rarePaymentFlaws,
  startPaymentService,
} from '../../../reference/payment/index.ts'
import type { OwnTargetFile } from '../services.ts'
import { ofReceivers, type StartedReceiver, startReceivers } from './receivers.ts'

/** Names with what they do, of both services. A variant of one name in both stands for both. */
export const variants: Readonly<Record<string, { readonly title: string }>> = {
  ...messagingVariants,
  ...paymentVariants,
  ...ofReceivers('variants'),
}
const flawsOf = {
  messaging: { ...messagingFlaws, ...rareMessagingFlaws },
  payment: { ...paymentFlaws, ...rarePaymentFlaws },
} as const
export const flaws: Readonly<Record<string, { readonly title: string }>> = {
  ...flawsOf.messaging,
  ...flawsOf.payment,
  ...ofReceivers('flaws'),
}

export interface SandboxOptions {
  readonly timeScale: number
  readonly variants?: readonly string[]
  readonly flaw?: string
  readonly paymentPort?: number
  readonly messagingPort?: number
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
  const { timeScale, variants: wanted = [], flaw } = options
  const known = (entries: object) => wanted.filter((name) => Object.hasOwn(entries, name))
  const payment = await startPaymentService({
    timeScale,
    variants: known(paymentVariants),
    ...(options.paymentPort === undefined ? {} : { port: options.paymentPort }),
    ...(flaw !== undefined && Object.hasOwn(flawsOf.payment, flaw) ? { flaw } : {}),
  })
  const messaging = await startMessagingService({
    timeScale,
    variants: known(messagingVariants),
    ...(options.messagingPort === undefined ? {} : { port: options.messagingPort }),
    ...(flaw !== undefined && Object.hasOwn(flawsOf.messaging, flaw) ? { flaw } : {}),
  }).catch(async (error: unknown) => {
    await payment.close()
    throw error
  })
  const receivers = await startReceivers(wanted, flaw).catch(async (error: unknown) => {
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
