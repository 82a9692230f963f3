import fastify from 'fastify'
import { listen, type Place } from '../listen.ts'
import type { MessagingBehaviour } from './behaviour.ts'
import { mountControl } from './control.ts'
import type { JsonObject } from './domain/domain.ts'
import { rareMessagingFlaws } from './flaws/cells/rare.ts'
import { messagingFlaws } from './flaws.ts'
import { type Credentials, credentialsOf } from './http/keys.ts'
import { mount } from './http/routes.ts'
import { lawfulBehaviour } from './lawful.ts'
import { apply, type Patch } from './patch.ts'
import { assemble } from './service.ts'
import { targetOf } from './target.ts'
import { messagingTroubles, messagingVariants } from './variants.ts'

export { messagingFlaws, messagingTroubles, messagingVariants, rareMessagingFlaws }

export interface MessagingServiceOptions extends Place {
  /** 0 or absent: the system chooses. */
  readonly port?: number
  /** Of its control door; the same. */
  readonly controlPort?: number
  /** How many times faster than the documents the clocks run; 1 when absent. */
  readonly timeScale?: number
  /** Names of `messagingVariants` or `messagingTroubles`, applied in order. */
  readonly variants?: readonly string[]
  /** A name of `messagingFlaws` or `rareMessagingFlaws`, or several, applied last, after the variants under which they show. */
  readonly flaw?: string | readonly string[]
  /** Decides every key and secret; random when absent. */
  readonly seed?: number
  /** Keys and secrets in place of those that the seed decides. */
  readonly credentials?: Partial<Credentials>
  /** False logs every request to stderr; silent when absent. */
  readonly quiet?: boolean
}

export interface MessagingService {
  /** The base URL, without `/v1`. */
  readonly url: string
  readonly controlUrl: string
  targetFile(): JsonObject
  /** Ends timers and sockets at once. */
  close(): Promise<void>
}

function named<Entry>(table: Readonly<Record<string, Entry>>, name: string, kind: string): Entry {
  const entry = Object.hasOwn(table, name) ? table[name] : undefined
  if (entry === undefined) throw new Error(`unknown ${kind} '${name}'; known: ${Object.keys(table).join(', ')}`)
  return entry
}

interface Seeded {
  readonly patch: Patch
  readonly under?: readonly string[]
}

function variedBehaviour(variants: readonly string[]): MessagingBehaviour {
  const known = { ...messagingVariants, ...messagingTroubles }
  return variants.map((name) => named(known, name, 'variant').patch).reduce(apply, lawfulBehaviour)
}

/** Starts the service and its control door. Throws on an unknown variant or flaw, or where the port is taken. */
export async function startMessagingService(options: MessagingServiceOptions = {}): Promise<MessagingService> {
  const { port = 0, controlPort = 0, timeScale = 1, seed = Math.floor(Math.random() * 2 ** 31) } = options
  const credentials = { ...credentialsOf(seed), ...options.credentials }
  const known: Readonly<Record<string, Seeded>> = { ...messagingFlaws, ...rareMessagingFlaws }
  const flaws = [options.flaw ?? []].flat().map((name) => named(known, name, 'flaw'))
  const declared = variedBehaviour([...(options.variants ?? []), ...flaws.flatMap(({ under = [] }) => under)])
  const behaviour = flaws.map(({ patch }) => patch).reduce(apply, declared)
  const service = assemble(behaviour, credentials, timeScale)
  const logger = options.quiet === false ? { level: 'info', stream: process.stderr } : false
  const app = fastify({ logger, forceCloseConnections: true, routerOptions: { maxParamLength: 500 } })
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
    const place = { url, controlUrl, timeScale, credentials, behaviour: declared }
    return { url, controlUrl, targetFile: () => targetOf(place), close }
  } catch (error) {
    await close()
    throw error
  }
}
