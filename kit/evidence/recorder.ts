import { randomBytes } from 'node:crypto'
import type { Exchange, RawHeaders, RecordedRequest, TransportFault } from '../http/exchange.ts'
import type { Target } from '../target/target.ts'
import type { Attempt } from '../webhooks/attempts.ts'
import type { Answer, Delivery } from '../webhooks/delivery.ts'
import { curlFor } from './curl.ts'
import { kindOfMember } from './member-kinds.ts'
import { createRedactor, type RedactionPlaces } from './redact.ts'

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

export interface RecorderOptions {
  readonly target: Pick<Target, 'secrets'>
  /** What of the interfaces is secret, or not, by its place. */
  readonly places?: readonly RedactionPlaces[]
  /** Bodies of the target file: people in them are hidden in running text, too. */
  readonly bodies: readonly unknown[]
  /** Secret to the name of an environment variable for it, for secrets that a target file holds by value. */
  readonly usual: ReadonlyMap<string, string>
  /** Secret to the name of the environment variable that the target file takes it from. */
  readonly variables?: ReadonlyMap<string, string>
}

export function recorder({ target, bodies, usual, places = [], variables = new Map() }: RecorderOptions): Recorder {
  const redactor = createRedactor({
    secrets: target.secrets,
    runKey: randomBytes(16),
    names: namesIn(bodies),
    secretHeaders: places.flatMap((each) => each.secretHeaders ?? []),
    plainHeaders: places.flatMap((each) => each.plainHeaders ?? []),
    secretSegments: places.flatMap((each) => each.secretSegments ?? []),
  })
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

/** Names of people in the bodies of a target file. */
function namesIn(tree: unknown, isName = false): string[] {
  if (typeof tree === 'string') return isName ? [tree] : []
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([member, value]) => namesIn(value, kindOfMember(member) === 'name'))
}
