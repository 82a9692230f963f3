import type { SharedContext } from '../../kit/check/context.ts'
import type { Answer, Delivery } from '../../kit/webhooks/delivery.ts'
import type { Arrival, WebhookEvent } from '../../kit/webhooks/response-script.ts'

/** Until an attempt counts as unanswered senders usually take so long, seconds of the target's time. */
export const GIVES_UP = 10
/** Part of that after which our answer may have come too late. */
const LATE = 1 / 4
/** Part of that after which a sender may have given up an attempt that lay before this process: few wait so short. */
const UNREAD = 1 / 2
/** So often an answer is given once more, on a machine that stands still again and again. */
const MOST_REPEATS = 3

type Clocked = Pick<SharedContext, 'clock'>

const patienceMs = ({ clock }: Clocked): number => clock.scaled(GIVES_UP)
const isUnread = (t: Clocked, lateMs: number): boolean => lateMs > patienceMs(t) * UNREAD

/** Whether our answer to a delivery may have come after the sender had given it up, for a stall of our own. */
export const isLate = (t: Clocked & Pick<SharedContext, 'lateness'>, delivery: Delivery): boolean =>
  t.lateness(delivery, patienceMs(t)) > patienceMs(t) * LATE

/**
 * Whether a sender may have tried again for want of our answer: this process stood still when the delivery came. That the
 * whole machine had much to do keeps no answer back.
 */
export const mayBeUnread = (t: Clocked & Pick<SharedContext, 'lateness'>, delivery: Delivery): boolean =>
  isUnread(t, t.lateness(delivery, 0))

/**
 * Decides whether the answer to an attempt at an event is given to the next one as well. A sender that tries again for
 * want of an answer has not shown what it does about the one that it never read.
 */
export class Repeats {
  readonly #t: Clocked
  #last: Arrival | undefined
  #count = 0

  constructor(t: Clocked) {
    this.#t = t
  }

  /** Told of the attempt that the answer is given to. */
  give({ delivery }: Pick<WebhookEvent, 'delivery'>): void {
    this.#last = delivery
  }

  /** Whether the attempt that comes now is given it once more, as the one before may not have been answered in time. */
  isDue({ lateness }: Pick<WebhookEvent, 'lateness'>): boolean {
    if (this.#last === undefined || this.#count >= MOST_REPEATS) return false
    const isMissed = isUnread(this.#t, lateness(this.#last))
    if (isMissed) this.#count += 1
    return isMissed
  }
}

/** Whether two attempts were answered alike. */
export const isAlike = (one: Answer, other: Answer): boolean =>
  one.kind === other.kind && (one.kind !== 'status' || (other.kind === 'status' && one.status === other.status))
