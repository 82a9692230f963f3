import type { ReportedDelivery, ReportedExchange } from '../../kit/evidence/recorder.ts'
import type { Report, ReportedJudgement } from '../../kit/report/report.ts'
import { placeOf } from '../../kit/webhooks/inbox-name.ts'

/** A message that a judgement stands on. */
export type Exhibit = ReportedExchange | ReportedDelivery

export const isExchange = (exhibit: Exhibit): exhibit is ReportedExchange => 'request' in exhibit

/** What a judgement stands on, in the order in which it names it: the first is what it is about. */
export function exhibitsOf(
  { exchanges, deliveries }: Pick<Report, 'exchanges' | 'deliveries'>,
  { evidence }: ReportedJudgement,
): Exhibit[] {
  const all: readonly Exhibit[] = [...exchanges, ...deliveries].filter(({ id }) => evidence.includes(id))
  return evidence.flatMap((id) => all.filter((each) => each.id === id))
}

/** How the message is called in failures. */
export function exhibitName(exhibit: Exhibit): string {
  if (!isExchange(exhibit)) return `delivery ${exhibit.id} to ${placeOf(exhibit.inbox)}`
  const { operation, label, request } = exhibit
  const name = operation === '' ? `${request.method} ${request.url.replace(/^\w+:\/\/[^/]*|\?.*$/g, '')}` : operation
  return label === '' ? name : `${name} (${label})`
}

/** What came back for a request, or what was received, in some words: `202 ACCEPTED`, `payment.completed`. */
export function exhibitOutcome(exhibit: Exhibit): string {
  if (isExchange(exhibit)) return exhibit.response === undefined ? 'no answer' : `answered ${exhibit.response.status}`
  return exhibit.event === '' ? exhibit.method : exhibit.event
}

/** Headers in which webhooks carry what documents say of them; the others are those of any client. */
const TOLD_HEADER = /^(content-type|user-agent|x-(pay|svc)-.*)$/i

/** A webhook attempt as it arrived: where, by which method, with which of its headers. */
export function deliveryLines({ id, inbox, method, attempt, event, headers }: ReportedDelivery): string[] {
  const what = event === '' ? 'webhook' : event
  return [
    `${what}, attempt ${attempt}: ${method} to ${placeOf(inbox)} (delivery ${id})`,
    ...headers.filter(([name]) => TOLD_HEADER.test(name)).map(([name, value]) => `${name}: ${value}`),
  ]
}
