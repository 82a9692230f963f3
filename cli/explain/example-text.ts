import type { ReportedDelivery } from '../../kit/evidence/recorder.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import type { Delivery } from '../../kit/webhooks/delivery.ts'
import {
  deliveryLines,
  type EvidenceMessage,
  isExchange,
  messageName,
  messagesOf,
} from '../../reporters/views/evidence/messages.ts'
import { printable } from '../../reporters/views/printable.ts'
import type { Example } from './examples.ts'

/** Messages that are shown together, and characters of a body. */
const MESSAGES = 3
const BODY = 700
const NOTHING = Buffer.alloc(0)

/** Headers of any client and any server, which say nothing of a statement unless what is held against a message names them. */
const COMMON =
  /^(accept|accept-encoding|user-agent|connection|host|date|keep-alive|transfer-encoding|content-(length|type))$/i

/** An example as lines: what was sent, what came, and what was held against it. */
export function exampleText(example: Example): string[] {
  const { subject, expected, actual, reason, verdict } = example.judgement
  const isKept = verdict !== 'fail' && verdict !== 'warn'
  const compared = isKept
    ? expected === undefined || `as expected: ${expected}`
    : `${subject === undefined ? '' : `${subject}: `}expected ${expected ?? 'otherwise'}, got ${actual ?? 'this'}`
  const word = [...(compared === true ? [] : [compared]), ...(reason === undefined ? [] : [reason])].join('; ')
  return [...shownOf(example), ...(word === '' ? [] : [word])].map(printable)
}

/** What it stands on, in the order of time. */
function shownOf({ report, messages, judgement }: Example): string[] {
  const all = messagesOf(report, judgement)
  const judged = `${judgement.expected ?? ''} ${judgement.actual ?? ''}`.toLowerCase()
  const isTelling = ([name]: Header): boolean => !COMMON.test(name) || judged.includes(name.toLowerCase())
  // Of what holds for many, one is an example.
  const shown = all.length > MESSAGES ? all.slice(0, 1) : all
  const timeOf = (message: EvidenceMessage): number => (isExchange(message) ? message.sentAt : message.arrivedAt)
  return shown
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .flatMap((message) => {
      const sent = messages.find(({ id }) => id === message.id)
      if (sent === undefined) return []
      return isExchange(message) && 'request' in sent
        ? [
            messageName(message),
            ...message.request.headers.filter(isTelling).map(headerLine),
            ...exchangeLines(sent, isTelling),
          ]
        : 'request' in sent || isExchange(message)
          ? []
          : sent.below === undefined
            ? [...deliveryLines({ ...message, headers: [...sent.headers] }, report.services), ...bodyLine(sent.body)]
            : servedLines(message, sent, isTelling)
    })
}

/** A request of a client to what is served for it, and what it was answered. */
const servedLines = (
  { headers, inbox, attempt }: ReportedDelivery,
  sent: Delivery,
  isTelling: (header: Header) => boolean,
): string[] => [
  `${sent.method} ${sent.below ?? ''} (${inbox.replace(/^[a-z-]+\//, '')}${attempt === 1 ? '' : `, attempt ${attempt}`})`,
  ...headers.filter(isTelling).map(headerLine),
  ...sentLines(sent.body),
  ...(sent.answer.kind === 'status'
    ? [`answered ${sent.answer.status}`, ...bodyLine(Buffer.from(sent.answer.body ?? ''))]
    : [sent.answer.kind === 'reset' ? 'its connection was closed without an answer' : 'not answered']),
]

const exchangeLines = ({ request, response, fault }: Exchange, isTelling: (header: Header) => boolean): string[] => [
  ...sentLines(request.body),
  response === undefined ? `no answer: ${fault?.message ?? ''}` : `answered ${response.status}`,
  ...(response?.headers.filter(isTelling).map(headerLine) ?? []),
  ...bodyLine(response?.body ?? NOTHING),
]

type Header = readonly [name: string, value: string]

const headerLine = ([name, value]: Header): string => `  ${name}: ${value}`

/** What was sent as it is read best, and, where that is spelled otherwise, as it was sent. */
function sentLines(body: Buffer): string[] {
  const plain = Buffer.from(plainly(body.toString('utf8')))
  if (plain.equals(body)) return bodyLine(body)
  return [...bodyLine(plain), '  spelled so:', ...bodyLine(body)]
}

function bodyLine(body: Buffer): string[] {
  const text = body.toString('utf8')
  if (text === '') return []
  return [`  ${text.length > BODY ? `${text.slice(0, BODY)}… ${text.length - BODY} more characters` : text}`]
}

/** JSON without the spellings that a request of ours is sent in. */
function plainly(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}
