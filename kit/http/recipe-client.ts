import type { Target } from '../target/target.ts'
import { header, type RecordedRequest } from './exchange.ts'
import { type Answered, Transport } from './transport.ts'

/** Time for one call, ms: a simulator may do a lot before it answers. */
const TIMEOUT_MS = 60_000
const MOST_REDIRECTS = 5

/**
 * Carries the calls of recipes and probes: what the target file asks for beside the interface under test. Nothing of it
 * is paced, booked or judged. The host of the target is reached as the target itself is, others without its proxy.
 */
export class RecipeClient {
  readonly #near: Transport
  readonly #far: Transport
  readonly #hosts: ReadonlySet<string>

  constructor({ network, services }: Pick<Target, 'network' | 'services'>) {
    this.#near = new Transport({ timeoutMs: TIMEOUT_MS, network })
    this.#far = new Transport({ timeoutMs: TIMEOUT_MS, network: network.ca === undefined ? {} : { ca: network.ca } })
    this.#hosts = new Set(
      Object.values(services).flatMap(({ baseUrl }) => (baseUrl === '' ? [] : [new URL(baseUrl).hostname])),
    )
  }

  /** Follows redirects within one origin: a server that minds its slashes is no reason to block. */
  async send(request: RecordedRequest, signal: AbortSignal): Promise<Answered> {
    let next = request
    for (let followed = 0; ; followed += 1) {
      const transport = this.#hosts.has(new URL(next.url).hostname) ? this.#near : this.#far
      const answered = await transport.send(next, signal)
      const further =
        'response' in answered && followed < MOST_REDIRECTS ? redirected(next, answered.response) : undefined
      if (further === undefined) return answered
      next = further
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#near.close(), this.#far.close()])
  }
}

type Response = Extract<Answered, { response: unknown }>['response']

/** The request that a redirect asks for; undefined where there is none, or it leads to another origin. */
function redirected(request: RecordedRequest, { status, headers }: Response): RecordedRequest | undefined {
  const location = header(headers, 'Location')
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  if (!URL.canParse(location, request.url)) return undefined
  const url = new URL(location, request.url)
  if (url.origin !== new URL(request.url).origin) return undefined
  if (status >= 307 || request.method === 'GET') return { ...request, url: url.href }
  return {
    method: 'GET',
    url: url.href,
    headers: request.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
    body: Buffer.alloc(0),
  }
}
