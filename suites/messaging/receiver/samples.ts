import { nobodysPhone } from '../../shared/receiver/made-up.ts'
import type { Occurrence } from '../../shared/receiver/party.ts'
import type { FixtureContext } from './define.ts'
import { delivered, eventOf, expired, type Message, redirected, reportFailed, sent } from './events.ts'

type Teller = Pick<FixtureContext, 'clock' | 'fresh' | 'service'>

/** Nothing is shown of the data of these. */
const unshown =
  (event: string, channel: string) =>
  (t: Teller, of: Message): Occurrence =>
    eventOf(t, of, { event, channel, data: { message_id: of.id } })

const SAMPLES: Readonly<Record<string, (t: Teller, of: Message) => Occurrence>> = {
  'sms.sent': (t, of) => sent(t, of),
  'sms.delivered': (t, of) => delivered(t, of),
  'sms.expired': expired,
  'sms.failed': reportFailed,
  'whatsapp.sent': unshown('whatsapp.sent', 'whatsapp'),
  'whatsapp.delivered': unshown('whatsapp.delivered', 'whatsapp'),
  'whatsapp.read': unshown('whatsapp.read', 'whatsapp'),
  'whatsapp.failed': unshown('whatsapp.failed', 'whatsapp'),
  'whatsapp.received': unshown('whatsapp.received', 'whatsapp'),
}

/** Names of the events of which there is a sample. */
export const messagingSamples: readonly string[] = Object.keys(SAMPLES)

/** An event of a made-up message, with the one before it; undefined where a message has no such event. */
export function messagingSample(
  t: Teller,
  event: string,
): { readonly event: Occurrence; readonly before: Occurrence } | undefined {
  const make = Object.hasOwn(SAMPLES, event) ? SAMPLES[event] : undefined
  if (make === undefined) return undefined
  const id = t.fresh('message')
  const of: Message = { id, job: t.fresh('job'), recipient: nobodysPhone(id) }
  return { before: sent(t, of), event: make(t, of) }
}

/** The same event, changed on its way. */
export const tamperedMessage = (text: string): string =>
  redirected(text) === text ? text.replace('"message_id":"', '"message_id":"x') : redirected(text)
