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

  readonly #isDirect: boolean

  /**
   * @param url base of the addresses that are given out, without a slash at the end
   * @param isDirect nothing stands before the listener that may change a path on the way
   */
  constructor(url: string, isDirect = false) {
    this.#url = url
    this.#isDirect = isDirect
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

  /** A token counts anywhere in the path where what stands before the listener may add or take away a prefix. */
  of(target: string, headers: RawHeaders = []): Inbox | undefined {
    const [path = ''] = target.split('?')
    const prefix = new URL(this.#url).pathname.replace(/\/$/, '')
    const fixed = this.#places.get(path) ?? this.#places.get(prefix + path)
    if (fixed !== undefined) return fixed
    return this.#named(path) ?? [...this.#inboxes.values()].find((inbox) => inbox.recognises(headers)) ?? this.#fallback
  }

  #named(path: string): Inbox | undefined {
    const segments = path.split('/').filter((each) => each !== '')
    const inboxes = segments.map((each) => this.#places.get(each))
    if (!this.#isDirect) return inboxes.find((each) => each !== undefined)
    const [first] = inboxes
    // Below an interface that is served here everything is its own.
    return first !== undefined && (segments.length === 1 || first.below(path) !== undefined) ? first : undefined
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
