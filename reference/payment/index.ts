import fastify from 'fastify'
import { listen, type Place } from '../listen.ts'
import type { PaymentBehaviour } from './behaviour.ts'
import { mountControl } from './control.ts'
import type { JsonObject } from './domain/payment.ts'
import { rarePaymentFlaws } from './flaws/rare/rare.ts'
import { paymentFlaws } from './flaws.ts'
import { type Credentials, credentialsOf } from './http/keys.ts'
import { mount, refuseUnreadable } from './http/routes.ts'
import { lawfulBehaviour } from './lawful.ts'
import { apply, type Patch } from './patch.ts'
import { assemble } from './service.ts'
import { targetOf } from './target.ts'
import { paymentTroubles } from './troubles.ts'
import { paymentVariants } from './variants.ts'

export type { Patch } from './patch.ts'
export { paymentFlaws, paymentTroubles, paymentVariants, rarePaymentFlaws }

export interface PaymentServiceOptions extends Place {
  /** 0 or absent: the system chooses. */
  readonly port?: number
  /** Of its control door; the same. */
  readonly controlPort?: number
  /** How many times faster than the documents the clocks run; 1 when absent. */
  readonly timeScale?: number
  /** Names of `paymentVariants` or `paymentTroubles`, applied in order. */
  readonly variants?: readonly string[]
  /** A name of `paymentFlaws` or `rarePaymentFlaws`, or several, applied last and in order. */
  readonly flaw?: string | readonly string[]
  /** Decides every key and secret; random when absent. */
  readonly seed?: number
  /** Keys and secrets in place of those that the seed decides. */
  readonly credentials?: Partial<Credentials>
  /** False logs every request to stderr; silent when absent. */
  readonly quiet?: boolean
}

export interface PaymentService {
  /** The base URL, without `/api/v1`. */
  readonly url: string
  readonly controlUrl: string
  targetFile(): JsonObject
  /** Ends timers and sockets at once. */
  close(): Promise<void>
}

function named<Entry>(table: Record<string, Entry>, name: string, kind: string): Entry {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) throw new Error(`unknown ${kind} '${name}'; known: ${Object.keys(table).join(', ')}`)
  return entry
}

function behaviourOf({ variants = [], flaw = [] }: PaymentServiceOptions): PaymentBehaviour {
  const flaws: Record<string, { readonly patch: Patch }> = { ...paymentFlaws, ...rarePaymentFlaws }
  const patches = [
    ...variants.map((name) => named({ ...paymentVariants, ...paymentTroubles }, name, 'variant').patch),
    ...[flaw].flat().map((name) => named(flaws, name, 'flaw').patch),
  ]
  return patches.reduce(apply, lawfulBehaviour)
}

/** Starts the service and its control door. Throws on an unknown variant or flaw, or where the port is taken. */
export async function startPaymentService(options: PaymentServiceOptions = {}): Promise<PaymentService> {
  const { port = 0, controlPort = 0, timeScale = 1, seed = Math.floor(Math.random() * 2 ** 31) } = options
  const credentials = { ...credentialsOf(seed), ...options.credentials }
  const behaviour = behaviourOf(options)
  const { recipes } = behaviour
  const service = assemble(behaviour, credentials, timeScale)
  const logger = options.quiet === false ? { level: 'info', stream: process.stderr } : false
  const app = fastify({
    logger,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (_error, _request, reply) => refuseUnreadable(service, reply),
  })
  const control = fastify({ logger: false, forceCloseConnections: true })
  mount(app, service)
  mountControl(control, service)

  const close = async () => {
    service.clock.close()
    service.courier.close()
    await Promise.all([app.close(), control.close()])
  }
  try {
    const url = await listen(app, options, port)
    const controlUrl = await listen(control, options, controlPort)
    return { url, controlUrl, targetFile: () => targetOf({ url, controlUrl, timeScale, credentials, recipes }), close }
  } catch (error) {
    await close()
    throw error
  }
}
