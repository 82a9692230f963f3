import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool, ProxyAgent } from 'undici'
import type { Network } from '../target/network.ts'
import { withoutInterim } from './interim.ts'

/** Largest response body that is read; a longer one is a fault, so that a hostile target cannot fill the memory. */
export const MOST_BYTES = 4 * 1024 * 1024
const MOST_HEADER_BYTES = 64 * 1024
const CONNECTIONS = 64
const CONNECT_MS = 10_000

/** What the transport asks of undici's dispatchers. */
export type Way = Pick<Dispatcher, 'dispatch'> & { destroy(): Promise<void> }

/** A pool for each origin, kept: an agent would make one anew for nearly every request, as none has a connection left. */
class Direct implements Way {
  readonly #options: Pool.Options
  readonly #pools = new Map<string, Pool>()

  constructor(options: Pool.Options) {
    this.#options = options
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const origin = String(options.origin)
    const pool = this.#pools.get(origin) ?? new Pool(origin, this.#options)
    this.#pools.set(origin, pool)
    return pool.dispatch(options, handler)
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()))
  }
}

/**
 * Makes connections, one for every request: a server that closes an idle connection at the wrong moment would
 * otherwise lose a request whose fate nobody knows.
 *
 * @param timeoutMs time for one whole request.
 */
export function dispatcherFor(timeoutMs: number, { ca, insecure = false, proxy }: Network): Way {
  const tls = {
    ...(ca === undefined ? {} : { secureContext: contextOf(ca) }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  }
  const options = {
    pipelining: 0,
    connections: CONNECTIONS,
    maxResponseSize: MOST_BYTES,
    maxHeaderSize: MOST_HEADER_BYTES,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: { timeout: Math.min(timeoutMs, CONNECT_MS), ...tls },
  }
  if (proxy === undefined) return new Direct({ ...options, connect: connector(options.connect) })
  return proxy === 'environment'
    ? new EnvHttpProxyAgent({ ...options, requestTls: tls })
    : new ProxyAgent({ ...options, uri: proxy, requestTls: tls })
}

/** Made once for a CA: with all the known ones it takes longer than a request. */
const contexts = new Map<string, SecureContext>()

function contextOf(ca: string): SecureContext {
  const known = contexts.get(ca) ?? createSecureContext({ ca: [...rootCertificates, ca] })
  contexts.set(ca, known)
  return known
}

function connector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options)
  return (to, done) =>
    connect(to, (...[error, socket]: Parameters<typeof done>) => {
      if (error === null && socket !== null) done(null, withoutInterim(socket))
      else done(error as Error, null)
    })
}
