import { nobodysPhone } from '../../shared/receiver/made-up.ts'
import type { Occurrence, Sample } from '../../shared/receiver/party.ts'
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

/** What is told of a message behind its submit. */
const REPORTS: readonly string[] = ['sms.delivered', 'sms.expired', 'sms.failed']

/** Names of the events of which there is a sample. */
export const messagingSamples: readonly string[] = Object.keys(SAMPLES)

/** An event of a made-up message; undefined where a message has no such event. */
export function messagingSample(t: Teller, event: string): Sample | undefined {
  const make = Object.hasOwn(SAMPLES, event) ? SAMPLES[event] : undefined
  if (make === undefined) return undefined
  const id = t.fresh('message')
  const of: Message = { id, job: t.fresh('job'), recipient: nobodysPhone(id) }
  const made = { event: make(t, of) }
  return REPORTS.includes(event) ? { ...made, before: sent(t, of) } : made
}

/** The same event, changed on its way. */
export const tamperedMessage = (text: string): string =>
  redirected(text) === text ? text.replace('"message_id":"', '"message_id":"x') : redirected(text)
