import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { RawHeaders } from '../../../kit/http/exchange.ts'
import { type Answered, Transport } from '../../../kit/http/transport.ts'
import { UsageError } from '../../usage-error.ts'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: RawHeaders
  readonly body: Buffer
}

/** A server that passes on what arrives. */
export interface Forwarder {
  readonly host: string
  readonly port: number
  close(): Promise<void>
}

export interface ForwardOptions {
  readonly to: string
  readonly host: string
  readonly port: number
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Told of both sides of each request, once the answer is there. */
  onPassed(arrived: Arrived, answered: Answered, ms: number): void
}

const PATIENCE_MS = 60_000
/** What the sender is answered where nobody answers behind. */
export const NO_ANSWER = 502
/** What holds for one connection alone. */
const OF_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Listens, and passes what arrives to a URL: the same method, bytes and headers but those of the connection. A path that
 * arrives is appended where the URL has none.
 * @throws UsageError where the address cannot be listened on
 */
export async function startForwarder({ to, host, port, tls, onPassed }: ForwardOptions): Promise<Forwarder> {
  const transport = new Transport({ timeoutMs: PATIENCE_MS })
  const pass: RequestListener = (request, response) => {
    void passed(request, response, to, transport, onPassed).catch(() => response.destroy())
  }
  const server = tls === undefined ? createServer(pass) : createSecureServer(tls, pass)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new UsageError(`--listen: ${error.message}`))).listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    host,
    port: bound,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await transport.close()
    },
  }
}

async function passed(
  request: IncomingMessage,
  response: ServerResponse,
  to: string,
  transport: Transport,
  onPassed: ForwardOptions['onPassed'],
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = 'POST', url: path = '/' } = request
  const arrived = { method, path, headers: pairs(request.rawHeaders), body: Buffer.concat(chunks) }
  const startedAt = performance.now()
  const answered = await transport.send(
    { method, url: destination(to, path), headers: ofMessage(arrived.headers), body: arrived.body },
    AbortSignal.timeout(PATIENCE_MS),
  )
  onPassed(arrived, answered, Math.round(performance.now() - startedAt))
  if ('fault' in answered) {
    response.writeHead(NO_ANSWER).end()
    return
  }
  const { status, headers, body } = answered.response
  const own = ofMessage(headers).filter(([name]) => name.toLowerCase() !== 'content-encoding')
  response.writeHead(status, own.flat()).end(body)
}

const ofMessage = (headers: RawHeaders): RawHeaders =>
  headers.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()))

function destination(to: string, path: string): string {
  const url = new URL(to)
  return url.pathname === '/' && !to.endsWith('/') ? `${url.origin}${path}` : to
}

const pairs = (raw: readonly string[]): RawHeaders =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []))
