import { type Exchange, json } from '../../../kit/http/exchange.ts'
import { leaves, valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { JudgedWith } from '../../../kit/target/judged-with.ts'
import { digitsOf } from '../callbacks/deliveries.ts'
import { smsWebhook } from '../callbacks/sms-webhook.ts'
import { isSuccess } from '../client/answers.ts'
import { type Caller, inOtherWords, SEND, sendInstant } from '../client/api.ts'
import { purposeOf } from '../client/wording.ts'
import { type CheckContext, type Claim, defineFixture, type FixtureContext, lineFor } from '../define.ts'

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

/** The claims with which a send is linked to an app: a bound key, or an unbound one with the id of the app. */
export const LINKED: JudgedWith<Claim> = [
  ['messaging.keys.bound', 'messaging.keys.unbound'],
  ['messaging.keys.bound', 'messaging.smsWebhook.appId', 'messaging.appId'],
]

/** A recipient of whichever fate. */
export const ANY_RECIPIENT: JudgedWith<Claim> = [
  [
    'messaging.fixtures.phones.delivered',
    'messaging.fixtures.phones.expired',
    'messaging.fixtures.phones.failed',
    'messaging.fixtures.phones.pending',
    'messaging.fixtures.phones.rejected',
  ],
]

/** Each brings two events; without one of them there are too few for every way in which a receiver behaves. */
export const MOST_EVENTS: readonly Claim[] = [
  'messaging.fixtures.phones.delivered',
  'messaging.fixtures.phones.expired',
  'messaging.fixtures.phones.failed',
]

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
export async function afterWebhook(t: FixtureContext): Promise<void> {
  await t.use(smsWebhook).catch(() => undefined)
}

/** Which recipient comes first, and which after it, the seed decides; of the one with most to tell, never that it is first. */
function inTurn(t: FixtureContext): readonly string[] {
  const [delivered, ...others] = SUBMITTED
  const turned = others
    .map((fate) => ({ phone: phoneOf(t, fate), at: t.random() }))
    .toSorted((one, other) => one.at - other.at)
    .flatMap(({ phone }) => phone ?? [])
  const at = t.random() < 0.75 ? 1 : turned.length
  const first = phoneOf(t, delivered)
  return first === undefined ? turned : turned.toSpliced(at, 0, first)
}

/** One send to all recipients whose submit succeeds. */
export const batch = defineFixture({
  name: 'sms-batch',
  needs: ['messaging'],
  uses: [smsWebhook],
  cost: { requests: { bound: 1 }, spends: { messages: SUBMITTED.length } },
  make: async (t): Promise<Exchange> => {
    const recipients = inTurn(t)
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
