import { randomBytes } from 'node:crypto'
import type { Exchange, RecordedRequest } from '../http/exchange.ts'
import type { Target } from '../target/target.ts'
import type { Attempt } from '../webhooks/attempts.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import { curlFor } from './curl.ts'
import { Extract } from './extract.ts'
import { ClaimedSecrets, GivenSecrets, lackingIn } from './lacking.ts'
import { kindOfMember } from './member-kinds.ts'
import { createRedactor, type RedactionPlaces } from './redact.ts'
import type { ReportedDelivery, ReportedExchange, ReportedMessage } from './reported.ts'

export type { ReportedDelivery, ReportedExchange, ReportedMessage } from './reported.ts'

/** Turns what a run saw and said into what may be shown. One per run: equal phone numbers get equal tags within it. */
export interface Recorder {
  text(text: string): string
  /** The name that somebody puts to their own words: people and addresses stay, secrets do not. */
  signed(name: string): string
  /** What variables in commands stand for: name to the place in the target file. */
  readonly variables: Readonly<Record<string, string>>
  exchange(exchange: Exchange): ReportedExchange
  delivery(delivery: Delivery, attempt: Attempt): ReportedDelivery
}

export interface RecorderOptions {
  readonly target: Pick<Target, 'secrets'>
  /** What of the interfaces is secret, or not, by its place. */
  readonly places?: readonly RedactionPlaces[]
  /** Bodies of the target file: people in them are hidden in running text, too. */
  readonly bodies: readonly unknown[]
  /** The name and the addresses of the target, which all may read. */
  readonly shown?: readonly string[]
  /** Secret to the name of an environment variable for it, for secrets that a target file holds by value. */
  readonly usual: ReadonlyMap<string, string>
  /** Secret to the name of the environment variable that the target file takes it from. */
  readonly variables?: ReadonlyMap<string, string>
  /** Secret to the place in the target file where it stands. */
  readonly claimed?: ReadonlyMap<string, string>
  /** What is no secret to the place in the target file where it stands: it may be sent where secrets are. */
  readonly plain?: ReadonlyMap<string, string>
  /** Nothing is cut short. */
  readonly isWhole?: boolean
  /** As commands take it. */
  readonly renewing?: string
  /** Services that are sent what is signed: a command with anything new in it would be another event. */
  readonly signed?: ReadonlySet<string>
}

export function recorder(options: RecorderOptions): Recorder {
  const { target, bodies, usual, places = [], variables = new Map(), claimed = new Map(), renewing } = options
  const { isWhole = false, shown = [], signed = new Set(), plain = new Map() } = options
  const redactor = createRedactor({
    secrets: target.secrets,
    runKey: randomBytes(16),
    names: namesIn(bodies),
    shown,
    secretHeaders: places.flatMap((each) => each.secretHeaders ?? []),
    plainHeaders: places.flatMap((each) => each.plainHeaders ?? []),
    secretSegments: places.flatMap((each) => each.secretSegments ?? []),
  })
  const extract = new Extract(redactor, isWhole)
  const nameOf = (secret: string): string | undefined => variables.get(secret) ?? usual.get(secret)
  const message = ({ headers, body }: Pick<RecordedRequest, 'headers' | 'body'>): ReportedMessage => {
    const shown = extract.body(body)
    const lines = extract.headers(headers)
    return {
      headers: shown.redacted ? lines.headers.map(withoutDigest) : lines.headers,
      body: shown.text,
      bytes: body.length,
      digest: shown.digest,
      ...(shown.isCut || lines.isCut ? { truncated: true as const } : {}),
    }
  }
  const given = new GivenSecrets()
  const claims = new ClaimedSecrets(
    new Map([...claimed].map(([secret, place]) => [secret, redactor.redactSecrets(place)])),
  )
  const reported = (exchange: Exchange): ReportedExchange => {
    const { request, response, fault, ...rest } = exchange
    const curl = curlFor(request, {
      redactor,
      nameOf,
      secrets: target.secrets,
      ...(renewing !== undefined && (signed.has(rest.service) ? { withPeople: true } : { renewing })),
    })
    const lacking = lackingIn(curl, request, { given, claimed: claims, plain, nameOf })
    given.answered(exchange)
    return {
      ...rest,
      label: redactor.redactText(rest.label),
      request: { ...message(request), method: request.method, url: redactor.redactUrl(request.url) },
      ...(response === undefined ? {} : { response: { ...message(response), status: response.status } }),
      ...(fault === undefined ? {} : { fault: { kind: fault.kind, message: redactor.redactText(fault.message) } }),
      curl,
      ...(lacking.length === 0 ? {} : { lacking }),
    }
  }
  const known = new WeakMap<Exchange, ReportedExchange>()
  return {
    text: (text) => extract.text(text),
    signed: redactor.redactSecrets,
    variables: Object.fromEntries(
      [...claimed].flatMap(([secret, place]) => {
        const name = nameOf(secret)
        return name === undefined ? [] : [[name, redactor.redactSecrets(place)]]
      }),
    ),
    exchange: (exchange) => {
      const made = known.get(exchange) ?? reported(exchange)
      known.set(exchange, made)
      return made
    },
    delivery: (delivery, attempt) => {
      const { truncated = delivery.truncated, ...shown } = message(delivery)
      return {
        ...attempt,
        event: redactor.redactText(attempt.event),
        identity: redactor.redactText(attempt.identity),
        id: delivery.id,
        inbox: delivery.inbox,
        method: delivery.method,
        truncated,
        aborted: delivery.aborted,
        ...shown,
        ...(delivery.path.includes('?')
          ? { query: redactor.redactText(delivery.path.slice(delivery.path.indexOf('?') + 1)) }
          : {}),
        ...(delivery.below === undefined ? {} : { below: redactor.redactUrl(delivery.below) }),
        digest: delivery.digest,
        arrivedAt: delivery.arrivedAt,
        answer: delivery.answer,
      }
    },
  }
}

/** Headers in which a service says a digest of the body: it gives away, to whoever tries, what is hidden there. */
const DIGEST = /^(etag|digest)$|-(digest|md5|sha\d*|hash|checksum|crc32c?)$/i

const withoutDigest = ([name, value]: readonly [string, string]): readonly [string, string] =>
  DIGEST.test(name) ? [name, '[digest]'] : [name, value]

/** Names of people in the bodies of a target file. */
function namesIn(tree: unknown, isName = false): string[] {
  if (typeof tree === 'string') return isName ? [tree] : []
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([member, value]) => namesIn(value, kindOfMember(member) === 'name'))
}
