import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { leaves, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { digitsOf } from '../callbacks/deliveries.ts'
import { smsWebhook } from '../callbacks/sms-webhook.ts'
import { isSuccess } from '../client/answers.ts'
import { type Caller, inOtherWords, SEND, sendInstant } from '../client/api.ts'
import { purposeOf } from '../client/wording.ts'
import { type CheckContext, defineFixture, type FixtureContext, lineFor } from '../define.ts'
import { madeApp } from '../resources/own-records.ts'

/** What becomes of a message, by the recipients that the target file names. */
export const FATES = ['delivered', 'expired', 'failed', 'pending', 'rejected'] as const
export type Fate = (typeof FATES)[number]

/** Fates of messages whose submit succeeds. */
export const SUBMITTED = ['delivered', 'expired', 'failed', 'pending'] as const satisfies readonly Fate[]

/** The sends of the run, by the label of their exchange. */
export const LABELS = {
  batch: 'several recipients',
  rejected: 'a recipient whose submit fails',
  unlinked: 'a key of no app',
  unconfigured: 'an app without a webhook',
} as const

export function phoneOf({ service }: Pick<FixtureContext, 'service'>, fate: Fate): string | undefined {
  return service.fixtures?.phones?.[fate]
}

/** The recipient of a send that is to be refused: where a lax target takes it all the same, nothing should arrive. */
export function quietPhone(t: FixtureContext): string {
  const phone = (['rejected', 'pending', 'delivered', 'expired', 'failed'] as const)
    .map((fate) => phoneOf(t, fate))
    .find((each) => each !== undefined)
  return (
    phone ??
    t.abortUnexercised(
      'not claimed',
      'the target file names no recipient',
      lineFor('messaging.fixtures.phones.delivered'),
    )
  )
}

/** A valid body; `undefined` takes a member away. */
export function sendBody(t: FixtureContext, members: JsonObject): JsonObject {
  const given = structuredClone(t.service.bodies?.sendInstant ?? {})
  const body: JsonObject = { ...given, content: `Conformance test ${t.fresh('sms')}`, ...members }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/** Credentials that are linked to the app whose webhook it is. */
export function linkedCaller(t: FixtureContext): Caller {
  const bound = t.key('bound')
  if (bound !== undefined) return { key: bound }
  const unbound = t.key('unbound')
  const appId = t.service.smsWebhook?.appId ?? t.service.appId
  if (unbound !== undefined && appId !== undefined) return { key: unbound, appId }
  return t.abortUnexercised(
    'not claimed',
    'the target file names no key that an app is linked to',
    lineFor('messaging.keys.bound'),
  )
}

/** Sends after the webhook is there. Where there can be none, the answers are judged all the same. */
async function afterWebhook(t: FixtureContext): Promise<void> {
  await t.use(smsWebhook).catch(() => undefined)
}

/** One send to all recipients whose submit succeeds. */
export const batch = defineFixture({
  name: 'sms-batch',
  needs: ['messaging'],
  uses: [smsWebhook],
  cost: { requests: { bound: 1 }, spends: { messages: SUBMITTED.length } },
  make: async (t): Promise<Exchange> => {
    // Which recipient comes first, and which after it, the seed decides.
    const recipients = SUBMITTED.map((fate) => ({ phone: phoneOf(t, fate), at: t.random() }))
      .toSorted((one, other) => one.at - other.at)
      .flatMap(({ phone }) => phone ?? [])
    if (recipients.length === 0) {
      const lines = SUBMITTED.map((fate) => lineFor(`messaging.fixtures.phones.${fate}`)).join('\n')
      t.abortUnexercised('not claimed', 'the target file names no recipient', lines)
    }
    await afterWebhook(t)
    const how = { label: LABELS.batch, expects: 'sent', recipients: recipients.length } as const
    return sendInstant(t, inOtherWords(linkedCaller(t)), sendBody(t, { recipients }), how)
  },
})

/** One send to one recipient: its answer and its event are tied to each other without a doubt. */
export const rejected = defineFixture({
  name: 'sms-rejected',
  needs: ['messaging.fixtures.phones.rejected'],
  uses: [smsWebhook],
  cost: { requests: { bound: 1 }, spends: { messages: 1 } },
  make: async (t): Promise<Exchange> => {
    await afterWebhook(t)
    const body = sendBody(t, { recipients: [phoneOf(t, 'rejected')] })
    return sendInstant(t, inOtherWords(linkedCaller(t)), body, { label: LABELS.rejected, expects: 'sent' })
  },
})

/** Of which app a send is that nothing reports. */
export type Silent = 'unlinked' | 'unconfigured'

function sendUnlinked(t: FixtureContext, key: Caller['key']): Promise<Exchange> {
  const body = sendBody(t, { recipients: [phoneOf(t, 'pending') ?? quietPhone(t)], app_key: undefined })
  // Whether a target takes it at all is open.
  return sendInstant(t, key === undefined ? {} : { key }, body, { label: LABELS.unlinked, expects: 'refused' })
}

function sendUnconfigured(t: FixtureContext, key: Caller['key'], appId: string): Promise<Exchange> {
  const body = sendBody(t, { recipients: [phoneOf(t, 'pending') ?? quietPhone(t)] })
  const as: Caller = { ...(key === undefined ? {} : { key }), appId }
  return sendInstant(t, as, body, { label: LABELS.unconfigured, expects: 'refused' })
}

/**
 * A send that nothing reports: that of a key which is linked to no app, or that of the app which the run made, which has
 * no webhook. Each is a message: the seed decides. Full depth sends both.
 */
export const unreported = defineFixture({
  name: 'sms-unreported',
  needs: ['messaging.keys.unbound'],
  uses: [smsWebhook, madeApp],
  cost: { requests: { unbound: 2 }, spends: { messages: 1 }, typical: { requests: { unbound: 1 } } },
  make: async (t): Promise<{ readonly kind: Silent; readonly exchange: Exchange }> => {
    await afterWebhook(t)
    const key = t.key('unbound')
    const isTurn = t.depth === 'standard' && t.seed % 2 === 0
    const made = isTurn ? await t.use(madeApp).catch(() => undefined) : undefined
    const exchange = made?.id === undefined ? undefined : await sendUnconfigured(t, key, made.id)
    if (exchange !== undefined && isSuccess(exchange)) return { kind: 'unconfigured', exchange }
    return { kind: 'unlinked', exchange: await sendUnlinked(t, key) }
  },
})

/** A send of another app of the user, which has no webhook. */
export const unconfigured = defineFixture({
  name: 'sms-unconfigured',
  needs: ['messaging.keys.unbound', 'messaging.outcomes.secondApp'],
  uses: [smsWebhook],
  cost: { requests: { unbound: 1 }, spends: { messages: 1 } },
  make: async (t): Promise<Exchange> => {
    const appId = t.service.outcomes?.secondApp?.with?.app_id
    if (typeof appId !== 'string')
      return t.abortUnexercised('not claimed', 'messaging.outcomes.secondApp names no app_id')
    await afterWebhook(t)
    return sendUnconfigured(t, t.key('unbound'), appId)
  },
})

/** One send that was accepted. */
export interface Sent {
  readonly exchange: Exchange
  readonly label: string
  /** Digits only. */
  readonly recipients: readonly string[]
  readonly jobId: string | undefined
}

/** Every accepted send of the run. */
export function sends(t: Pick<CheckContext, 'exchanges'>): readonly Sent[] {
  return t.exchanges().flatMap((exchange) => {
    if (exchange.operation !== SEND || !isSuccess(exchange)) return []
    const recipients = valueAt(json(exchange.request), '/recipients')
    const jobId = jobIdOf(exchange)
    return {
      exchange,
      label: purposeOf(exchange.label),
      recipients: Array.isArray(recipients) ? recipients.map((each) => digitsOf(String(each))) : [],
      jobId,
    }
  })
}

/** job_id of an answer, wherever it stands in the body: "carries" names no place. */
export function jobIdOf({ response }: Exchange): string | undefined {
  const named = leaves(json(response)).filter(({ pointer }) => pointer.endsWith('/job_id'))
  return named.map(({ value }) => value).find((value) => typeof value === 'string')
}
