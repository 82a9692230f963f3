import { uuidOf } from '../../shared/receiver/made-up.ts'
import type { Sample } from '../../shared/receiver/party.ts'
import type { FixtureContext } from './define.ts'
import { eventOf, raised } from './events.ts'

/** What a status follows. */
const BEFORE: Readonly<Record<string, string>> = {
  pending: 'pending',
  processing: 'pending',
  completed: 'processing',
  failed: 'processing',
  expired: 'pending',
  cancelled: 'pending',
}

/** Names of the events of which there is a sample. */
export const paymentSamples: readonly string[] = Object.keys(BEFORE).map((status) => `payment.${status}`)

/** An event of a made-up payment; undefined where a payment has no such event. */
export function paymentSample(t: Pick<FixtureContext, 'clock' | 'fresh'>, event: string): Sample | undefined {
  const status = event.replace('payment.', '')
  const previous = BEFORE[status]
  if (!event.startsWith('payment.') || previous === undefined) return undefined
  const reference = t.fresh('assay')
  const payment = { id: uuidOf(`${reference}/transaction`), reference }
  const made = { event: eventOf(t, payment, { event, status, previous }) }
  if (previous === status) return made
  const earlier = { event: `payment.${previous}`, status: previous, previous: BEFORE[previous] ?? previous, nth: 2 }
  return { ...made, before: eventOf(t, payment, earlier) }
}

/** The same event, changed on its way. */
export const tamperedPayment = (text: string): string => raised(text)
