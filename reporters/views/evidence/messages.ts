import type { ReportedDelivery, ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report, ReportedJudgement, ReportedService } from '../../../kit/report/report.ts'
import { placeOf } from '../../../kit/webhooks/inbox-name.ts'

/** A message that a judgement stands on. */
export type EvidenceMessage = ReportedExchange | ReportedDelivery

export const isExchange = (message: EvidenceMessage): message is ReportedExchange => 'request' in message

/** The messages that a judgement stands on, in the order in which it names them: the first is what it is about. */
export function messagesOf(
  { exchanges, deliveries }: Pick<Report, 'exchanges' | 'deliveries'>,
  { evidence }: ReportedJudgement,
): EvidenceMessage[] {
  const all: readonly EvidenceMessage[] = [...exchanges, ...deliveries].filter(({ id }) => evidence.includes(id))
  return evidence.flatMap((id) => all.filter((each) => each.id === id))
}

/** The name of a message in failures. */
export function messageName(message: EvidenceMessage): string {
  if (!isExchange(message)) return `delivery ${message.id} to ${placeOf(message.inbox)}`
  const { operation, label, request } = message
  const name = operation === '' ? `${request.method} ${request.url.replace(/^\w+:\/\/[^/]*|\?.*$/g, '')}` : operation
  return label === '' ? name : `${name} (${label})`
}

/** The answer to a request, or the event that was received, in some words: `answered 202`, `loan.returned`. */
export function messageOutcome(message: EvidenceMessage): string {
  if (isExchange(message)) return message.response === undefined ? 'no answer' : `answered ${message.response.status}`
  return message.event === '' ? message.method : message.event
}

/** Headers of any client that say something of a webhook. */
const COMMON_HEADER = /^(content-type|user-agent)$/i

/** A webhook attempt as it arrived: where, by which method, with the headers that documents speak of. */
export function deliveryLines(
  { id, inbox, method, attempt, event, headers }: ReportedDelivery,
  services: readonly ReportedService[],
): string[] {
  const what = event === '' ? 'webhook' : event
  const beginnings = services.flatMap(({ webhooks }) => (webhooks === undefined ? [] : beginningsOf(webhooks)))
  const isShown = (name: string): boolean =>
    COMMON_HEADER.test(name) || beginnings.some((each) => name.toLowerCase().startsWith(each))
  return [
    `${what}, attempt ${attempt}: ${method} to ${placeOf(inbox)} (delivery ${id})`,
    ...headers.filter(([name]) => isShown(name)).map(([name, value]) => `${name}: ${value}`),
  ]
}

/** Beginnings of the webhook headers of a service: `x-lib-` where `X-Lib-Signature` is one of them. */
const beginningsOf = ({ signatureHeader, timestampHeader }: NonNullable<ReportedService['webhooks']>): string[] => [
  signatureHeader.toLowerCase().replace(/(?<=-)[^-]+$/, ''),
  ...(timestampHeader === undefined ? [] : [timestampHeader.toLowerCase()]),
]
