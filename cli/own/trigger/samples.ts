import { randomBytes } from 'node:crypto'
import { systemClock } from '../../../kit/clock/clock.ts'
import { partyOf as messagingParty } from '../../../suites/messaging/receiver/events.ts'
import { messagingSample, messagingSamples, tamperedMessage } from '../../../suites/messaging/receiver/samples.ts'
import { partyOf as paymentParty } from '../../../suites/payment/receiver/events.ts'
import { paymentSample, paymentSamples, tamperedPayment } from '../../../suites/payment/receiver/samples.ts'
import type { Party, Sample } from '../../../suites/shared/receiver/party.ts'

/** One event, ready to be delivered. */
export interface ReadySample extends Sample {
  readonly party: Party
  /** Its body, changed on its way. */
  tampered(text: string): string
}

/** Names of all events of which there is a sample. */
export const sampleNames: readonly string[] = [...paymentSamples, ...messagingSamples]

/** Whether an event is one of payments. */
export const isPaymentEvent = (event: string): boolean => paymentSamples.includes(event)

/**
 * A sample of an event of either service.
 * @param secret what it is signed with; one of payments always is
 */
export function sampleOf(event: string, url: string, secret: string | undefined): ReadySample | undefined {
  const clock = systemClock(1)
  const run = `asy${clock.now().toString(36)}${randomBytes(2).toString('hex')}`
  let count = 0
  const fresh = (kind: string): string => {
    count += 1
    return `${kind}-${run}-${count}`
  }
  if (isPaymentEvent(event)) {
    const t = { clock, fresh, service: { url, ...(secret === undefined ? {} : { signingKey: secret }) } }
    const made = paymentSample(t, event)
    return made && { ...made, party: paymentParty(t), tampered: tamperedPayment }
  }
  const t = { clock, fresh, service: { url, ...(secret === undefined ? {} : { secret }) } }
  const made = messagingSample(t, event)
  return made && { ...made, party: messagingParty(t), tampered: tamperedMessage }
}
