import { randomUUID } from 'node:crypto'
import type { PaymentStatus } from '../../../specs/payment/statuses.ts'
import type { Clock } from '../../clock.ts'
import type { PaymentBehaviour } from '../behaviour.ts'
import type { Courier } from './delivery.ts'
import type { Course, Payment, Role, StatusEvent } from './payment.ts'
import type { Store } from './store.ts'

const STEP_MS = 1000
/** A payment that is handed over once more waits for its turn. */
const TURN_MS = 2000
/** The answer to a creation must be able to leave before the payment moves on. */
const STEP_FLOOR_MS = 25

const ENDS: Partial<Record<Course, PaymentStatus>> = { completes: 'completed', fails: 'failed' }

/** What an upstream that answers at once says of a course that ends. */
export const immediateEnd = (course: Course): PaymentStatus | undefined => ENDS[course]

/** The simulated upstream: moves payments along and lets the courier tell of every change. */
export class Provider {
  readonly #behaviour: PaymentBehaviour
  readonly #clock: Clock
  readonly #store: Store
  readonly #courier: Courier

  constructor(behaviour: PaymentBehaviour, clock: Clock, store: Store, courier: Courier) {
    this.#behaviour = behaviour
    this.#clock = clock
    this.#store = store
    this.#courier = courier
  }

  /** Runs the course of a new payment, one step per pause. */
  follow(payment: Payment, course: Course): void {
    const end = this.#behaviour.immediate ? immediateEnd(course) : undefined
    if (end !== undefined && this.#behaviour.immediateEnds.includes(end)) {
      this.move(payment, end)
      return
    }
    const pause = Math.max(STEP_FLOOR_MS, this.#clock.scaled(STEP_MS))
    const steps = [...this.#behaviour.path(course)]
    // One timer sets the next: timers of different lengths may fall due out of order on a busy machine.
    const next = (): void => {
      const status = steps.shift()
      if (status === undefined) return
      this.#advance(payment, status)
      this.#clock.after(pause, next)
    }
    this.#clock.after(this.#behaviour.answerPauseMs + pause, next)
  }

  /** Takes a payment for a new one, and tells nobody. */
  restart(payment: Payment, course: Course): void {
    payment.status = this.#behaviour.initialStatus
    payment.history.splice(0, payment.history.length, payment.status)
    this.#clock.after(this.#clock.scaled(TURN_MS), () => this.follow(payment, course))
  }

  /** What an operator or the upstream decides. False where the payment is beyond change. */
  settle(payment: Payment, status: PaymentStatus): boolean {
    if (!this.#behaviour.movable(payment)) return false
    const final = this.#behaviour.settlesAs(status)
    if (final === undefined) return true
    const passes = this.#behaviour.path(final === 'failed' ? 'fails' : 'completes').includes('processing')
    if (passes && payment.status === 'pending' && (final === 'completed' || final === 'failed'))
      this.move(payment, 'processing')
    return this.move(payment, final)
  }

  /** Changes a status and tells of it; nothing happens where it is no change or comes too late. */
  move(payment: Payment, status: PaymentStatus): boolean {
    if (payment.status === status || !this.#behaviour.movable(payment)) return false
    const event: StatusEvent = { id: randomUUID(), payment, previous: payment.status, status, at: new Date() }
    payment.status = status
    payment.history.push(status)
    payment.updatedAt = event.at
    for (const told of this.#behaviour.tells(event)) this.#announce(told)
    return true
  }

  /** Tells of a payment that was declined before anybody saw it processing. */
  announceDeclined(payment: Payment): void {
    this.#announce({ id: randomUUID(), payment, previous: 'processing', status: 'failed', at: new Date() })
  }

  #advance(payment: Payment, status: PaymentStatus): void {
    if (payment.history.includes(status)) return
    const settled = this.#behaviour.settlesAs(status)
    if (settled !== undefined) this.move(payment, settled)
  }

  #announce(event: StatusEvent): void {
    const { payment } = event
    const urls =
      this.#behaviour.urlsSettled === 'at-creation'
        ? payment.urls
        : this.#behaviour.urls({
            type: payment.request.type,
            own: payment.request,
            defaults: this.#store.merchants.get(payment.merchantId)?.defaults ?? {},
            latest: {},
          })
    for (const role of ['webhook', 'callback'] as const satisfies readonly Role[])
      if (this.#behaviour.calls(role, event)) for (const url of urls[role]) this.#courier.enqueue(event, role, url)
  }
}
