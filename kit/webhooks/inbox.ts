import type { Answer, Delivery } from './delivery.ts'
import {
  type Arrival,
  type Identify,
  identifyByBody,
  type Lateness,
  ResponseScript,
  type Rule,
  validate,
} from './response-script.ts'
import { DeliveryTimeout, expectation, longerBy, mismatch, Waiters, type Wanted } from './wait.ts'

export interface InboxOptions {
  /** What makes two requests attempts at one event; `event_id`, `id` or the digest of the body when absent. */
  readonly identify?: Identify
  /** URL or path registered with the target beforehand; an unguessable one is made when absent. */
  readonly at?: string
  /** Takes every request that no other inbox takes, whatever its path. */
  readonly everywhere?: boolean
  /** The status that the n-th event here is answered with where no rule speaks for it, from 1; 200 when absent. */
  readonly success?: (nth: number) => number
  /** For how long this process has stood still so far, ms: whoever waits meanwhile waits so much longer. */
  readonly stoodStill?: () => number
  /** How late the answer to an earlier request may have been, for rules that ask; in time when absent. */
  readonly lateness?: Lateness
  /** Told of a wait and its length, ms, as it begins. What it gives back is called where its time is over. */
  readonly onWait?: (ms: number) => () => void
  /** Told of each delivery once it is recorded, before it is answered. */
  readonly onDelivery?: (delivery: Delivery) => void
  /** An interface is served here: what each request is answered with, in place of rules. `nth` counts from 1. */
  readonly serve?: (arrival: Arrival, nth: number) => Answer
  /** Takes requests that no address takes, too: some clients leave the path of a base URL out. */
  readonly recognises?: (headers: Delivery['headers']) => boolean
}

/** How an interface is served. */
export interface StageOptions extends Pick<InboxOptions, 'serve' | 'recognises'> {
  /** On another port: another origin, to which nothing that is secret goes by itself. */
  readonly elsewhere?: boolean
}

export interface WaitOptions {
  /** Milliseconds from now. */
  readonly within: number
  /** What is waited for, as it stands after "no" in a sentence; a matcher says it itself. */
  readonly describe?: string
  /** Only deliveries that arrived after this one. */
  readonly after?: Delivery
}

/** One URL for webhooks and what came to it. */
export class Inbox {
  readonly name: string
  /** Give this to the target. */
  readonly url: string
  readonly #deliveries: Delivery[] = []
  readonly #script: ResponseScript
  readonly #waiters = new Waiters()
  readonly #identify: Identify
  readonly #strangers: () => number
  readonly #onDelivery: (delivery: Delivery) => void
  readonly #stoodStill: () => number
  readonly #onWait: (ms: number) => () => void
  readonly #serve: InboxOptions['serve']
  readonly #recognises: (headers: Delivery['headers']) => boolean
  #served = 0
  #waitedInVain = false

  constructor(
    name: string,
    url: string,
    {
      identify = identifyByBody,
      success,
      lateness,
      onDelivery = () => undefined,
      stoodStill = () => 0,
      onWait = () => () => undefined,
      serve,
      recognises = () => false,
    }: InboxOptions,
    strangers: () => number,
  ) {
    this.name = name
    this.url = url
    this.#identify = identify
    this.#script = new ResponseScript(success, lateness)
    this.#strangers = strangers
    this.#onDelivery = onDelivery
    this.#stoodStill = stoodStill
    this.#onWait = onWait
    this.#serve = serve
    this.#recognises = recognises
  }

  recognises(headers: Delivery['headers']): boolean {
    return this.#recognises(headers)
  }

  /** A path and query below the address; undefined where no interface is served here. */
  below(path: string): string | undefined {
    if (this.#serve === undefined) return undefined
    const { pathname } = new URL(this.url)
    return path.startsWith(pathname) ? path.slice(pathname.length) : path
  }

  /** In the order of arrival, which for slow bodies is not the order in which they were complete. */
  get deliveries(): readonly Delivery[] {
    return this.#deliveries
  }

  /** Whether a wait for a delivery has ended without one. */
  get waitedInVain(): boolean {
    return this.#waitedInVain
  }

  /** Decides answers from now on. Returns what takes the rule away again. */
  script(rule: Rule): () => void {
    return this.#script.add(rule)
  }

  /** All attempts at the event of this delivery, itself included. */
  attemptsAt(delivery: Delivery): readonly Delivery[] {
    const identity = this.#identity(delivery)
    return this.#deliveries.filter((each) => this.#identity(each) === identity)
  }

  /** The first match, past or future. Rejects with DeliveryTimeout, or CaptureClosed when the server closes first. */
  async next(wanted: Wanted, { within, describe, after }: WaitOptions): Promise<Delivery> {
    const before = this.#stoodStill()
    const end = this.#onWait(within)
    let found = await this.#waiters.first(this.#since(after), later(wanted, after), within)
    // A sender may have been kept waiting as well.
    let more = 0
    while (found === undefined) {
      const stood = longerBy(this.#stoodStill() - before, within)
      if (stood <= more) break
      found = await this.#waiters.first(this.#since(after), later(wanted, after), stood - more)
      more = stood
    }
    // Past its time, whether or not it came after all.
    if (found === undefined || more > 0) end()
    if (found !== undefined) return found
    this.#waitedInVain = true
    const nearMisses = this.#since(after).map((delivery) => ({
      delivery,
      why: mismatch(wanted, delivery) ?? 'matches, but came too late',
    }))
    throw new DeliveryTimeout(this.name, describe ?? expectation(wanted), within, nearMisses, this.#strangers())
  }

  /** Undefined when no match is there and none arrives for so long (ms); else the delivery that broke the silence. */
  async quiet(
    wanted: Wanted,
    options: { readonly for: number; readonly after?: Delivery },
  ): Promise<Delivery | undefined> {
    const end = this.#onWait(options.for)
    const found = await this.#waiters.first(this.#since(options.after), later(wanted, options.after), options.for)
    if (found === undefined) end()
    return found
  }

  /** Called by the server, in this order: `decide`, `accept`, and only then the answer is given. */
  decide(arrival: Arrival): Answer {
    if (this.#serve !== undefined) {
      this.#served += 1
      const answer = this.#serve(arrival, this.#served)
      validate(answer)
      return answer
    }
    return this.#script.answer(arrival, this.#identity(arrival))
  }

  accept(delivery: Delivery): void {
    insertByArrival(this.#deliveries, delivery)
    this.#waiters.offer(delivery)
    this.#onDelivery(delivery)
  }

  close(): void {
    this.#waiters.close(this.name)
  }

  #identity(arrival: Arrival): string {
    try {
      return this.#identify(arrival)
    } catch {
      return identifyByBody(arrival)
    }
  }

  #since(after: Delivery | undefined): readonly Delivery[] {
    return after === undefined ? this.#deliveries : this.#deliveries.slice(this.#deliveries.indexOf(after) + 1)
  }
}

/** The same selection among what arrived after a delivery. */
function later(wanted: Wanted, after: Delivery | undefined): Wanted {
  if (after === undefined) return wanted
  return (delivery) => delivery.arrivedMono >= after.arrivedMono && mismatch(wanted, delivery) === undefined
}

/** Negative where the first arrived before the other; those of one moment stand as they are numbered. */
export const byArrival = (a: Delivery, b: Delivery): number =>
  a.arrivedMono - b.arrivedMono || numberOf(a) - numberOf(b)

const numberOf = ({ id }: Delivery): number => Number(id.replace(/^\D+/, ''))

export function insertByArrival(deliveries: Delivery[], delivery: Delivery): void {
  const before = deliveries.findLastIndex((each) => byArrival(each, delivery) <= 0)
  deliveries.splice(before + 1, 0, delivery)
}
