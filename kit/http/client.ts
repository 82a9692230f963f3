import type { Clock } from '../clock/clock.ts'
import type { Ledger } from '../rate/ledger.ts'
import type { Pacer, Slot } from '../rate/pacer.ts'
import type { Price, Spends } from '../rate/price.ts'
import { readReset } from '../rate/reset.ts'
import {
  type Exchange,
  header,
  type RawHeaders,
  type Received,
  type RecordedRequest,
  type UnkeptExchange,
  wasSent,
} from './exchange.ts'
import type { Permission } from './permission.ts'
import type { Signed } from './signed.ts'
import type { Silence } from './silence.ts'
import type { Transport } from './transport.ts'

export interface SendRequest {
  readonly method: string
  /** Absolute URL. */
  readonly url: string
  /** The endpoint of the document: `POST /loans`; empty for none. */
  readonly operation: string
  /** What this step is, in a few words: `replay`, `without a key`. */
  readonly label: string
  readonly headers: RawHeaders
  readonly body?: Buffer
  /** How it is signed, for commands that repeat it. */
  readonly signed?: Signed
  /** Name of the key of its service that it is sent with and paced on; empty for none. */
  readonly key: string
  /** What it may cost the target: booked before sending, refused when over the budget. */
  readonly spends?: Spends
  /** What is given back once the answer is known; nothing when absent. */
  readonly refund?: NonNullable<Price['refund']>
  /** The sender expects 429: it is given back as it is, and the pacer is not asked. */
  readonly expects429?: boolean
  /** Waits a moment for room also where the run waits for nobody: what was seen already hangs on the answer. */
  readonly insists?: boolean
  /** Drops the connection so many ms after the last byte went out, and gives back a fault. */
  readonly abandonAfterMs?: number
}

/**
 * How often one request is sent again after an unexpected 429 while nothing else with its key is answered either, and
 * the longest wait for it in windows of the limiter. Where a limit lets some pass each time, the rest come by in turn.
 */
const RESENDS = 3
const LONGEST_WAIT_WINDOWS = 3
/** A wait that is short by our own clock is kept, however fast the clocks of the target run. */
const SHORT_WAIT_MS = 10_000
const LEAST_WAIT_MS = 1200
/** What a request that insists waits for room where the run waits for nobody, ms. */
const INSISTING_WAIT_MS = 3000

/** Bodies are evidence: nobody is to code them for the way. */
const UNCODED = ['Accept-Encoding', 'identity'] as const

/** What is shared by all requests of a run. */
export interface Wire {
  readonly transport: Transport
  readonly pacer: Pacer
  readonly ledger: Ledger
  readonly clock: Clock
  /** Keeps an exchange, and gives it its id. */
  record(exchange: UnkeptExchange): Exchange
  readonly signal: AbortSignal
  readonly permission: Permission
  /** Host header of a service where it differs from its base URL's. */
  host(service: string): string | undefined
  /** Added to every request: names the suite, the run and the check. */
  userAgent(check: string): string
  pause(ms: number): Promise<void>
  /**
   * Holds back what a check or fixture sends with a key as long as others need what is left of its rate; undefined where
   * nothing is held.
   */
  hold?(key: string, sender: string): Promise<void> | undefined
  /** Waits until a request to a service may be sent beside those that are under way; undefined where all may. */
  enter?(service: string): Promise<() => void> | undefined
  /**
   * Of a run that waits for nobody: what the limiter refuses is not sent again, and operations that say nothing are waited
   * for less.
   */
  readonly silence?: Silence
  /** Watches whether services are still there; nobody does when absent. */
  readonly presence?: Watch
}

/** Who watches requests and what comes of them. */
export interface Watch {
  /** Resolves once requests may be sent to a service. */
  clear(service: string): Promise<void>
  /** A request goes out. Call what it returns with what came. */
  begun(service: string, now: () => number): (exchange: Received) => void
}

/** For whom requests are sent. */
export interface Sender {
  /** The service that they are sent to, by the id of its contract. */
  readonly service: string
  /** The check or fixture. */
  readonly name: string
  /** How much more than the target file names it says that it asks for. */
  readonly adds?: number
}

/** Sends requests for one check: permitted, paced, booked, recorded. */
export class Client {
  readonly #wire: Wire
  readonly #sender: Sender

  constructor(wire: Wire, sender: Sender) {
    this.#wire = wire
    this.#sender = sender
  }

  /** A key among those of all services; empty for none. */
  #qualified({ key }: Pick<SendRequest, 'key'>): string {
    return key === '' ? '' : `${this.#sender.service}.${key}`
  }

  async send(request: SendRequest): Promise<Exchange> {
    const held = this.#wire.hold?.(this.#qualified(request), this.#sender.name)
    if (held !== undefined) await held
    const entering = this.#wire.enter?.(this.#sender.service)
    // Who waits for nobody is sent at once: order is kept.
    const leave = entering && (await entering)
    try {
      return await this.#sent(
        request,
        (await this.#room(this.#qualified(request), request.expects429 === true ? 0 : 1))[0],
      )
    } finally {
      leave?.()
    }
  }

  async sendTogether(requests: readonly SendRequest[]): Promise<Exchange[]> {
    const perKey = new Map<string, number>()
    for (const request of requests)
      perKey.set(this.#qualified(request), (perKey.get(this.#qualified(request)) ?? 0) + 1)
    const slots = new Map<string, Slot[]>()
    for (const [key, count] of perKey) slots.set(key, [...(await this.#room(key, count))])
    return Promise.all(requests.map((request) => this.#sent(request, slots.get(this.#qualified(request))?.pop())))
  }

  async #room(key: string, count: number): Promise<readonly Slot[]> {
    return key === '' || count === 0 ? [] : this.#wire.pacer.room(key, count, this.#wire.signal)
  }

  async #sent(request: SendRequest, first: Slot | undefined): Promise<Exchange> {
    const key = this.#qualified(request)
    const windowMs = this.#wire.pacer.windowMs(key)
    const isHasty = this.#wire.silence !== undefined
    let slot = first
    let passed = this.#wire.pacer.passed(key)
    for (let again = 0; ; again += 1) {
      const exchange = await this.#once(request, slot)
      if (exchange.response?.status !== 429 || request.expects429 === true) {
        this.#wire.pacer.pass(key)
        return exchange
      }
      this.#wire.ledger.refusedByLimiter()
      if (isHasty && request.insists !== true) return exchange
      const now = this.#wire.pacer.passed(key)
      if (now > passed) again = 0
      passed = now
      if (again === RESENDS || this.#wire.signal.aborted) return exchange
      const waitMs = retryAfterMs(exchange, windowMs)
      if (waitMs > Math.max(SHORT_WAIT_MS, LONGEST_WAIT_WINDOWS * windowMs)) return exchange
      if (isHasty && waitMs > INSISTING_WAIT_MS) return exchange
      const since = this.#wire.clock.now()
      await this.#wire.pause(waitMs)
      // A stop cuts it short: then that is the last word.
      this.#wire.ledger.waited(this.#wire.clock.now() - since)
      if (this.#wire.signal.aborted) return exchange
      slot = (await this.#room(key, 1))[0]
    }
  }

  async #once(request: SendRequest, slot: Slot | undefined): Promise<Exchange> {
    try {
      return await this.#carried(request)
    } finally {
      slot?.answered()
    }
  }

  async #carried(request: SendRequest): Promise<Exchange> {
    const { ledger, record, pacer, permission, signal, clock, presence, silence } = this.#wire
    const { service, name: check, adds = 0 } = this.#sender
    const key = this.#qualified(request)
    const host = this.#wire.host(service)
    const recorded: RecordedRequest = {
      method: request.method,
      url: request.url,
      headers: [
        ...(host === undefined ? [] : ([['Host', host]] as const)),
        ...request.headers,
        // Whoever plays a party says so as that one would.
        ...(header(request.headers, 'User-Agent') === undefined
          ? ([['User-Agent', this.#wire.userAgent(check)]] as const)
          : []),
        ...(header(request.headers, 'Accept-Encoding') === undefined ? [UNCODED] : []),
      ],
      body: request.body ?? Buffer.alloc(0),
      ...(request.signed === undefined ? {} : { signed: request.signed }),
    }
    await presence?.clear(service)
    permission.assert(recorded, adds)
    const { spends = {}, refund } = request
    const settle = await ledger.charge(
      key,
      permission.price(recorded, { spends, ...(refund === undefined ? {} : { refund }) }),
    )
    const unasked = request.expects429 === true && key !== '' ? pacer.note(key) : undefined
    const sentAt = clock.now()
    const silent = `${service} ${request.operation || `${request.method} ${request.url}`}`
    const came = presence?.begun(service, clock.now)
    const back =
      request.abandonAfterMs === undefined
        ? await this.#wire.transport.send(recorded, signal, silence?.patienceMs(silent))
        : await this.#wire.transport.abandon(recorded, request.abandonAfterMs, signal)
    came?.(back)
    const isWaited = request.abandonAfterMs === undefined
    const answered = (isWaited ? silence?.came(silent, back, clock.now() - sentAt) : undefined) ?? back
    unasked?.answered()
    settle('response' in answered ? answered.response.status : undefined, wasSent(answered))
    return record({
      service,
      check,
      label: request.label,
      operation: request.operation,
      key: request.key,
      ...(request.expects429 === true ? { expects429: true } : {}),
      request: recorded,
      ...answered,
      sentAt,
      endedAt: clock.now(),
    })
  }
}

/** The target's clock when it answered, ms: its Date header where that differs from ours by more than the header's own precision. */
export function targetNow(exchange: Exchange): number {
  const date = Date.parse(header(exchange.response?.headers ?? [], 'Date') ?? '')
  return Number.isFinite(date) && Math.abs(date - exchange.endedAt) > 2500 ? date : exchange.endedAt
}

/** Milliseconds to wait after a 429: `Retry-After` first, then `X-RateLimit-Reset`, else half of the window: all tries together outlast it. */
function retryAfterMs(exchange: Exchange, windowMs: number): number {
  for (const name of ['Retry-After', 'X-RateLimit-Reset']) {
    const text = header(exchange.response?.headers ?? [], name)
    const reset = text === undefined ? undefined : readReset(text, targetNow(exchange))
    if (reset !== undefined) return Math.max(reset.inMs, 50) + 20
  }
  return Math.max(windowMs / 2, LEAST_WAIT_MS)
}
