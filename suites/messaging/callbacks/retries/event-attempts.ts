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

/** Whether an event besides this one came again after a 2xx of any kind, for whatever reason: then a copy may be one. */
export function repeatsAny({ inbox }: SmsWebhook, except: string): boolean {
  const accepted = inbox.deliveries
    .filter(({ answer }) => answer.kind === 'status' && isTaken(answer.status))
    .map(identityOf)
    .filter((identity) => identity !== except)
  return new Set(accepted).size < accepted.length
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
