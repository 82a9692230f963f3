import { randomBytes } from 'node:crypto'
import type { Exchange, RawHeaders, RecordedRequest, TransportFault } from '../http/exchange.ts'
import type { Target } from '../target/target.ts'
import type { Attempt } from '../webhooks/attempts.ts'
import type { Answer, Delivery } from '../webhooks/delivery.ts'
import { curlFor } from './curl.ts'
import { kindOfMember } from './member-kinds.ts'
import { createRedactor } from './redact.ts'

/** One side of an exchange as a report shows it. `bytes` and `sha256` are those of the body before redaction. */
export interface ReportedMessage {
  readonly headers: RawHeaders
  readonly body: string
  readonly bytes: number
  readonly sha256: string
}

export interface ReportedExchange
  extends Pick<Exchange, 'id' | 'service' | 'check' | 'label' | 'operation' | 'key' | 'expects429'> {
  readonly request: ReportedMessage & { readonly method: string; readonly url: string }
  readonly response?: ReportedMessage & { readonly status: number }
  readonly fault?: TransportFault
  /** Wall clock, ms since the epoch. */
  readonly sentAt: number
  readonly endedAt: number
  /** The request as a command; what was redacted stands in it as a variable. */
  readonly curl: string
}

export interface ReportedDelivery
  extends Pick<Delivery, 'id' | 'inbox' | 'method' | 'truncated' | 'aborted'>,
    ReportedMessage,
    Attempt {
  /** Wall clock, ms since the epoch. */
  readonly arrivedAt: number
  /** Of the URL that was called, where it had one; the path tells whose inbox it was, and is kept from readers. */
  readonly query?: string
  readonly answer: Answer
}

/** Turns what a run saw and said into what may be shown. One per run: equal phone numbers get equal tags within it. */
export interface Recorder {
  text(text: string): string
  /** The name that somebody puts to their own words: people and addresses stay, secrets do not. */
  signed(name: string): string
  exchange(exchange: Exchange): ReportedExchange
  delivery(delivery: Delivery, attempt: Attempt): ReportedDelivery
}

/** @param variables secret to the name of the environment variable that the target file takes it from */
export function recorder(target: Target, variables: ReadonlyMap<string, string> = new Map()): Recorder {
  const redactor = createRedactor({
    secrets: target.secrets,
    runKey: randomBytes(16),
    names: namesIn([target.payment?.bodies, target.messaging?.bodies]),
  })
  const usual = usualNames(target)
  const nameOf = (secret: string): string | undefined => variables.get(secret) ?? usual.get(secret)
  const message = ({ headers, body }: Pick<RecordedRequest, 'headers' | 'body'>): ReportedMessage => {
    const { text, bytes, sha256 } = redactor.redactBody(body)
    return { headers: redactor.redactHeaders(headers), body: text, bytes, sha256 }
  }
  const reported = ({ request, response, fault, ...rest }: Exchange): ReportedExchange => ({
    ...rest,
    label: redactor.redactText(rest.label),
    request: { ...message(request), method: request.method, url: redactor.redactUrl(request.url) },
    ...(response === undefined ? {} : { response: { ...message(response), status: response.status } }),
    ...(fault === undefined ? {} : { fault: { kind: fault.kind, message: redactor.redactText(fault.message) } }),
    curl: curlFor(request, { redactor, nameOf }),
  })
  const known = new WeakMap<Exchange, ReportedExchange>()
  return {
    text: redactor.redactText,
    signed: redactor.redactSecrets,
    exchange: (exchange) => {
      const made = known.get(exchange) ?? reported(exchange)
      known.set(exchange, made)
      return made
    },
    delivery: (delivery, attempt) => ({
      ...attempt,
      event: redactor.redactText(attempt.event),
      identity: redactor.redactText(attempt.identity),
      id: delivery.id,
      inbox: delivery.inbox,
      method: delivery.method,
      truncated: delivery.truncated,
      aborted: delivery.aborted,
      ...message(delivery),
      ...(delivery.path.includes('?')
        ? { query: redactor.redactText(delivery.path.slice(delivery.path.indexOf('?') + 1)) }
        : {}),
      sha256: delivery.sha256,
      arrivedAt: delivery.arrivedAt,
      answer: delivery.answer,
    }),
  }
}

/** Names for keys that a target file holds by value: `PAY_KEY_1`, `PAY_KEY_OTHER_MERCHANT`, `MSG_BEARER`. */
function usualNames({ payment, messaging }: Target): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const name = (prefix: string, key: string, value: unknown): void => {
    const words = key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
    if (typeof value === 'string') names.set(value, `${prefix}_${words}`)
  }
  for (const [key, value] of Object.entries(payment?.keys ?? {})) name('PAY_KEY', key, value)
  for (const [index, value] of (payment?.keys?.live ?? []).entries()) name('PAY_KEY', String(index + 1), value)
  for (const [key, value] of Object.entries(messaging?.keys ?? {})) name('MSG_KEY', key, value)
  name('MSG', 'bearer', messaging?.bearer)
  name('MSG', 'appKey', messaging?.appKey)
  return names
}

/** Names of people in the bodies of a target file. */
function namesIn(tree: unknown, isName = false): string[] {
  if (typeof tree === 'string') return isName ? [tree] : []
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([member, value]) => namesIn(value, kindOfMember(member) === 'name'))
}
