import { Readable } from 'node:stream'
import { type Dispatcher, errors } from 'undici'
import { dispatcherFor, MOST_BYTES, type Network } from './dispatcher.ts'
import type { RawHeaders, RecordedRequest, RecordedResponse, TransportFault } from './exchange.ts'

export interface TransportOptions {
  /** Time for one whole request, ms. */
  readonly timeoutMs: number
  readonly network?: Network
}

export type Answered = { readonly response: RecordedResponse } | { readonly fault: TransportFault }

/** Sends bytes and says what came. Every request has a connection of its own. Follows no redirect. */
export class Transport {
  readonly #dispatcher: Dispatcher
  readonly #timeoutMs: number

  constructor({ timeoutMs, network = {} }: TransportOptions) {
    this.#timeoutMs = timeoutMs
    this.#dispatcher = dispatcherFor(timeoutMs, network)
  }

  async send(request: RecordedRequest, signal: AbortSignal): Promise<Answered> {
    return this.#send(request, request.body.length > 0 ? request.body : null, request.headers, signal)
  }

  /**
   * Sends a request and drops the connection before its answer is read: the client whose answer got lost.
   * @param graceMs how long the connection stays open after the last byte went out, so that the target reads it whole
   */
  async abandon(request: RecordedRequest, graceMs: number, signal: AbortSignal): Promise<Answered> {
    const drop = new AbortController()
    let timer: NodeJS.Timeout | undefined
    async function* bytes(): AsyncGenerator<Buffer> {
      yield request.body
      // Asked for more: what there was is on its way.
      timer = setTimeout(() => drop.abort(), graceMs)
    }
    const headers: RawHeaders = [...request.headers, ['Content-Length', String(request.body.length)]]
    const answered = await this.#send(request, Readable.from(bytes()), headers, AbortSignal.any([signal, drop.signal]))
    clearTimeout(timer)
    const dropped = drop.signal.aborted && !signal.aborted
    if (!dropped && 'fault' in answered) return answered
    return { fault: { kind: 'reset', message: 'the suite dropped the connection before the answer' } }
  }

  async #send(
    request: RecordedRequest,
    body: Buffer | Readable | null,
    headers: RawHeaders,
    signal: AbortSignal,
  ): Promise<Answered> {
    const url = new URL(request.url)
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), this.#timeoutMs)
    try {
      const answer = await this.#dispatcher.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: request.method as Dispatcher.HttpMethod,
        headers: headers.flat(),
        body,
        responseHeaders: 'raw',
        signal: AbortSignal.any([signal, deadline.signal]),
      })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      return { response: { status: answer.statusCode, headers: pairs(answer.headers), body: bytes } }
    } catch (error) {
      if (signal.aborted) return { fault: { kind: 'stopped', message: 'the run was stopped' } }
      return { fault: faultOf(error, deadline.signal.aborted, this.#timeoutMs) }
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy()
  }
}

function pairs(headers: unknown): RawHeaders {
  // With `responseHeaders: 'raw'` undici gives a flat list of names and values instead of a record.
  const flat = headers as unknown as (string | Buffer)[]
  const found: [string, string][] = []
  for (let at = 0; at + 1 < flat.length; at += 2) found.push([String(flat[at]), String(flat[at + 1])])
  return found
}

function faultOf(error: unknown, timedOut: boolean, timeoutMs: number): TransportFault {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as { code?: string }).code ?? ''
  const message = cause instanceof Error ? cause.message : String(cause)
  if (timedOut || /TIMEOUT/.test(code) || code === 'ETIMEDOUT') {
    return { kind: 'timeout', message: `nothing came within ${timeoutMs / 1000} s` }
  }
  if (code === 'ECONNREFUSED') return { kind: 'refused', message: 'the connection was refused' }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { kind: 'dns', message: `the host name was not found (${code})` }
  if (cause instanceof errors.HTTPParserError || code.startsWith('HPE_')) {
    return { kind: 'garbage', message: 'what came is not HTTP' }
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return { kind: 'garbage', message: `the response is larger than ${MOST_BYTES} bytes` }
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { kind: 'garbage', message: 'the response headers are too large' }
  if (/CERT|TLS|SSL|EPROTO|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code)) return { kind: 'tls', message: `TLS: ${message}` }
  return { kind: 'reset', message: `the connection was closed without a whole response (${code || message})` }
}
