import { parsedJson } from '../../../kit/http/parsed-json.ts'
import { valueAt } from '../../../kit/match/index.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import type { Delivery } from '../../../kit/webhooks/delivery.ts'
import { SEND } from '../client/api.ts'
import type { CheckContext } from '../define.ts'
import { SMS_INBOX } from '../service/webhooks.ts'

/** Where the SMS callbacks of the run go. */
export { SMS_INBOX } from '../service/webhooks.ts'

/** Where a receiver that redirects sends its caller: no callback belongs there. */
export const TRAP = 'msg/trap of the redirect'

/**
 * Where webhooks of another channel and of another app lead, and that of another channel of an app which has none for
 * SMS: no callback of an SMS of the run belongs there.
 */
export const STRANGERS = {
  channel: 'msg/webhook of another channel',
  app: 'msg/webhook of another app',
  both: 'msg/webhook of another channel alone',
} as const

export const NO_CALLBACK = 'no callback came to the webhook of messaging.smsWebhook in this run'

type Seen = Pick<CheckContext, 'exchanges' | 'deliveries'>
type Bytes = Pick<Delivery, 'json' | 'body'>

/** The body of a callback, also behind a byte order mark: that it stands there is judged apart. */
export function contentOf({ json, body }: Bytes): unknown {
  if (json !== undefined) return json
  try {
    return parsedJson(body.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** A text of a callback; undefined where it is missing or no text. */
export function textAt(delivery: Bytes, pointer: string): string | undefined {
  const value = valueAt(contentOf(delivery), pointer)
  return typeof value === 'string' ? value : undefined
}

/**
 * Every whole attempt at the webhook since the first send: what came before tells of no SMS of this run. What another
 * listener wrote down is judged also where the run sends nothing.
 */
export function smsDeliveries(t: Seen): readonly Delivery[] {
  const since = t.exchanges().find(({ operation }) => operation === SEND)?.sentAt
  return t.deliveries().filter((delivery) => {
    const { inbox, truncated, aborted, arrivedAt, imported } = delivery
    if (inbox !== SMS_INBOX || truncated || aborted) return false
    return since === undefined ? imported === true : arrivedAt >= since
  })
}

/** Attempts whose body is no JSON object: where there are such, silence about an event proves nothing. */
export function unreadable(t: Seen): readonly Delivery[] {
  return smsDeliveries(t).filter((delivery) => !isObject(contentOf(delivery)))
}

/** Header lines of one name. */
export function lines({ headers }: Delivery, name: string): readonly string[] {
  return headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
}

/** A callback with a JSON object as its body; texts are undefined where a member is missing or no text. */
export interface Callback {
  readonly delivery: Delivery
  readonly json: JsonObject
  readonly id: string | undefined
  readonly name: string | undefined
  readonly jobId: string | undefined
  readonly messageId: string | undefined
  readonly recipient: string | undefined
}

/** Every attempt whose body is an object, in the order of arrival, WhatsApp and unknown events among them. */
export function callbacks(t: Seen): readonly Callback[] {
  return smsDeliveries(t).flatMap((delivery) => {
    const json = contentOf(delivery)
    if (!isObject(json)) return []
    return {
      delivery,
      json,
      id: textAt(delivery, '/id'),
      name: textAt(delivery, '/event'),
      jobId: textAt(delivery, '/data/job_id'),
      messageId: textAt(delivery, '/data/message_id'),
      recipient: textAt(delivery, '/data/recipient'),
    }
  })
}

/** Payloads of WhatsApp events are not shown. */
export function isWhatsapp({ name, json }: Callback): boolean {
  const { channel } = json
  return name?.startsWith('whatsapp.') === true || (typeof channel === 'string' && channel.toLowerCase() === 'whatsapp')
}

/** The events that the document describes: those named `sms.…`, and nameless ones that tell of a message. */
export function smsCallbacks(t: Seen): readonly Callback[] {
  return callbacks(t).filter((callback) => {
    if (isWhatsapp(callback)) return false
    return callback.name === undefined
      ? /"message_id"/.test(callback.delivery.body.toString())
      : isSmsName(callback.name)
  })
}

/** The attempts of each event, in the order of arrival. */
export function attemptsOfEvents(t: Seen): readonly (readonly Delivery[])[] {
  const events = new Map<string, Delivery[]>()
  for (const { delivery } of smsCallbacks(t)) {
    const identity = identityOf(delivery)
    events.set(identity, [...(events.get(identity) ?? []), delivery])
  }
  return [...events.values()].map((each) => each.toSorted((a, b) => a.arrivedMono - b.arrivedMono))
}

const isSmsName = (name: string): boolean => name.toLowerCase().startsWith('sms.')

/**
 * What makes two attempts tell of one event, whatever their ids: name, message and recipient. A message comes to each
 * state once.
 */
export function identityOf(delivery: Bytes): string {
  const known = identities.get(delivery)
  if (known !== undefined) return known
  const texts = ['/event', '/data/message_id', '/data/recipient'].map((each) => textAt(delivery, each) ?? null)
  const identity = JSON.stringify(texts)
  identities.set(delivery, identity)
  return identity
}

/** Many rules compare the same attempts; they are recorded once and never change. */
const identities = new WeakMap<Bytes, string>()

/** How a failure calls a callback. */
export const callbackSubject = ({ delivery }: Callback): string => deliverySubject(delivery)

/** How a failure calls an attempt, whatever is in it. */
export const deliverySubject = (delivery: Delivery): string =>
  `${textAt(delivery, '/event') || 'event without a name'} (delivery ${delivery.id})`

/** Whether the sender may have taken our answer for a failure: anything but a 2xx. */
export function mayHaveFailed({ answer }: Delivery): boolean {
  return answer.kind !== 'status' || answer.status < 200 || answer.status > 299
}

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
