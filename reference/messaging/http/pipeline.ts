import { randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { MessagingBehaviour } from '../behaviour.ts'
import type { Courier } from '../domain/courier.ts'
import type { EventKind, ServiceEvent, Sms } from '../domain/domain.ts'
import type { Store } from '../domain/store.ts'

const STEP_MS = 1000
/** The answer to a send must be able to leave before its messages move on. */
const STEP_FLOOR_MS = 25

/** The simulated carrier: moves messages along and lets the courier tell of every reported state. */
export class Pipeline {
  readonly #behaviour: MessagingBehaviour
  readonly #clock: Clock
  readonly #store: Store
  readonly #courier: Courier

  constructor(behaviour: MessagingBehaviour, clock: Clock, store: Store, courier: Courier) {
    this.#behaviour = behaviour
    this.#clock = clock
    this.#store = store
    this.#courier = courier
  }

  /** Runs the courses of one send, a step per pause. */
  run(batch: readonly Sms[]): void {
    const pause = Math.max(STEP_FLOOR_MS, this.#clock.scaled(STEP_MS))
    const atSubmit = this.#behaviour.reportedAtSubmit(batch)
    for (const sms of batch)
      for (const [index, kind] of this.#behaviour.course(sms.fate).entries()) {
        if (index === 0 && !atSubmit.includes(sms)) continue
        this.#clock.after(this.#behaviour.answerPauseMs + pause * (index + 1), () => this.#report(kind, sms))
      }
  }

  #report(kind: EventKind, sms: Sms): void {
    const behaviour = this.#behaviour
    const name = behaviour.eventName(kind)
    if (name === undefined) return
    const subscriptions = behaviour.webhooksOf(this.#store, sms.appId, 'sms')
    if (subscriptions.length === 0) return
    const at = new Date()
    const event: ServiceEvent = {
      id: `evt_${randomUUID()}`,
      kind,
      name,
      channel: 'sms',
      appId: sms.appId,
      at,
      data: behaviour.eventData(kind, sms, at),
      subject: sms.messageId,
    }
    for (const told of behaviour.tells(event))
      for (const subscription of subscriptions) this.#courier.enqueue(told, subscription)
    for (const other of behaviour.besides(event))
      for (const subscription of behaviour.webhooksOf(this.#store, sms.appId, other.channel))
        this.#courier.enqueue(other, subscription)
  }
}
