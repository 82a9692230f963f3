import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { grouped } from '../../views/grouping.ts'
import { counted, duration, tickStep } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

const WIDTH = 960
const RIGHT = 12
const HEIGHT = 64
const AXIS = 26
/** Keys with no more requests than this in any window need no picture. */
const QUIET = 5

/** One key with its requests in the order in which they were sent. */
interface Lane {
  readonly name: string
  readonly requests: readonly ReportedExchange[]
  /** The most requests in any window of the limiter. */
  readonly peak: number
}

/** Requests per key over the time of the run: each as a stroke, above it how many fell into the window before. */
export function rate({ exchanges, pace, run, target, cost }: Report): Markup {
  const keyed = exchanges.filter(({ key }) => key !== '').toSorted((a, b) => a.sentAt - b.sentAt)
  const lanes = [...grouped(keyed, ({ service, key }) => `${service} ${key}`)].map(([name, requests]): Lane => {
    const peak = Math.max(...recent(requests, pace.windowMs))
    return { name, requests, peak }
  })
  const busiest = lanes.toSorted((a, b) => b.peak - a.peak)
  const [busy, quiet] = [busiest.filter(({ peak }) => peak > QUIET), busiest.filter(({ peak }) => peak <= QUIET)]
  if (lanes.length === 0) return html`<p class="empty">No request of this run carried a key.</p>`
  const from = Date.parse(run.startedAt)
  const span = Math.max(1, Math.max(...keyed.map(({ sentAt }) => sentAt)) - from)
  const window = `${duration(pace.windowMs)}${target.timeScale === 1 ? '' : `, a minute of the target's clock`}`
  const scale = Math.max(pace.requests, ...lanes.map(({ peak }) => peak)) * 1.15
  return html`<p>The run keeps each key to ${pace.requests} requests in a window of ${window}; only the checks of the limiter go beyond it.
${counted(cost.unexpected429, 'unexpected 429')}, ${duration(cost.waitedSeconds * 1000)} of waiting for the limiter.</p>
<ul class="legend"><li><span class="swatch request" aria-hidden="true"></span>request</li><li><span class="swatch limited" aria-hidden="true"></span>answered 429</li>
<li><span class="swatch curve" aria-hidden="true"></span>requests in the window before</li><li><span class="swatch limit" aria-hidden="true"></span>what the run allows itself</li></ul>
${busy.length === 0 ? undefined : html`<div class="lanes">${busy.map((lane) => laneBlock(lane, { from, span, scale, ...pace }))}</div>`}
${quiet.length === 0 ? undefined : html`<p class="note">Never more than ${QUIET} in a window: ${quiet.map(({ name, requests }) => `${name} (${requests.length})`).join(', ')}.</p>`}`
}

interface Frame {
  readonly from: number
  readonly span: number
  readonly scale: number
  readonly requests: number
  readonly windowMs: number
}

function laneBlock({ name, requests, peak }: Lane, { from, span, scale, requests: allowed, windowMs }: Frame): Markup {
  const x = (time: number): number => round((Math.max(0, time - from) / span) * (WIDTH - RIGHT))
  const y = (count: number): number => round(HEIGHT - 14 - (count / scale) * (HEIGHT - 18))
  const limited = requests.filter(({ response }) => response?.status === 429)
  const others = requests.filter(({ response }) => response?.status !== 429)
  const strokes = (list: readonly ReportedExchange[]): string =>
    list.map(({ sentAt }) => `M${x(sentAt)} ${HEIGHT - 11}v11`).join('')
  const facts = `${counted(requests.length, 'request')}, at most ${peak} in a window${limited.length > 0 ? `, ${limited.length} answered 429` : ''}`
  return html`<figure class="lane-block"><figcaption><b>${name}</b> <span class="facts">${facts}</span></figcaption>
<div class="scroll" tabindex="0" role="group" aria-label="Requests of ${name}"><svg class="rate" viewBox="0 0 ${WIDTH} ${HEIGHT + AXIS}" role="img" aria-label="${name}: ${facts}">
<line class="limit" x1="0" y1="${y(allowed)}" x2="${WIDTH - RIGHT}" y2="${y(allowed)}"/><text class="limit-word" x="${WIDTH - RIGHT}" y="${y(allowed) - 3}">${allowed}</text>
<path class="curve" d="${curve(requests, windowMs, x, y, from + span)}"/>
<path class="request" d="${strokes(others)}"/>${limited.length > 0 ? html`<path class="limited" d="${strokes(limited)}"/>` : undefined}
${axis(span, x, from)}</svg></div></figure>`
}

/** For each request, how many of the key fell into the window that ends with it, itself included. */
function recent(requests: readonly ReportedExchange[], windowMs: number): number[] {
  let oldest = 0
  return requests.map(({ sentAt }, index) => {
    while ((requests[oldest]?.sentAt ?? sentAt) <= sentAt - windowMs) oldest += 1
    return index - oldest + 1
  })
}

/** The count of the window as a stair that rises with each request and falls a window after it. */
function curve(
  requests: readonly ReportedExchange[],
  windowMs: number,
  x: (time: number) => number,
  y: (count: number) => number,
  until: number,
): string {
  const steps = requests
    .flatMap(({ sentAt }) => [
      { time: sentAt, by: 1 },
      { time: sentAt + windowMs, by: -1 },
    ])
    .filter(({ time }) => time <= until)
    .toSorted((a, b) => a.time - b.time)
  let count = 0
  const path = steps.map(({ time, by }) => {
    count += by
    return `H${x(time)}V${y(count)}`
  })
  return `M0 ${y(0)}${path.join('')}H${x(until)}`
}

function axis(span: number, x: (time: number) => number, from: number): Markup {
  const step = tickStep(span, 8)
  const ticks = Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step)
  return html`<g class="axis"><line x1="0" y1="${HEIGHT}" x2="${WIDTH - RIGHT}" y2="${HEIGHT}"/>
${ticks.map((ms) => html`<text x="${x(from + ms)}" y="${HEIGHT + 16}"${ms === 0 ? html` class="first"` : undefined}>${ms === 0 ? '0' : duration(ms)}</text>`)}</g>`
}

const round = (value: number): number => Math.round(value * 10) / 10
