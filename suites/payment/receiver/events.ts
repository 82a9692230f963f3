import { prepare } from '../../shared/receiver/effects.ts'
import { uuidOf } from '../../shared/receiver/made-up.ts'
import { digestOf, type Occurrence, type Party, SCHEME, type Signing } from '../../shared/receiver/party.ts'
import type { Stage } from '../../shared/receiver/stage.ts'
import { type FixtureContext, lineFor } from './define.ts'

/** A payment that events tell of. Nobody has made it: its names carry the id of the run. */
export interface Transaction {
  readonly id: string
  readonly reference: string
}

/** What of an event may be other than plain. */
export interface Told {
  readonly event?: string
  readonly status?: string
  readonly previous?: string
  /** Tells events of one transaction apart. */
  readonly nth?: number
  readonly metadata?: object
  /** How the body is written, from how it usually is. */
  readonly written?: (text: string) => string
}

const AMOUNT = 500

/** A payment that the receiver hears of for the first time. */
export async function transaction(t: FixtureContext): Promise<Transaction> {
  const reference = t.fresh('assay')
  const id = uuidOf(`${reference}/transaction`)
  await prepare(t, t.service.prepare, { id, reference })
  return { id, reference }
}

/** An event of a payment, as the service writes it: one line of JSON without blanks. */
export function eventOf(
  t: Pick<FixtureContext, 'clock'>,
  { id, reference }: Transaction,
  { event = 'payment.completed', status = 'completed', previous = 'processing', nth = 1, ...told }: Told = {},
): Occurrence {
  const eventId = uuidOf(`${reference}/event/${nth}`)
  const text = JSON.stringify({
    version: '1.0',
    event,
    event_id: eventId,
    transaction_id: id,
    merchant_reference: reference,
    data: {
      amount: AMOUNT,
      currency: 'TZS',
      status,
      previous_status: previous,
      payment_type: 'mobile',
      provider_reference: `provider-${reference}`,
    },
    metadata: told.metadata ?? { test: reference },
    timestamp: new Date(t.clock.now()).toISOString(),
  })
  return { body: Buffer.from(told.written?.(text) ?? text), names: { id, reference, event: eventId } }
}

/** What an event says when it was changed on its way. */
export const raised = (text: string): string => text.replace(`"amount":${AMOUNT}`, '"amount":900')

/** The same amount, written in another way. */
export const amountAs = (written: string) => (text: string) => text.replace(`"amount":${AMOUNT}`, `"amount":${written}`)

/** The receiver of this target, and how the service signs. */
export function partyOf(t: Pick<FixtureContext, 'clock' | 'service' | 'fresh'>): Party {
  const { url, signingKey = '' } = t.service
  return {
    url,
    operation: 'POST webhook',
    stamped: (body, { key = signingKey, over = body, lines, bodyAlone, ...times }: Signing) => {
      const now = Math.floor(t.clock.now() / 1000)
      const signedAt = times.signedAt ?? now
      const toldAt = times.toldAt === undefined ? signedAt : times.toldAt
      const digest = bodyAlone === true ? digestOf(key, over) : digestOf(key, `${signedAt}.`, over)
      return {
        headers: [
          ['Content-Type', 'application/json'],
          ...(lines ?? ((right) => [`${SCHEME}${right}`]))(digest).map((line) => ['X-Pay-Signature', line] as const),
          ...(toldAt === null ? [] : [['X-Pay-Timestamp', String(toldAt)] as const]),
          ['X-Pay-Delivery-ID', uuidOf(t.fresh('delivery'))],
        ],
        signed: {
          header: 'X-Pay-Signature',
          key,
          over,
          time: { header: 'X-Pay-Timestamp', now, ...(bodyAlone === true ? {} : { signed: signedAt }) },
        },
      }
    },
  }
}

/** The receiver of this target, as the checks that both documents have see it. */
export const stageOf = (t: FixtureContext): Stage => ({
  party: partyOf(t),
  probe: t.service.probe,
  lineFor: (member) =>
    member === 'probe'
      ? lineFor('paymentReceiver.probe')
      : `paymentReceiver.${member}: ${member.replace('probe.', '/')}`,
  fresh: async () => eventOf(t, await transaction(t)),
})
