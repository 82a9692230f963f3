import type { ReportedDelivery, ReportedExchange, ReportedMessage } from '../evidence/recorder.ts'
import { placeOf } from '../webhooks/inbox-name.ts'

/** A request and its answer as text: what was on the wire, redacted, and the command that repeats it. */
export function exchangeText({ request, response, fault, curl }: ReportedExchange): string {
  const answer =
    response === undefined
      ? `no answer: ${fault?.message ?? ''}`
      : [`HTTP/1.1 ${response.status}`, ...linesOf(response)].join('\n')
  return `${[`${request.method} ${request.url} HTTP/1.1`, ...linesOf(request)].join('\n')}\n\n${answer}\n\n${curl}\n`
}

/** A webhook attempt as text, redacted. */
export function deliveryText(delivery: ReportedDelivery): string {
  const about = `${delivery.id}: attempt ${delivery.attempt} to ${placeOf(delivery.inbox)}, answered ${JSON.stringify(delivery.answer)}`
  return `${about}\n\n${[`${delivery.method} HTTP/1.1`, ...linesOf(delivery)].join('\n')}\n`
}

const linesOf = ({ headers, body }: ReportedMessage): string[] => [
  ...headers.map(([name, value]) => `${name}: ${value}`),
  ...(body === '' ? [] : ['', body]),
]
