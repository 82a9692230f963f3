import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import { isLate } from '../../../shared/retries.ts'
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

/** Whether two deliveries were answered alike: what a sender makes of the one answer it makes of the other. */
const isAnsweredAs = ({ answer: one }: Delivery, { answer: other }: Delivery): boolean =>
  one.kind === 'status' && other.kind === 'status' && one.status === other.status && one.body === other.body

/**
 * Whether an event besides this one came again after another 2xx, for whatever reason: then a copy of this one may be no
 * retry either. Whether any did, where none is left out.
 */
export function repeatsAny({ inbox }: SmsWebhook, accepted?: Delivery): boolean {
  const others = inbox.deliveries
    .filter((each) => each.answer.kind === 'status' && isTaken(each.answer.status))
    .filter(
      (each) => accepted === undefined || (identityOf(each) !== identityOf(accepted) && !isAnsweredAs(each, accepted)),
    )
    .map(identityOf)
  return new Set(others).size < others.length
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
