import type { Clock } from '../../clock.ts'
import type { AnswerForm } from '../../receiver/behaviour.ts'
import { Desk, type Understood } from '../../receiver/desk.ts'
import { asVerified, verifies } from '../../receiver/signature.ts'
import {
  parsed,
  type ReceiverOptions,
  type ReceiverParts,
  type StartedReceiver,
  startReceiver,
} from '../../receiver/start.ts'
import { lawfulMessagingReceiver, type MessagingReceiverBehaviour } from './behaviour.ts'
import { messagingReceiverFlaws } from './flaws.ts'
import { messagingReceiverVariants } from './variants.ts'

export { messagingReceiverFlaws, messagingReceiverVariants }

export interface MessagingReceiverOptions extends ReceiverOptions {
  readonly secret?: string
}

interface SmsEvent extends Understood {
  readonly label: string
  readonly channel: string
  readonly data: Readonly<Record<string, unknown>>
}

interface Heard {
  readonly status: string
  readonly applied: number
}

const PATH = '/webhooks'
/** Letters beyond ASCII: the bytes of a secret are those of UTF-8. */
const SECRET = 'référence-récepteur-ключ'

/** Starts a receiver of SMS webhooks. Throws on an unknown variant or flaw, or where the port is taken. */
export function startMessagingReceiver(options: MessagingReceiverOptions = {}): Promise<StartedReceiver> {
  const { secret = SECRET } = options
  const parts: ReceiverParts<MessagingReceiverBehaviour> = {
    lawful: lawfulMessagingReceiver,
    variants: messagingReceiverVariants,
    flaws: messagingReceiverFlaws,
    intake: (behaviour, clock) => ({ paths: [PATH], ...counter(behaviour, secret, clock) }),
    targetFile: (url, behaviour) => ({
      name: 'reference receiver of SMS webhooks',
      environment: 'local',
      messagingReceiver: {
        url: `${url}${PATH}`,
        ...(behaviour.secretless ? {} : { secret }),
        probe: { call: { method: 'GET', url: `${url}/effects/{id}` } },
      },
    }),
  }
  return startReceiver(parts, options)
}

/** What takes events, and remembers what it made of them. */
function counter(behaviour: MessagingReceiverBehaviour, secret: string, clock: Clock) {
  const heard = new Map<string, Heard>()
  const announced = new Set<string>()
  let last = ''
  const apply = (event: SmsEvent): void => {
    const isReport = event.group === undefined
    if (isReport && behaviour.wantsSubmitFirst && !announced.has(event.subject)) return
    if (!isReport) {
      announced.add(event.subject)
      last = event.subject
    }
    if (behaviour.ignores.includes(event.name)) return
    const subject = isReport && behaviour.reportsReach === 'the last message' ? last : event.subject
    heard.set(subject, { status: outcomeOf(event, behaviour), applied: (heard.get(subject)?.applied ?? 0) + 1 })
  }
  const desk = new Desk<SmsEvent>(behaviour, { isKnown: ({ name }) => NAMES.includes(name), apply }, clock)
  return {
    async deliver(body: Buffer, headers: NodeJS.Dict<string[]>): Promise<AnswerForm> {
      const event = understood(body)
      if (event === undefined) return { status: 400 }
      const isSigned = (headers['x-svc-signature'] ?? []).length > 0
      const right = isRight(body, headers, behaviour, secret)
      const status = behaviour.channels[event.channel]
      if (right && status !== undefined) return { status }
      if (right && behaviour.compactAlone && NEEDLESS.test(body.toString('utf8'))) return { status: 400 }
      if (right && behaviour.wants[event.name]?.some((name) => event.data[name] === undefined) === true)
        return { status: 400 }
      return desk.take({ event, isSigned, isRight: right })
    },
    effect(id: string): object | undefined {
      const found = heard.get(id)
      if (found === undefined) return undefined
      const status = behaviour.words[found.status] ?? found.status
      return behaviour.showsCount ? { status, applied: found.applied } : { status }
    },
  }
}

/** Escapes of letters that JSON may hold as they are. */
const NEEDLESS = /\\u00[2-7]|\\\//

const NAMES = ['sms.sent', 'sms.failed', 'sms.delivered', 'sms.expired']

/** What an event makes of its message. */
function outcomeOf({ name, label }: SmsEvent, { branchesOn }: MessagingReceiverBehaviour): string {
  const outcome = name.replace('sms.', '')
  if (branchesOn === 'label of deliveries' && outcome === 'delivered' && label !== 'SENT') return 'failed'
  return branchesOn === 'label of failures' && outcome === 'failed' && label === 'SENT' ? 'sent' : outcome
}

function isRight(
  body: Buffer,
  headers: NodeJS.Dict<string[]>,
  { signature, secretless }: MessagingReceiverBehaviour,
  secret: string,
): boolean {
  const lines = headers['x-svc-signature'] ?? []
  if (!signature.isChecked || (signature.optional && lines.length === 0)) return true
  return !secretless && verifies(lines, secret, [asVerified(body, signature)], signature)
}

interface Said {
  readonly id?: string
  readonly event?: string
  readonly channel?: string
  readonly data?: Readonly<Record<string, unknown>>
}

function understood(body: Buffer): SmsEvent | undefined {
  const { id, event, channel = 'sms', data = {} } = parsed<Said>(body) ?? {}
  if (id === undefined || event === undefined) return undefined
  const { job_id: group, message_id: subject = id, status: label } = data
  return {
    id,
    name: event,
    subject: String(subject),
    label: String(label),
    channel,
    data,
    ...(typeof group === 'string' ? { group } : {}),
  }
}
