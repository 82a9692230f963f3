import type { Exchange } from '../../../../kit/http/exchange.ts'
import type { CheckContext } from '../../define.ts'
import { creationsByReference, type PaymentEvent, paymentEvents } from '../../webhooks/deliveries.ts'

/** What was told of a reference before creations with it that ended otherwise, and those. */
export interface ToldOfReference {
  readonly events: readonly PaymentEvent[]
  readonly others: readonly Exchange[]
}

/**
 * The events of a reference that arrived before it was first sent in a creation of another outcome: those of the others
 * are not told from its own.
 * @param isOther whether a creation with the reference ended otherwise than the one that is looked at
 */
export function toldUntilOthers(
  t: CheckContext,
  reference: string,
  isOther: (creation: Exchange) => boolean,
): ToldOfReference {
  const others = creationsByReference(t, reference).filter(isOther)
  const until = Math.min(...others.map(({ sentAt }) => sentAt))
  const events = paymentEvents(t).filter((each) => each.reference === reference && each.delivery.arrivedAt < until)
  return { events, others }
}
