import { terminalStatuses } from '../../../specs/payment/statuses.ts'
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
import { lawfulPaymentReceiver, type PaymentReceiverBehaviour } from './behaviour.ts'
import { paymentReceiverFlaws } from './flaws.ts'
import { paymentReceiverVariants } from './variants.ts'

export { paymentReceiverFlaws, paymentReceiverVariants }

export interface PaymentReceiverOptions extends ReceiverOptions {
  readonly signingKey?: string
}

interface PaymentEvent extends Understood {
  readonly status: string
  readonly amount: number
}

interface Booked {
  readonly status: string
  readonly applied: number
  readonly amount: number
}

const PATH = '/webhooks'
const CALLBACKS = '/callbacks'
const TERMINAL: readonly string[] = terminalStatuses
const KNOWN = /^payment\.(pending|processing|completed|failed|expired|cancelled)$/
const SIGNING_KEY = 'rk_8Qz4vT1mXw6bL9cD2nHs'

/** Starts a receiver of payment webhooks. Throws on an unknown variant or flaw, or where the port is taken. */
export function startPaymentReceiver(options: PaymentReceiverOptions = {}): Promise<StartedReceiver> {
  const { signingKey = SIGNING_KEY } = options
  const parts: ReceiverParts<PaymentReceiverBehaviour> = {
    lawful: lawfulPaymentReceiver,
    variants: paymentReceiverVariants,
    flaws: paymentReceiverFlaws,
    intake: (behaviour, clock) => ({ paths: [PATH, CALLBACKS], ...counter(behaviour, signingKey, clock) }),
    targetFile: (url) => ({
      name: 'reference receiver of payment webhooks',
      environment: 'local',
      paymentReceiver: {
        url: `${url}${PATH}`,
        callbackPath: CALLBACKS,
        signingKey,
        probe: { call: { method: 'GET', url: `${url}/effects/{id}` }, amount: '/amount' },
      },
    }),
  }
  return startReceiver(parts, options)
}

/** What takes events, and remembers what it made of them. */
function counter(behaviour: PaymentReceiverBehaviour, signingKey: string, clock: Clock) {
  const booked = new Map<string, Booked>()
  const apply = ({ subject, name, status, amount }: PaymentEvent): void => {
    if (behaviour.ignores.includes(name)) return
    const before = booked.get(subject)
    const stays = before !== undefined && TERMINAL.includes(before.status) && !TERMINAL.includes(status)
    const kept = stays && !behaviour.goesBackFrom.includes(before.status) ? before.status : status
    booked.set(subject, { status: kept, applied: (before?.applied ?? 0) + 1, amount })
  }
  const isKnown = ({ name }: PaymentEvent): boolean =>
    KNOWN.test(name) && (behaviour.unknown?.status !== 422 || !behaviour.ignores.includes(name))
  const trade = { isKnown, apply }
  const desks = [new Desk(behaviour, trade, clock), new Desk(behaviour, trade, clock)] as const
  return {
    async deliver(body: Buffer, headers: NodeJS.Dict<string[]>, path: string): Promise<AnswerForm> {
      const event = understood(body, headers, behaviour)
      if (event === undefined) return { status: 400 }
      const isSigned = (headers['x-pay-signature'] ?? []).length > 0
      const right = isRight(body, headers, behaviour, signingKey)
      if (right && behaviour.fallsAt.includes(event.status)) return { status: 500 }
      const desk = desks[behaviour.apart && path === CALLBACKS ? 1 : 0]
      return desk.take({ event, isSigned, isRight: right })
    },
    effect(id: string): object | undefined {
      const found = booked.get(id)
      if (found === undefined) return undefined
      const { status, applied, amount } = found
      const word = behaviour.words[status] ?? status
      return behaviour.showsCount ? { status: word, applied, amount } : { status: word, amount }
    },
  }
}

function isRight(
  body: Buffer,
  headers: NodeJS.Dict<string[]>,
  behaviour: PaymentReceiverBehaviour,
  signingKey: string,
): boolean {
  const { signature, untimed, oldestMs, bodyAlone, drift } = behaviour
  const lines = headers['x-pay-signature'] ?? []
  if (!signature.isChecked || (signature.optional && lines.length === 0)) return true
  const timestamp = headers['x-pay-timestamp']?.[0]
  if (timestamp === undefined) return untimed === 'taken'
  if (oldestMs !== undefined && Math.abs(Date.now() - Number(timestamp) * 1000) > oldestMs) return false
  const bytes = asVerified(body, signature)
  const times = Array.from({ length: 2 * drift + 1 }, (_, index) => Number(timestamp) - drift + index)
  const signed = [...times.map((time) => [Buffer.from(`${time}.`), bytes]), ...(bodyAlone ? [[bytes]] : [])]
  return signed.some((parts) => verifies(lines, signingKey, parts, signature))
}

interface Said {
  readonly event?: string
  readonly event_id?: string
  readonly transaction_id?: string
  readonly data?: { readonly amount?: number; readonly status?: string }
  readonly metadata?: Readonly<Record<string, unknown>>
}

function understood(
  body: Buffer,
  headers: NodeJS.Dict<string[]>,
  { amounts, plainMetadata }: PaymentReceiverBehaviour,
): PaymentEvent | undefined {
  const text = body.toString('utf8')
  const said = parsed<Said>(body)
  const { event, event_id: id, transaction_id: subject, data, metadata = {} } = said ?? {}
  if (event === undefined || id === undefined || subject === undefined || data?.status === undefined) return undefined
  const [, written = ''] = /"amount":\s*([^,}\s]+)/.exec(text) ?? []
  if (amounts === 'whole digits' && !/^\d+$/.test(written)) return undefined
  if (plainMetadata && Object.values(metadata).some((each) => typeof each !== 'string')) return undefined
  const amount = amounts === 'digits alone' ? Number(written.replace('.', '')) : Number(data.amount)
  const attempt = headers['x-pay-delivery-id']?.[0]
  return { id, name: event, subject, status: data.status, amount, ...(attempt === undefined ? {} : { attempt }) }
}
