import { randomBytes } from 'node:crypto'
import type { Exchange, RecordedRequest } from '../http/exchange.ts'
import type { Target } from '../target/target.ts'
import type { Attempt } from '../webhooks/attempts.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import { curlFor } from './curl.ts'
import { kindOfMember } from './member-kinds.ts'
import { createRedactor } from './redact.ts'
import type { ReportedDelivery, ReportedExchange, ReportedMessage } from './reported.ts'

export type { ReportedDelivery, ReportedExchange, ReportedMessage } from './reported.ts'

/** Turns what a run saw and said into what may be shown. One per run: equal phone numbers get equal tags within it. */
export interface Recorder {
  text(text: string): string
  /** The name that somebody puts to their own words: people and addresses stay, secrets do not. */
  signed(name: string): string
  exchange(exchange: Exchange): ReportedExchange
  delivery(delivery: Delivery, attempt: Attempt): ReportedDelivery
}

/** @param variables secret to the name of the environment variable that the target file takes it from, or would */
export function recorder(target: Target, variables: ReadonlyMap<string, string> = new Map()): Recorder {
  const redactor = createRedactor({
    secrets: target.secrets,
    runKey: randomBytes(16),
    names: namesIn(Object.values(target.services).map(({ bodies }) => bodies)),
  })
  const nameOf = (secret: string): string | undefined => variables.get(secret)
  const message = ({ headers, body }: Pick<RecordedRequest, 'headers' | 'body'>): ReportedMessage => {
    const { text, bytes, sha256 } = redactor.redactBody(body)
    return { headers: redactor.redactHeaders(headers), body: text, bytes, sha256 }
  }
  return {
    text: redactor.redactText,
    signed: redactor.redactSecrets,
    exchange: ({ request, response, fault, ...rest }) => ({
      ...rest,
      label: redactor.redactText(rest.label),
      request: { ...message(request), method: request.method, url: redactor.redactUrl(request.url) },
      ...(response === undefined ? {} : { response: { ...message(response), status: response.status } }),
      ...(fault === undefined ? {} : { fault: { kind: fault.kind, message: redactor.redactText(fault.message) } }),
      curl: curlFor(request, { redactor, nameOf }),
    }),
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
