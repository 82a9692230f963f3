import type { Clock } from '../../clock.ts'
import { type Outcome, Post } from '../../post.ts'
import type { Attempt, MessagingBehaviour } from '../behaviour.ts'
import type { ServiceEvent, Subscription } from './domain.ts'
import type { Store } from './store.ts'

/** A shorter time-out would blame a busy machine. */
const TIMEOUT_FLOOR_MS = 1500
const COPY_PAUSE_MS = 1000

/** Where callbacks are really sent: the sandbox never leaves the machine. */
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/

/** Sends events: signed, in order, tried again with growing pauses. */
export class Courier {
  readonly #behaviour: MessagingBehaviour
  readonly #clock: Clock
  readonly #store: Store
  readonly #post = new Post()
  readonly #lanes = new Map<string, Promise<void>>()

  constructor(behaviour: MessagingBehaviour, clock: Clock, store: Store) {
    this.#behaviour = behaviour
    this.#clock = clock
    this.#store = store
  }

  /** Queues one event for one subscriber. First attempts of one lane keep their order, unless one is held back. */
  enqueue(event: ServiceEvent, subscription: Subscription): void {
    const held = this.#clock.scaled(this.#behaviour.heldBackMs(event))
    const act = () => this.#attempt({ event, subscription, attempt: 1 })
    if (held > 0) {
      this.#clock.after(held, () => void act())
      return
    }
    const lane = this.#behaviour.lane(event, subscription)
    const turn = (this.#lanes.get(lane) ?? Promise.resolve()).then(act)
    this.#lanes.set(lane, turn)
    void turn.then(() => this.#lanes.get(lane) === turn && this.#lanes.delete(lane))
  }

  /** Ends every attempt under way. Timers end with the clock. */
  close(): void {
    this.#post.close()
  }

  async #attempt(facts: Attempt): Promise<void> {
    if (this.#clock.closed) return
    const outcome = await this.#deliver(facts)
    const { succeeded, retries, maxAttempts, retryPauseMs, copiesAfterSuccess, holdsLane } = this.#behaviour
    const again = async (pauseMs: number): Promise<void> => {
      const next = { ...facts, attempt: facts.attempt + 1 }
      const over = new Promise<void>((resolve) => {
        this.#clock.after(this.#clock.scaled(pauseMs), () => resolve(this.#attempt(next)))
      })
      if (holdsLane) await over
    }
    if (succeeded(outcome)) {
      if (facts.attempt <= copiesAfterSuccess) await again(COPY_PAUSE_MS)
    } else if (facts.attempt < maxAttempts && retries(outcome, facts)) {
      await again(retryPauseMs(facts.attempt))
    }
  }

  async #deliver(facts: Attempt): Promise<Outcome> {
    const behaviour = this.#behaviour
    const { event, subscription } = facts
    const body = behaviour.serialiseEvent(behaviour.payload(facts), facts)
    // A code brings the secret of its callback_url along.
    const secret = behaviour.signs || event.kind === 'otp' ? (subscription.secret ?? '') : ''
    const signature: Record<string, string> =
      secret === '' ? {} : { 'X-Svc-Signature': behaviour.signature({ ...facts, secret, body }) }
    const headers = behaviour.deliveryHeaders(
      {
        'Content-Type': 'application/json',
        'User-Agent': 'Svc-Webhook/1.0',
        'X-Svc-App-ID': event.appId,
        'X-Svc-Service-Type': event.channel,
        ...signature,
      },
      facts,
    )
    const text = behaviour.sentBody(body, facts)
    if (event.kind === 'otp')
      this.#store.otpCallbacks.push({
        phone: event.data.phone_number,
        app_id: event.appId,
        url: subscription.url,
        attempt: facts.attempt,
        at: new Date().toISOString(),
        headers,
        body: text,
      })
    const url = this.#addressOf(event.kind === 'otp' ? behaviour.callbackAddress(subscription.url) : subscription.url)
    if (url === undefined) return { kind: 'answered', status: 204 }
    const parcel = {
      url,
      method: behaviour.deliveryMethod,
      headers,
      bytes: Buffer.from(text, 'utf8'),
      timeoutMs: Math.max(TIMEOUT_FLOOR_MS, this.#clock.scaled(behaviour.timeoutMs)),
    }
    const outcome = await this.#post.send(parcel)
    const redirected = outcome.status >= 300 && outcome.status < 400 && outcome.location !== undefined
    if (!behaviour.followsRedirects || !redirected) return outcome
    return this.#post.send({ ...parcel, url: new URL(outcome.location ?? '', url).href })
  }

  /** The address behind a URL; undefined where it lies outside this machine: such a call is only recorded. */
  #addressOf(url: string): string | undefined {
    if (!URL.canParse(url)) return undefined
    const { origin, hostname, pathname, search } = new URL(url)
    const route = this.#store.routes.get(origin)
    if (route !== undefined) return `${route.replace(/\/$/, '')}${pathname}${search}`
    return LOOPBACK.test(hostname) ? url : undefined
  }
}
