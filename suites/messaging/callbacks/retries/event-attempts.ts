import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { isLate } from '../../../shared/late-answers.ts'
import type { CheckContext } from '../../define.ts'
import { identityOf } from '../deliveries.ts'
import type { SmsWebhook } from '../sms-webhook.ts'
import type { Part } from './receiver-parts.ts'

/** Parts whose answers speak of an error in their bodies. */
export const ODD: readonly Part[] = ['odd body', 'no answer']

/** Attempts at the event that was given a part, in the order of arrival. */
export function attemptsOf({ inbox, eventOf }: SmsWebhook, part: Part): readonly Delivery[] {
  const identity = eventOf(part)
  return identity === undefined ? [] : inbox.deliveries.filter((each) => identityOf(each) === identity)
}

const isUsual = (status: number): boolean => status === 200
export const isTaken = (status: number): boolean => status >= 200 && status < 300

const statusOf = ({ answer }: Delivery): number => (answer.kind === 'status' ? answer.status : 0)

/**
 * Whether what came of one answer may be held against another: a plain 200 against whatever is not alike, any other 2xx
 * against a 200, since who takes one of them for a failure may take them all.
 */
function isOtherwise(one: Delivery, other: Delivery): boolean {
  if (statusOf(one) !== 200) return statusOf(other) === 200
  const [mine, others] = [one, other].map(({ answer }) => ('body' in answer ? answer.body : undefined))
  return statusOf(other) !== 200 || mine !== others
}

/**
 * Whether an event besides this one came again after an answer that no sender takes for the same, for whatever reason:
 * then a copy of this one may be no retry either. Whether any did, where none is left out.
 */
export function repeatsAny({ inbox }: SmsWebhook, accepted?: Delivery): boolean {
  const others = inbox.deliveries
    .filter((each) => isTaken(statusOf(each)))
    .filter(
      (each) => accepted === undefined || (identityOf(each) !== identityOf(accepted) && isOtherwise(accepted, each)),
    )
    .map(identityOf)
  return new Set(others).size < others.length
}

/** The attempts at each event of an inbox, in the order of arrival. */
function attemptsIn({ inbox }: SmsWebhook): ReadonlyMap<string, readonly Delivery[]> {
  const events = new Map<string, Delivery[]>()
  for (const each of inbox.deliveries) {
    const identity = identityOf(each)
    events.set(identity, [...(events.get(identity) ?? []), each])
  }
  return events
}

/** The attempts at each other event whose first was taken with an answer that a sender may take for the one of this event. */
export function takenAlike(webhook: SmsWebhook, accepted: Delivery): readonly (readonly Delivery[])[] {
  const own = identityOf(accepted)
  return [...attemptsIn(webhook)].flatMap(([identity, each]) => {
    const [first] = each
    const isAlike = first !== undefined && isTaken(statusOf(first)) && !isOtherwise(accepted, first)
    return identity !== own && isAlike ? [each] : []
  })
}

/**
 * Whether an event besides this one came again after a usual 200, or after what else counts as taken. An answer that was
 * late may not have reached its sender.
 */
export function repeatsAccepted(
  t: CheckContext,
  { inbox, partOf }: SmsWebhook,
  except: string,
  counts: (status: number) => boolean = isUsual,
): boolean {
  const accepted = inbox.deliveries
    .filter((each) => each.answer.kind === 'status' && counts(each.answer.status) && !isLate(t, each))
    .map(identityOf)
    .filter((identity) => identity !== except && !ODD.includes(partOf(identity)))
  return new Set(accepted).size < accepted.length
}

/** So many events that all come again are no answer that was late on its way. */
const EACH = 2

/**
 * Whether all events that were taken at their first attempt, and answered in time, came again, and several were.
 * @param among identities of those that count
 */
export function repeatsEach(t: CheckContext, webhook: SmsWebhook, among: ReadonlySet<string>): boolean {
  const taken = [...attemptsIn(webhook)].flatMap(([identity, each]) => {
    const [first] = each
    const isTimely = first !== undefined && isTaken(statusOf(first)) && !isLate(t, first)
    return isTimely && among.has(identity) && !ODD.includes(webhook.partOf(identity)) ? [each] : []
  })
  return taken.length >= EACH && taken.every(({ length }) => length > 1)
}
