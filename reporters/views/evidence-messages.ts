import type { ReportedDelivery, ReportedExchange } from '../../kit/evidence/recorder.ts'
import type { Report, ReportedJudgement, ReportedService } from '../../kit/report/report.ts'
import { placeOf } from '../../kit/webhooks/inbox-name.ts'

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

/** Parts of a command that are new in each shell, in a header or the body: commands that share one belong together. */
const RENEWED = /[\w-]+'"\$\{RUN[^"]*\}"'?-\w+/g

const renewedIn = ({ curl }: ReportedExchange): readonly string[] => curl.match(RENEWED) ?? []

/**
 * The first request with the same renewed key or name, where this one repeats it: its command alone would be the first of
 * its kind, and be answered as such.
 */
export function repeatedBy(
  { exchanges }: Pick<Report, 'exchanges'>,
  exchange: ReportedExchange,
): ReportedExchange | undefined {
  const renewed = renewedIn(exchange)
  if (renewed.length === 0) return undefined
  return exchanges.find(
    (each) => each.sentAt < exchange.sentAt && renewedIn(each).some((part) => renewed.includes(part)),
  )
}

/** Time between two requests, ms, that is part of what they show; beyond the most it was waited for other things. */
const WAITED_MS = 1000
const MOST_WAITED_MS = 30_000

/**
 * The commands of a request and of the first that it repeats. Where the run waited between them, so does the shell; and
 * what the run had brought about meanwhile, or others did, is named, since no command of these brings it about.
 */
export function bothCommands(
  { steps }: Pick<Report, 'steps'>,
  first: ReportedExchange,
  again: ReportedExchange,
): string[] {
  if (first.endedAt > again.sentAt) return [`${first.curl} &`, again.curl, 'wait']
  const waitedMs = Math.min(MOST_WAITED_MS, again.sentAt - first.endedAt)
  const made = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(first.response?.body ?? '')?.[0]
  const between = steps.filter(
    ({ kind, startedAt, text }) =>
      kind !== 'probe' &&
      startedAt >= first.endedAt &&
      startedAt <= again.sentAt &&
      made !== undefined &&
      text.includes(made),
  )
  return [
    first.curl,
    ...between.map(
      ({ recipe, text }) => `# here the run had ${recipe} brought about: ${text.replaceAll(made ?? '', '{id}')}`,
    ),
    ...(waitedMs < WAITED_MS ? [] : [`sleep ${Math.ceil(waitedMs / 1000)}`]),
    again.curl,
  ]
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
