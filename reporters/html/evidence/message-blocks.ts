import type { ReportedDelivery, ReportedExchange, ReportedMessage } from '../../../kit/evidence/recorder.ts'
import { placeOf } from '../../../kit/webhooks/inbox-name.ts'
import { counted } from '../../views/counted.ts'
import { lackingIn } from '../../views/evidence/commands.ts'
import { clipped, cut, duration, since } from '../figures.ts'
import { html, type Markup } from '../markup.ts'
import { answerText } from '../pictures/delivery-timeline.ts'
import { laidOut } from './json-layout.ts'

/** Characters of one message that a page shows. */
export const MOST = 6_000

export interface EvidenceOptions {
  /** Wall clock of the start of the run, ms since the epoch. */
  readonly startedAt: number
  readonly open: boolean
  /** Id that links lead to; absent where none do. */
  readonly anchor?: string
}

/** A request with what came back, as it was on the wire, and the command that repeats it. */
export function exchangeBlock(exchange: ReportedExchange, { startedAt, open, anchor }: EvidenceOptions): Markup {
  const { request, response, fault } = exchange
  const path = pathOf(request.url)
  const started = `${request.method} ${path} HTTP/1.1`
  return html`<details class="evidence" ${anchored(anchor)}${opened(open)}><summary>
<span class="ref">${exchange.id}</span> <span class="op">${request.method} ${clipped(path, 120)}</span>
${exchange.label === '' ? undefined : html`<span class="label">${exchange.label}</span>`}
<span class="status ${classOf(exchange)}">${response?.status ?? `no answer: ${fault?.kind ?? 'unknown'}`}</span>
<span class="when">${since(exchange.sentAt - startedAt)}, ${duration(exchange.endedAt - exchange.sentAt)}</span>
</summary><div class="wires">
${wire('Sent', started, request)}
${
  response === undefined
    ? html`<section class="wire" aria-label="No answer"><p class="side">No answer</p><p>${fault?.message ?? ''}</p></section>`
    : wire('Came back', `HTTP/1.1 ${response.status}`, response)
}
</div>${command(exchange.curl)}${lackingNote(lackingIn([exchange]))}</details>`
}

/** One webhook attempt as it arrived, and what the suite answered. */
export function deliveryBlock(delivery: ReportedDelivery, { startedAt, open, anchor }: EvidenceOptions): Markup {
  return html`<details class="evidence" ${anchored(anchor)}${opened(open)}><summary>
<span class="ref">${delivery.id}</span> <span class="op">${delivery.event === '' ? 'webhook' : delivery.event}</span>
<span class="label">to ${delivery.inbox === '' ? 'no inbox of the run' : placeOf(delivery.inbox)}, attempt ${delivery.attempt}</span>
<span class="status">answered ${answerText(delivery.answer)}</span>
<span class="when">${since(delivery.arrivedAt - startedAt)}</span>
</summary><div class="wires">${wire('Received', `${delivery.method} HTTP/1.1`, delivery)}</div>
${delivery.aborted ? html`<p class="note">cut off by the sender</p>` : undefined}</details>`
}

/** What is to be put into a command. */
export const lackingNote = (lacking: string | undefined): Markup | undefined =>
  lacking === undefined ? undefined : html`<p class="note">${lacking}</p>`

/** A command with a button that copies it. */
export const command = (text: string): Markup =>
  html`<div class="command"><pre tabindex="0" aria-label="Command">${cut(text, MOST)}</pre><button type="button" class="copy">Copy</button></div>`

export const opened = (open: boolean): Markup | undefined => (open ? html` open` : undefined)

const anchored = (anchor: string | undefined): Markup | undefined =>
  anchor === undefined ? undefined : html`id="${anchor}"`

function wire(title: string, started: string, message: ReportedMessage): Markup {
  const lines = message.headers.map(([name, value]) => `${name}: ${value}`)
  const body = laidOut(message.body)
  const size = message.bytes === 0 ? 'no body' : `body of ${counted(message.bytes, 'byte')}`
  const part = message.truncated === true ? ', the beginning is shown' : ''
  return html`<section class="wire" aria-label="${title}"><p class="side">${title} <small>${size}${part}</small></p>
<pre tabindex="0" aria-label="${title}"><b>${started}</b>
<i>${cut(lines.join('\n'), MOST)}</i>${body === '' ? '' : `\n\n${cut(body, MOST)}`}</pre></section>`
}

function classOf({ response }: ReportedExchange): string {
  if (response === undefined) return 'none'
  return response.status < 400 ? 'fine' : 'refused'
}

/** Path and query. */
const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '') || '/'
