import { prepare } from '../../shared/receiver/effects.ts'
import { nobodysPhone, uuidOf } from '../../shared/receiver/made-up.ts'
import { deliver, digestOf, type Occurrence, type Party, SCHEME, type Signing } from '../../shared/receiver/party.ts'
import type { Stage } from '../../shared/receiver/stage.ts'
import { type FixtureContext, lineFor } from './define.ts'

/** A message that events tell of. Nobody has sent it: its names carry the id of the run. */
export interface Message {
  readonly id: string
  readonly job: string
  readonly recipient: string
}

/** A message that the receiver hears of for the first time. */
export async function message(t: FixtureContext, job = t.fresh('job')): Promise<Message> {
  const id = t.fresh('message')
  await prepare(t, t.service.prepare, { id, job })
  return { id, job, recipient: nobodysPhone(id) }
}

/** The time in the form of the document: UTC, milliseconds, Z. */
const timeOf = (t: Pick<FixtureContext, 'clock'>): string => new Date(t.clock.now()).toISOString()

const NOBODYS_APP = '00000000-0000-4000-8000-00000000a55a'

interface Envelope {
  readonly event: string
  readonly channel?: string
  readonly data: object
  /** How the body is written, from how it usually is. */
  readonly written?: (text: string) => string
}

/** An event, as the service writes it: one line of JSON without blanks. */
export function eventOf(
  t: Pick<FixtureContext, 'clock' | 'fresh' | 'service'>,
  { id, job }: Pick<Message, 'id' | 'job'>,
  { event, channel = 'sms', data, written = (text) => text }: Envelope,
): Occurrence {
  const name = `evt_${t.fresh('assay')}`
  const app_id = t.service.appId ?? NOBODYS_APP
  const text = JSON.stringify({ id: name, event, channel, app_id, created_at: timeOf(t), data })
  return { body: Buffer.from(written(text)), names: { id, job, event: name }, channel }
}

type Teller = Pick<FixtureContext, 'clock' | 'fresh' | 'service'>

/** What a submit is told with: sms.sent, or sms.failed at submit time. */
export const submitData = (t: Teller, { id, job, recipient }: Message, status: string) => ({
  job_id: job,
  message_id: id,
  recipient,
  status,
  submitted_to_provider: timeOf(t),
})

/** @param status its opaque label */
export const sent = (t: Teller, of: Message, status = 'SENT'): Occurrence =>
  eventOf(t, of, { event: 'sms.sent', data: submitData(t, of, status) })

export const submitFailed = (t: Teller, of: Message, status = 'FAILED'): Occurrence =>
  eventOf(t, of, { event: 'sms.failed', data: submitData(t, of, status) })

export const delivered = (t: Teller, of: Message, status = 'SENT'): Occurrence =>
  eventOf(t, of, { event: 'sms.delivered', data: { message_id: of.id, status, delivered_at: timeOf(t) } })

export const expired = (t: Teller, of: Message): Occurrence =>
  eventOf(t, of, { event: 'sms.expired', data: { message_id: of.id, status: 'FAILED', expired_at: timeOf(t) } })

export const reportFailed = (t: Teller, of: Message, status = 'FAILED'): Occurrence =>
  eventOf(t, of, { event: 'sms.failed', data: { message_id: of.id, status, failed_at: timeOf(t) } })

/** What an event says when it was changed on its way: another recipient, or, of a report, another time. */
export const redirected = (text: string): string =>
  text.replace('"recipient":"2550', '"recipient":"2559').replace('"delivered_at":"20', '"delivered_at":"21')

/** Which events a receiver makes something of. */
export type ActsOn = 'submits' | 'reports'

/** The receiver of this target, and how the service signs: not at all without a secret. */
export function partyOf({ service }: Pick<FixtureContext, 'service'>): Party {
  const { url, secret, appId = NOBODYS_APP } = service
  return {
    url,
    operation: 'POST webhook',
    stamped: (
      body,
      { key = secret, over = body, lines = (digest) => [`${SCHEME}${digest}`] }: Signing,
      { channel = 'sms' } = {},
    ) => ({
      headers: [
        ['Content-Type', 'application/json'],
        ['User-Agent', 'Svc-Webhook/1.0'],
        ['X-Svc-App-ID', appId],
        ['X-Svc-Service-Type', channel],
        ...(key === undefined ? [] : lines(digestOf(key, over)).map((line) => ['X-Svc-Signature', line] as const)),
      ],
      ...(key === undefined ? {} : { signed: { header: 'X-Svc-Signature', key, over } }),
    }),
  }
}

/** The receiver of this target, as the checks that both documents have see it. */
export const stageOf = (t: FixtureContext, { actsOn = 'submits' }: { readonly actsOn?: ActsOn } = {}): Stage => ({
  party: partyOf(t),
  probe: t.service.probe,
  lineFor: (member) =>
    member === 'probe'
      ? lineFor('messagingReceiver.probe')
      : `messagingReceiver.${member}: ${member.replace('probe.', '/')}`,
  fresh: async () => {
    const of = await message(t)
    if (actsOn === 'submits') return sent(t, of)
    await deliver(t, partyOf(t), sent(t, of), 'sms.sent, before its report')
    return delivered(t, of)
  },
})

/** A UUID for what has none. */
export const madeUp = (t: Pick<FixtureContext, 'fresh'>, kind: string): string => uuidOf(t.fresh(kind))
