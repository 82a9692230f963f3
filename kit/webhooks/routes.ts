import { randomBytes } from 'node:crypto'
import type { RawHeaders } from '../http/exchange.ts'
import type { Delivery } from './delivery.ts'
import { Inbox, type InboxOptions, insertByArrival } from './inbox.ts'

/** Requests of strangers that are kept: the latest. */
const NOISE_KEPT = 1000

/** Which inbox a request is for, and what came to each. */
export class Routes {
  readonly #url: string
  readonly #inboxes = new Map<string, Inbox>()
  /** By token or by fixed path. */
  readonly #places = new Map<string, Inbox>()
  readonly #deliveries: Delivery[] = []
  readonly #noise: Delivery[] = []
  #fallback: Inbox | undefined
  #strangers = 0

  /** @param url base of the addresses that are given out, without a slash at the end */
  constructor(url: string) {
    this.#url = url
  }

  get deliveries(): readonly Delivery[] {
    return this.#deliveries
  }

  /** Requests that matched no inbox. */
  get noise(): readonly Delivery[] {
    return this.#noise
  }

  inbox(name: string, options: InboxOptions = {}): Inbox {
    const known = this.#inboxes.get(name)
    if (known !== undefined) return known
    if (name === '') throw new RangeError('an inbox needs a name: the empty one stands for noise')
    const inbox = this.open(name, options)
    this.#inboxes.set(name, inbox)
    return inbox
  }

  /** An inbox that is found by its address only. */
  open(name: string, options: InboxOptions = {}): Inbox {
    const { at, everywhere = false } = options
    const token = randomBytes(24).toString('base64url')
    const url = at === undefined ? `${this.#url}/${token}` : new URL(at, `${this.#url}/`).href
    const inbox = new Inbox(name, url, options, () => this.#strangers)
    if (everywhere) this.#fallback = inbox
    this.#places.set(at === undefined ? token : new URL(url).pathname, inbox)
    return inbox
  }

  /** A token counts anywhere in the path: what stands before the listener may add or take away a prefix. */
  of(target: string, headers: RawHeaders = []): Inbox | undefined {
    const [path = ''] = target.split('?')
    const prefix = new URL(this.#url).pathname.replace(/\/$/, '')
    const fixed = this.#places.get(path) ?? this.#places.get(prefix + path)
    if (fixed !== undefined) return fixed
    return (
      path
        .split('/')
        .map((segment) => this.#places.get(segment))
        .find((inbox) => inbox !== undefined) ??
      [...this.#inboxes.values()].find((inbox) => inbox.recognises(headers)) ??
      this.#fallback
    )
  }

  /** Keeps a delivery, and tells those who wait for it; without an inbox it is noise. */
  record(delivery: Delivery, inbox: Inbox | undefined): void {
    if (inbox === undefined) {
      this.#strangers += 1
      this.#noise.push(delivery)
      if (this.#noise.length > NOISE_KEPT) this.#noise.shift()
      return
    }
    insertByArrival(this.#deliveries, delivery)
    inbox.accept(delivery)
  }

  /** Ends every wait. */
  close(): void {
    for (const inbox of this.#places.values()) inbox.close()
  }
}
