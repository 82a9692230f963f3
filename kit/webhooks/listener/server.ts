import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { isIPv6, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { steadyNow } from '../../clock/steady.ts'
import { bodyDigest } from '../../http/body-digest.ts'
import type { Volume } from '../../http/volume.ts'
import type { Answer, Delivery } from '../delivery.ts'
import type { Inbox, InboxOptions } from '../inbox.ts'
import { NEVER_READ, type Receiver } from '../receiver.ts'
import { Routes } from '../routes.ts'
import { give, Pending } from './answer.ts'
import { Journal, type Redact } from './journal.ts'
import { type PreflightResult, type PreflightSend, preflight } from './preflight.ts'
import { pairs, type ReadingLimits, readRequest } from './request.ts'

export interface CaptureOptions {
  /** 127.0.0.1 when absent. */
  readonly host?: string
  /** 0, when absent too, lets the system choose. */
  readonly port?: number
  /** URL under which targets reach the listener, where it is not its own address. */
  readonly publicUrl?: string
  /** Certificate and key as PEM text; plain HTTP when absent. */
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Bytes of a body that are kept; 1 MiB when absent. */
  readonly bodyLimit?: number
  /** Milliseconds a sender may be silent in the middle of a body; 15 s when absent. */
  readonly stallMs?: number
  /** Told of what comes; nobody counts when absent. */
  readonly volume?: Volume
  /** File that receives one line of JSON per delivery, written before the answer. */
  readonly journal?: string
  /** What of a delivery the journal may hold; without it, neither path nor header values nor body. */
  readonly redact?: Redact
  /** Names what comes; a count of its own when absent. Listeners of one run share one. */
  readonly ids?: () => string
}

/** Of requests of strangers the beginning of their bodies is kept. */
const NOISE_BODY = 64 * 1024
const TOTAL_MS = 60_000
/** Answers that are written sooner are written at once. */
const WORTH_NOTING_MS = 10
/** For so long after an answer a reset of its connection is one of it, ms. */
const UNREAD_MS = 1_000

/** Starts listening. Rejects, saying what to change, when it cannot. */
export async function startCapture(options: CaptureOptions = {}): Promise<Capture> {
  const publicUrl = options.publicUrl === undefined ? undefined : baseOf(options.publicUrl)
  const { host = '127.0.0.1', port = 0, tls } = options
  // Generous header blocks, and a missing Host header is for the checks to judge, not for the parser.
  const settings = {
    maxHeaderSize: 64 * 1024,
    requireHostHeader: false,
    keepAliveTimeout: 65_000,
    headersTimeout: 20_000,
  }
  const server = tls === undefined ? createServer(settings) : createSecureServer({ ...settings, ...tls })
  server.maxHeadersCount = 0
  const journal = options.journal === undefined ? undefined : new Journal(options.journal, options.redact)
  try {
    await listen(server, host, port)
  } catch (error) {
    journal?.close()
    const { code = '', message } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'the port is taken' : code === 'EACCES' ? 'not permitted' : message
    throw new Error(`cannot listen on ${host}:${port}: ${reason}; name another address, or port 0 for a free one`)
  }
  return new Capture(server, { host, publicUrl, secure: tls !== undefined }, options, journal)
}

/** A server that records webhooks byte for byte and answers them as programmed. */
export class Capture implements Receiver {
  /** Base under which targets reach the listener, without a slash at the end. */
  readonly url: string
  readonly listening: { readonly host: string; readonly port: number }
  readonly answeredLate = new Map<string, number>()
  readonly ids: () => string
  readonly #server: Server
  readonly #journal: Journal | undefined
  readonly #limits: ReadingLimits
  readonly #routes: Routes
  readonly #preflight: Inbox
  readonly #sockets = new Set<Socket>()
  readonly #reading = new WeakSet<Duplex>()
  readonly #pending = new Pending()
  #closed = false

  constructor(
    server: Server,
    place: { host: string; publicUrl: string | undefined; secure: boolean },
    { bodyLimit = 1024 * 1024, stallMs = 15_000, volume, ids = countedIds() }: CaptureOptions,
    journal: Journal | undefined,
  ) {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    this.listening = { host: place.host, port }
    this.url = place.publicUrl ?? `${place.secure ? 'https' : 'http'}://${callable(place.host)}:${port}`
    this.#server = server
    this.#journal = journal
    this.ids = ids
    this.#limits = { bodyLimit, stallMs, totalMs: Math.max(TOTAL_MS, stallMs), ...(volume && { volume }) }
    this.#routes = new Routes(this.url, place.publicUrl === undefined)
    this.#preflight = this.#routes.open('')
    server.on('connection', (socket: Socket) => this.#track(socket))
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#receive(request, response).catch(() => request.socket.destroy())
    })
    server.on('connect', (_request, socket: Duplex) => this.#refuse({ code: 'CONNECT' }, socket))
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => this.#refuse(error, socket))
    server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: Duplex) => this.#refuse(error, socket))
    server.on('error', () => undefined)
  }

  inbox(name: string, options: InboxOptions = {}): Inbox {
    return this.#routes.inbox(name, options)
  }

  all(): readonly Delivery[] {
    return this.#routes.deliveries
  }

  /** Requests that matched no inbox, answered 404, and bytes that were no request. The latest 1000. */
  get noise(): readonly Delivery[] {
    return this.#routes.noise
  }

  /** Why the journal is incomplete, when it is. */
  get journalFault(): Error | undefined {
    return this.#journal?.fault
  }

  /** Proves that the URL leads here and what the way there alters. Never throws. */
  preflight(send?: PreflightSend): Promise<PreflightResult> {
    const carries = (nonce: string) => (delivery: Delivery) => delivery.body.includes(nonce)
    const find = (nonce: string) => {
      const direct = this.#preflight.deliveries.find(carries(nonce))
      if (direct !== undefined) return { delivery: direct, misrouted: false }
      const astray = this.noise.find(carries(nonce))
      return astray === undefined ? undefined : { delivery: astray, misrouted: true }
    }
    return preflight(this.#preflight.url, find, send)
  }

  /** At once: open connections are destroyed, answers dropped, and those who wait are told. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#pending.drop()
    this.#routes.close()
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
    this.#journal?.close()
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    // Every answer on a connection that is kept listens to it for a while.
    socket.setMaxListeners(0)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('error', () => undefined)
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request
    const inbox = this.#routes.of(url, pairs(request.rawHeaders))
    // Those that arrive first stand first, whoever is read to the end first.
    const id = this.ids()
    const bodyLimit = inbox === undefined ? Math.min(NOISE_BODY, this.#limits.bodyLimit) : this.#limits.bodyLimit
    const wire = this.#wireOf(request.socket)
    this.#reading.add(request.socket)
    const reading = await readRequest(request, { ...this.#limits, bodyLimit })
    this.#reading.delete(request.socket)
    if (this.#closed) return
    const below = inbox?.below(url)
    const arrival = { id, inbox: inbox?.name ?? '', ...reading, ...(below === undefined ? {} : { below }) }
    const answer: Answer = reading.aborted
      ? { kind: 'none' }
      : inbox === undefined
        ? { kind: 'status', status: 404 }
        : reading.truncated
          ? { kind: 'status', status: 413 }
          : inbox.decide(arrival)
    this.#record(Object.freeze({ ...arrival, answer }), inbox)
    if (answer.kind === 'status') this.#time({ ...arrival, answer }, response, wire)
    give(answer, response, wire, this.#pending)
  }

  /** Notes when an answer was written, and whether somebody was there: what a sender does without one is no fault of its own. */
  #time(
    { id, arrivedMono, answer }: Pick<Delivery, 'id' | 'arrivedMono'> & { answer: Answer & { kind: 'status' } },
    response: ServerResponse,
    wire: Socket,
  ): void {
    const lost = (): void => {
      this.answeredLate.set(id, NEVER_READ)
    }
    response.once('close', () => {
      if (!response.writableFinished) lost()
    })
    response.once('finish', () => {
      const ms = performance.now() - arrivedMono - (answer.delayMs ?? 0)
      if (ms >= WORTH_NOTING_MS) this.answeredLate.set(id, ms)
      // Whoever closes a connection with an answer unread resets it.
      wire.once('error', lost)
      setTimeout(() => wire.off('error', lost), UNREAD_MS).unref()
    })
  }

  #record(delivery: Delivery, inbox: Inbox | undefined): void {
    if (inbox === this.#preflight) {
      inbox.accept(delivery)
      return
    }
    this.#journal?.append(delivery)
    this.#routes.record(delivery, inbox)
  }

  /** Bytes that are no request: kept as noise, answered as far as possible. */
  #refuse(error: { code?: string | undefined; rawPacket?: Buffer | undefined }, socket: Duplex): void {
    // In the middle of a body the request itself is recorded, as aborted. A connection that ends without a word is nothing.
    if (this.#closed || this.#reading.has(socket) || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const code = error.code ?? 'unknown'
    const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const now = Date.now()
    const raw = error.rawPacket ?? Buffer.alloc(0)
    const body = raw.subarray(0, NOISE_BODY)
    const { remoteAddress = '', remotePort = '' } = socket as Partial<Socket>
    const delivery: Delivery = {
      id: this.ids(),
      inbox: '',
      method: '',
      path: '',
      headers: [],
      body,
      truncated: body.length < raw.length,
      digest: bodyDigest(raw),
      aborted: true,
      httpVersion: '',
      tls: 'encrypted' in socket,
      peer: `${remoteAddress}:${remotePort}`,
      arrivedAt: now,
      completedAt: now,
      arrivedMono: steadyNow(),
      answer: { kind: 'status', status },
      json: undefined,
      fault: code,
    }
    this.#record(delivery, undefined)
    if (socket.writable)
      socket.end(`HTTP/1.1 ${status} \r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
    else socket.destroy()
  }

  /** The TCP socket below a TLS one is reachable by its peer only. */
  #wireOf(socket: Socket): Socket {
    if (this.#sockets.has(socket)) return socket
    const { remoteAddress, remotePort } = socket
    const same = (each: Socket) => each.remotePort === remotePort && each.remoteAddress === remoteAddress
    return [...this.#sockets].find(same) ?? socket
  }
}

/** Ids of deliveries, counted from 1: `d1`. */
export function countedIds(prefix = ''): () => string {
  let count = 0
  return () => {
    count += 1
    return `${prefix}d${count}`
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function baseOf(publicUrl: string): string {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error(
      `publicUrl: "${publicUrl}" is not an http or https URL without query, such as https://hooks.example.org`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

/** A wildcard listens everywhere but cannot be called. */
function callable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}
