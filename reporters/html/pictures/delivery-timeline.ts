import type { ReportedDelivery } from '../../../kit/evidence/recorder.ts'
import { grouped } from '../../views/grouping.ts'
import { clipped, duration, interval, tickStep } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

/** Measures of the picture, in units of its view box. */
const WIDTH = 960
const LEFT = 250
const RIGHT = 40
const ROW = 46
const TOP = 12
const AXIS = 30
/** Nearer marks than this leave no room for a word of their own. */
const ROOM = 34
const MOST_ROWS = 40

/**
 * Webhook attempts of one inbox on one time axis: a row per event, a mark per attempt that shows what the suite
 * answered, the interval between two attempts on the line that joins them.
 * @param timeScale how many times faster than the documents the target's clocks run
 */
export function timeline(name: string, deliveries: readonly ReportedDelivery[], timeScale: number): Markup {
  const events = [...grouped(deliveries, ({ identity }) => identity).values()]
  const rows = events.slice(0, MOST_ROWS)
  const from = Math.min(...deliveries.map(({ arrivedAt }) => arrivedAt))
  // A single attempt has an axis too.
  const span = Math.max(1000 / timeScale, Math.max(...deliveries.map(({ arrivedAt }) => arrivedAt)) - from)
  const at = (time: number): number => LEFT + ((time - from) / span) * (WIDTH - LEFT - RIGHT)
  const bottom = TOP + rows.length * ROW
  const retries = deliveries.filter(({ attempt }) => attempt > 1).length
  const said = `${name}: ${deliveries.length} attempts at ${events.length} events, ${retries} of them retries, over ${duration(span)}`
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Timeline of ${name}">
<svg class="timeline" viewBox="0 0 ${WIDTH} ${bottom + AXIS}" role="img" aria-label="${said}">
${rows.map((attempts, index) => row(attempts, TOP + index * ROW + ROW / 2, at, timeScale))}
${axis(span, bottom, (ms) => at(from + ms), timeScale)}
</svg></div>
${events.length > MOST_ROWS ? html`<p class="note">${events.length - MOST_ROWS} more events are in the JSON report.</p>` : undefined}`
}

/** The answer of the suite in a word. */
export function answerText(answer: ReportedDelivery['answer']): string {
  switch (answer.kind) {
    case 'status':
      return `${answer.status}${answer.delayMs === undefined || answer.delayMs <= 0 ? '' : ` after ${duration(answer.delayMs)}`}`
    case 'hang':
      return `nothing for ${duration(answer.forMs)}`
    case 'reset':
      return 'with a reset'
    case 'none':
      return 'nothing, the sender had gone'
  }
}

function row(
  attempts: readonly ReportedDelivery[],
  y: number,
  at: (time: number) => number,
  timeScale: number,
): Markup {
  const [first] = attempts
  if (first === undefined) return html``
  let free = 0
  return html`<g><text class="row" x="0" y="${y - 2}">${clipped(first.event === '' ? 'no event name' : first.event, 32)}</text>
<text class="row-id" x="0" y="${y + 13}">${clipped(first.identity.replace(/^(id|body) /, ''), 38)}</text>
<line class="lane" x1="${LEFT}" y1="${y}" x2="${WIDTH - RIGHT}" y2="${y}"/>
${attempts.map((each, index) => {
  const before = attempts[index - 1]
  return before === undefined
    ? undefined
    : link(at(before.arrivedAt), at(each.arrivedAt), y, each.afterMs ?? 0, timeScale)
})}
${attempts.map((each) => {
  const x = at(each.arrivedAt)
  const worded = x >= free
  if (worded) free = x + ROOM
  return mark(each, x, y, worded, timeScale)
})}</g>`
}

function link(from: number, to: number, y: number, ms: number, timeScale: number): Markup {
  const word = duration(timeScale === 1 ? ms : ms * timeScale)
  const fits = to - from > word.length * 7 + 16
  return html`<line class="link" x1="${n(from)}" y1="${y}" x2="${n(to)}" y2="${y}"/>
${fits ? html`<text class="gap" x="${n((from + to) / 2)}" y="${y - 6}">${word}</text>` : undefined}`
}

function mark(delivery: ReportedDelivery, x: number, y: number, worded: boolean, timeScale: number): Markup {
  const { answer, attempt, afterMs, id } = delivery
  const kind = answer.kind === 'status' ? (answer.status < 300 ? 'taken' : 'refused') : answer.kind
  const after = afterMs === undefined ? '' : `, ${interval(afterMs, timeScale)} after the one before`
  const word = answer.kind === 'status' ? String(answer.status) : answer.kind
  return html`<g class="mark ${kind}"><title>${id}: attempt ${attempt}, answered ${answerText(answer)}${after}</title>
${shape(kind, x, y)}${worded ? html`<text class="word" x="${n(x)}" y="${y + 19}">${word}</text>` : undefined}</g>`
}

/** A disc for accepted, a square for refused, a ring for no answer, a cross for a cut connection. */
function shape(kind: string, x: number, y: number): Markup {
  if (kind === 'taken') return html`<circle cx="${n(x)}" cy="${y}" r="6"/>`
  if (kind === 'refused') return html`<rect x="${n(x - 5.5)}" y="${y - 5.5}" width="11" height="11" rx="1.5"/>`
  if (kind === 'hang') return html`<circle class="ring" cx="${n(x)}" cy="${y}" r="5.5"/>`
  return html`<path class="cross" d="M${n(x - 5)} ${y - 5}l10 10m0-10l-10 10"/>`
}

/** The time axis: the documents' time where the target's clocks run faster. */
function axis(span: number, y: number, at: (ms: number) => number, timeScale: number): Markup {
  const step = tickStep(span * timeScale, 6) / timeScale
  const ticks = Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step)
  return html`<g class="axis"><line x1="${LEFT}" y1="${y}" x2="${WIDTH - RIGHT}" y2="${y}"/>
${ticks.map(
  (ms) => html`<line x1="${n(at(ms))}" y1="${y}" x2="${n(at(ms))}" y2="${y + 5}"/>
<text x="${n(at(ms))}" y="${y + 19}">${ms === 0 ? '0' : duration(ms * timeScale)}</text>`,
)}</g>`
}

const n = (value: number): number => Math.round(value * 10) / 10
