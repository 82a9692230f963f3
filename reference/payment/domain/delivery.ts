import type { Clock } from '../../clock.ts'
import { type Outcome, Post } from '../../post.ts'
import type { Attempt, PaymentBehaviour } from '../behaviour.ts'
import type { Role, StatusEvent } from './payment.ts'

/** A receiver that stays silent longer is given up; shorter floors would blame a busy machine. */
const TIMEOUT_MS = 10_000
const TIMEOUT_FLOOR_MS = 1500

/** Sends events: signed, in order, tried again with growing pauses. */
export class Courier {
  readonly #behaviour: PaymentBehaviour
  readonly #clock: Clock
  readonly #signingKey: string
  readonly #lanes = new Map<string, Promise<void>>()
  readonly #post = new Post()

  constructor(behaviour: PaymentBehaviour, clock: Clock, signingKey: string) {
    this.#behaviour = behaviour
    this.#clock = clock
    this.#signingKey = signingKey
  }

  /** Queues one event for one URL. First attempts of one payment and role keep their order. */
  enqueue(event: StatusEvent, role: Role, url: string): void {
    const act = () => this.#attempt(event, role, url, 1, new Date())
    const held = this.#clock.scaled(this.#behaviour.heldBackMs(event))
    if (!this.#behaviour.inOrder) {
      this.#clock.after(held, () => void act())
      return
    }
    const lane = `${event.payment.id} ${role} ${url}`
    const due = Date.now() + held
    const before = this.#lanes.get(lane) ?? Promise.resolve()
    const turn = before.then(() => this.#clock.sleep(Math.max(0, due - Date.now()))).then(act)
    this.#lanes.set(lane, turn)
    void turn.then(() => this.#lanes.get(lane) === turn && this.#lanes.delete(lane))
  }

  /** Ends every attempt under way. Timers end with the clock. */
  close(): void {
    this.#post.close()
  }

  async #attempt(event: StatusEvent, role: Role, url: string, attempt: number, firstAt: Date): Promise<void> {
    if (this.#clock.closed) return
    const facts: Attempt = { event, role, attempt, now: new Date(), firstAt }
    const outcome = await this.#send(url, facts)
    const { succeeded, retries, maxAttempts, retryBaseMs, copiesAfterSuccess } = this.#behaviour
    const again = (pauseMs: number) =>
      this.#clock.after(this.#clock.scaled(pauseMs), () => void this.#attempt(event, role, url, attempt + 1, firstAt))
    if (succeeded(outcome)) {
      if (attempt <= copiesAfterSuccess) again(1000)
    } else if (attempt < maxAttempts && retries(outcome, facts)) {
      again(retryBaseMs * 2 ** (attempt - 1))
    }
  }

  #send(url: string, attempt: Attempt): Promise<Outcome> {
    const behaviour = this.#behaviour
    const timestamp = behaviour.timestamp(attempt)
    const body = behaviour.serialiseEvent(behaviour.payload(attempt))
    const bytes = Buffer.from(behaviour.sentBody(body), 'utf8')
    const headers = behaviour.deliveryHeaders(
      {
        'Content-Type': 'application/json',
        'User-Agent': 'Pay-Webhook/1.0',
        'X-Pay-Signature': behaviour.signature({ ...attempt, key: this.#signingKey, timestamp, body }),
        'X-Pay-Timestamp': timestamp,
        'X-Pay-Delivery-ID': behaviour.deliveryId(attempt),
      },
      attempt,
    )
    return this.#post.send({ url, method: behaviour.deliveryMethod, headers, bytes, timeoutMs: this.#timeoutMs() })
  }

  #timeoutMs(): number {
    return Math.max(TIMEOUT_FLOOR_MS, this.#clock.scaled(TIMEOUT_MS))
  }
}
