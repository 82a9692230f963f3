import { Readable } from 'node:stream'
import { type Dispatcher, errors } from 'undici'
import type { Network } from '../target/network.ts'
import { decoded } from './coding.ts'
import { dispatcherFor, MOST_BYTES, type Way } from './dispatcher.ts'
import {
  ABANDONED,
  type RawHeaders,
  type RecordedRequest,
  type RecordedResponse,
  type TransportFault,
  UNSENT,
} from './exchange.ts'
import type { Volume } from './volume.ts'

export interface TransportOptions {
  /** Time for one whole request, ms. */
  readonly timeoutMs: number
  readonly network?: Network
  /** Told of what comes; nobody counts when absent. */
  readonly volume?: Volume
}

export type Answered = { readonly response: RecordedResponse } | { readonly fault: TransportFault }

/** Sends bytes and says what came. Every request has a connection of its own. Follows no redirect. */
export class Transport {
  readonly #way: Way
  readonly #timeoutMs: number
  readonly #volume: Volume | undefined

  constructor({ timeoutMs, network = {}, volume }: TransportOptions) {
    this.#timeoutMs = timeoutMs
    this.#volume = volume
    this.#way = dispatcherFor(timeoutMs, network)
  }

  /** @param patienceMs where it is less than the usual time */
  async send(
    request: RecordedRequest,
    signal: AbortSignal,
    patienceMs: number = Number.POSITIVE_INFINITY,
  ): Promise<Answered> {
    const body = request.body.length > 0 ? request.body : null
    return this.#send(request, body, request.headers, signal, Math.min(patienceMs, this.#timeoutMs))
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
    return { fault: { kind: 'reset', message: ABANDONED } }
  }

  async #send(
    request: RecordedRequest,
    body: Buffer | Readable | null,
    headers: RawHeaders,
    signal: AbortSignal,
    timeoutMs = this.#timeoutMs,
  ): Promise<Answered> {
    const url = new URL(request.url)
    const reception = new Reception(this.#volume)
    const stop = (): void =>
      reception.end({ kind: 'stopped', message: reception.hasBegun ? 'the run was stopped' : UNSENT })
    const timer = setTimeout(() => reception.end(lateness(timeoutMs)), timeoutMs)
    signal.addEventListener('abort', stop)
    try {
      if (signal.aborted) {
        stop()
        return await reception.answered
      }
      this.#way.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: request.method as Dispatcher.HttpMethod,
          headers: headers.flat(),
          body,
        },
        reception,
      )
      return await reception.answered
    } catch (error) {
      return { fault: faultOf(error, timeoutMs) }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }

  async close(): Promise<void> {
    await this.#way.destroy()
  }
}

/** Takes one answer in as it comes: no stream stands between, and nobody waits for a stream's end. */
class Reception implements Dispatcher.DispatchHandler {
  readonly answered: Promise<Answered>
  readonly #chunks: Buffer[] = []
  #settle: { resolve(answered: Answered): void; reject(error: unknown): void } | undefined
  #controller: Dispatcher.DispatchController | undefined
  #isOver = false
  #status = 0
  #headers: RawHeaders = []
  readonly #volume: Volume | undefined
  readonly #counts: ((bytes: number) => void) | undefined

  constructor(volume: Volume | undefined) {
    this.#volume = volume
    this.#counts = volume?.message()
    this.answered = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  /** Whether it has a connection to go out on. */
  get hasBegun(): boolean {
    return this.#controller !== undefined
  }

  /** Nobody waits any longer: the connection is dropped, also one that is still being made. */
  end(fault: TransportFault): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#settle?.resolve({ fault })
    this.#controller?.abort(new errors.RequestAbortedError())
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isOver) controller.abort(new errors.RequestAbortedError())
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // Of an interim answer nobody asked for, the final one follows.
    if (status < 200) return
    this.#status = status
    this.#headers = pairs(controller.rawHeaders)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#counts?.(chunk.length)
  }

  onResponseEnd(): void {
    this.#isOver = true
    const [only] = this.#chunks
    const body = only !== undefined && this.#chunks.length === 1 ? Buffer.from(only) : Buffer.concat(this.#chunks)
    const content = decoded(this.#headers, body, MOST_BYTES)
    if (content === 'too-large') {
      this.#settle?.resolve({ fault: TOO_LARGE })
      return
    }
    this.#counts?.(Math.max(0, content.length - body.length))
    this.#volume?.weigh(content)
    this.#settle?.resolve({ response: { status: this.#status, headers: this.#headers, body: content } })
  }

  onResponseError(_: unknown, error: Error): void {
    this.#isOver = true
    this.#settle?.reject(error)
  }
}

/** A flat list of names and values, as the wire had them, in pairs. */
function pairs(raw: Dispatcher.DispatchController['rawHeaders']): RawHeaders {
  const flat = raw as readonly (string | Buffer)[]
  const found: [string, string][] = []
  for (let at = 0; at + 1 < flat.length; at += 2) found.push([String(flat[at]), String(flat[at + 1])])
  return found
}

const TOO_LARGE: TransportFault = { kind: 'garbage', message: `the response is larger than ${MOST_BYTES} bytes` }

const lateness = (timeoutMs: number): TransportFault => ({
  kind: 'timeout',
  message: `nothing came within ${timeoutMs / 1000} s`,
})

function faultOf(error: unknown, timeoutMs: number): TransportFault {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = (cause as { code?: string }).code ?? ''
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/TIMEOUT/.test(code) || code === 'ETIMEDOUT') return lateness(timeoutMs)
  if (code === 'ECONNREFUSED') return { kind: 'refused', message: 'the connection was refused' }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { kind: 'dns', message: `the host name was not found (${code})` }
  if (cause instanceof errors.HTTPParserError || code.startsWith('HPE_')) {
    return { kind: 'garbage', message: 'what came is not HTTP' }
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return TOO_LARGE
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { kind: 'garbage', message: 'the response headers are too large' }
  if (/CERT|TLS|SSL|EPROTO|ALTNAME|SELF_SIGNED|UNABLE_TO/.test(code)) return { kind: 'tls', message: `TLS: ${message}` }
  return { kind: 'reset', message: `the connection was closed without a whole response (${code || message})` }
}
