import type { ReportedDelivery, ReportedExchange, ReportedMessage } from '../evidence/recorder.ts'
import { placeOf } from '../webhooks/inbox-name.ts'

/** A request and its answer as text: what was on the wire, redacted, and the command that repeats it. */
export function exchangeText({ request, response, fault, curl, lacking }: ReportedExchange): string {
  const answer =
    response === undefined
      ? `no answer: ${fault?.message ?? ''}`
      : [`HTTP/1.1 ${response.status}`, ...linesOf(response)].join('\n')
  return `${[`${request.method} ${request.url} HTTP/1.1`, ...linesOf(request)].join('\n')}\n\n${answer}\n\n${said(curl, lackingText(lacking))}\n`
}

/** A webhook attempt as text, redacted. */
export function deliveryText(delivery: ReportedDelivery): string {
  return `${aboutDelivery(delivery)}\n\n${[`${delivery.method} HTTP/1.1`, ...linesOf(delivery)].join('\n')}\n`
}

/** Characters of a body in a failure that is read in a terminal. */
const SHORT = 600

/** What was sent and what came back, redacted and shortened, and the command that repeats it. */
export function exchangeInShort({ id, request, response, fault, curl, lacking }: ReportedExchange): string {
  const answer =
    response === undefined
      ? `no answer: ${fault?.message ?? ''}`
      : `answered ${response.status}${response.body === '' ? '' : `: ${shortened(response.body)}`}`
  const sent = request.body === '' ? [] : [`sent: ${shortened(request.body)}`]
  return said(`${id}: ${request.method} ${request.url}`, ...sent, answer, curl, lackingText(lacking))
}

/** A webhook attempt, redacted and shortened. */
export function deliveryInShort(delivery: ReportedDelivery): string {
  return [aboutDelivery(delivery), ...(delivery.body === '' ? [] : [shortened(delivery.body)])].join('\n')
}

/** Why a command does not run as it stands; undefined where it does. */
export const lackingText = (lacking: readonly string[] = []): string | undefined =>
  lacking.length === 0
    ? undefined
    : `does not run as it stands: ${lacking.map((each) => `[secret] is ${each}`).join('; ')}`

const said = (...texts: readonly (string | undefined)[]): string =>
  texts.filter((each) => each !== undefined).join('\n')

const shortened = (body: string): string =>
  body.length > SHORT ? `${body.slice(0, SHORT)}… ${body.length - SHORT} more characters` : body

const aboutDelivery = ({ id, attempt, inbox, answer }: ReportedDelivery): string =>
  `${id}: attempt ${attempt} to ${placeOf(inbox)}, answered ${JSON.stringify(answer)}`

const linesOf = ({ headers, body }: ReportedMessage): string[] => [
  ...headers.map(([name, value]) => `${name}: ${value}`),
  ...(body === '' ? [] : ['', body]),
]
