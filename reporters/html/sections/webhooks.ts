import type { ReportedDelivery } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { placeOf } from '../../../kit/webhooks/inbox-name.ts'
import { counted } from '../../views/counted.ts'
import { grouped } from '../../views/grouping.ts'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { opened } from '../evidence/message-blocks.ts'
import { interval, since } from '../figures.ts'
import { html, type Markup } from '../markup.ts'
import { answerText, timeline } from '../pictures/delivery-timeline.ts'

/** Inboxes whose pictures a page carries. */
const MOST = 60

/** Webhooks by the address of the run that they came to: those with retries first. */
export function webhooks({ deliveries, target, run }: Report, book: EvidenceBook): Markup {
  const start = Date.parse(run.startedAt)
  const inboxes = [...grouped(deliveries, ({ inbox }) => inbox)].toSorted(([, a], [, b]) => retriesOf(b) - retriesOf(a))
  if (inboxes.length === 0) return html`<p class="empty">No webhook came in this run.</p>`
  const clocks =
    target.timeScale === 1
      ? undefined
      : html`<p class="note">The clocks of this target run ${target.timeScale} times as fast as those of the documents. The pictures show the documents' time.</p>`
  return html`${clocks}<ul class="legend" aria-label="Answers that the suite gave">
<li><svg class="timeline key" viewBox="0 0 16 16" aria-hidden="true"><g class="mark taken"><circle cx="8" cy="8" r="6"/></g></svg>accepted</li>
<li><svg class="timeline key" viewBox="0 0 16 16" aria-hidden="true"><g class="mark refused"><rect x="2.5" y="2.5" width="11" height="11" rx="1.5"/></g></svg>refused, so that it is sent again</li>
<li><svg class="timeline key" viewBox="0 0 16 16" aria-hidden="true"><g class="mark hang"><circle class="ring" cx="8" cy="8" r="5.5"/></g></svg>left without an answer</li>
<li><svg class="timeline key" viewBox="0 0 16 16" aria-hidden="true"><g class="mark reset"><path class="cross" d="M3 3l10 10m0-10l-10 10"/></g></svg>connection reset</li></ul>
${inboxes.slice(0, MOST).map(([name, own]) => inboxBlock(name === '' ? 'no inbox of the run' : placeOf(name), { deliveries: own, start, timeScale: target.timeScale }, book))}
${inboxes.length > MOST ? html`<p class="note">${inboxes.length - MOST} more addresses are in the JSON report.</p>` : undefined}`
}

const retriesOf = (deliveries: readonly ReportedDelivery[]): number =>
  deliveries.filter(({ attempt }) => attempt > 1).length

interface Received {
  readonly deliveries: readonly ReportedDelivery[]
  /** Wall clock of the start of the run, ms since the epoch. */
  readonly start: number
  readonly timeScale: number
}

function inboxBlock(name: string, { deliveries, start, timeScale }: Received, book: EvidenceBook): Markup {
  const retries = retriesOf(deliveries)
  const events = new Set(deliveries.map(({ identity }) => identity)).size
  return html`<details class="inbox"${opened(retries > 0)}><summary><h3>${name}</h3>
<span class="facts">${counted(events, 'event')}, ${counted(deliveries.length, 'attempt')}${retries > 0 ? `, ${counted(retries, 'retry', 'retries')}` : ''}</span></summary>
${timeline(name, deliveries, timeScale)}
<details class="table"><summary>The same as a table</summary><div class="scroll" tabindex="0" role="group" aria-label="Attempts to ${name}"><table>
<thead><tr><th scope="col">Delivery</th><th scope="col">Event</th><th scope="col">Attempt</th><th scope="col">Arrived</th><th scope="col">After the one before</th><th scope="col">Answered</th></tr></thead>
<tbody>${deliveries.map(
    (each) => html`<tr><td>${book.link(each.id)}</td><td>${each.event}</td><td class="number">${each.attempt}</td>
<td class="number">${since(each.arrivedAt - start)}</td><td>${each.afterMs === undefined ? '' : interval(each.afterMs, timeScale)}</td><td>${answerText(each.answer)}</td></tr>`,
  )}</tbody></table></div></details></details>`
}
