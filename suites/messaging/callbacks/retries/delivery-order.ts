import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { SILENCE } from '../../../shared/pauses.ts'
import type { CheckContext, RequirementId } from '../../define.ts'
import { identityOf, mayHaveFailed, smsDeliveries, textAt } from '../deliveries.ts'

/** One event: when it came first, and for how long it surely was under way. */
interface EventSpan {
  readonly messageId: string | undefined
  readonly from: number
  /** Until it was taken, or tried last. */
  readonly until: number
  readonly isTaken: boolean
  /** Silent for longer than a growing pause, or the declared one, explains: given up. */
  readonly isOver: boolean
}

function spansOf(deliveries: readonly Delivery[], declaredMs: number, now: number): readonly EventSpan[] {
  const attempts = new Map<string, Delivery[]>()
  for (const each of deliveries) {
    const identity = identityOf(each)
    attempts.set(identity, [...(attempts.get(identity) ?? []), each])
  }
  return [...attempts.values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    const taken = all.find((each) => !mayHaveFailed(each))
    const until = (taken ?? all.at(-1) ?? first).arrivedMono
    const before = all.at(-2)
    const pause = before === undefined ? Number.POSITIVE_INFINITY : until - before.arrivedMono
    return {
      messageId: textAt(first, '/data/message_id'),
      from: first.arrivedMono,
      until,
      isTaken: taken !== undefined,
      isOver: now - until > Math.min(pause * SILENCE, declaredMs),
    }
  })
}

const overtakes = (one: EventSpan, other: EventSpan): boolean => other.from > one.from && other.from < one.until

/**
 * Whether an event that did not come may wait behind one that the run still refuses. Nothing forbids a sender to keep an
 * order: nothing else of a message, or nothing at all, until what came before was taken or given up. One that was seen
 * to send an event while another was under way keeps none.
 */
export function mayWait(
  t: Pick<CheckContext, 'exchanges' | 'deliveries' | 'target' | 'clock'>,
  messageId?: string,
): boolean {
  const declared = t.target.webhooks?.retryWithin ?? Number.POSITIVE_INFINITY
  const spans = spansOf(smsDeliveries(t), declared * 1000, t.clock.mono())
  const refused = spans.filter(({ isTaken, isOver }) => !isTaken && !isOver)
  const isPassed = (fits: (one: EventSpan, other: EventSpan) => boolean): boolean =>
    spans.some((one) => spans.some((other) => one !== other && fits(one, other) && overtakes(one, other)))
  const isOwn = (one: EventSpan): boolean => messageId !== undefined && one.messageId === messageId
  if (refused.some(isOwn) && !isPassed((one, other) => one.messageId === other.messageId)) return true
  return refused.length > 0 && !isPassed(() => true)
}

/** Says of an event that did not come why that is not judged. */
export const waits = (t: CheckContext, id: RequirementId): void =>
  t.markUnexercised(id, 'not met', 'the sender keeps an order, and an event before it was still refused by the run')
