import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Pace } from '../../../kit/rate/pace.ts'
import { counted } from '../../views/counted.ts'
import { duration, tickStep } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

/** Measures of the picture, in units of its view box. */
const WIDTH = 960
const RIGHT = 12
const HEIGHT = 64
const AXIS = 26

/** One key with its requests, in the order in which they were sent. */
export interface KeyTraffic {
  /** With its service in front: `library.members[0]`. */
  readonly name: string
  readonly requests: readonly ReportedExchange[]
  /** The most requests in any window of the limiter. */
  readonly peak: number
  /** That of its service: what the run allowed itself. */
  readonly pace: Pace
}

/** The time of the run and the height of the tallest picture: one for all keys, so that they can be compared. */
export interface RateFrame {
  /** Wall clock of the start of the run, ms since the epoch. */
  readonly from: number
  /** ms. */
  readonly span: number
  /** Requests in a window. */
  readonly scale: number
}

/** The most requests that fell into any window, each window ending with one of them. */
export function peakOf(requests: readonly ReportedExchange[], { windowMs }: Pace): number {
  let oldest = 0
  const recent = requests.map(({ sentAt }, index) => {
    while ((requests[oldest]?.sentAt ?? sentAt) <= sentAt - windowMs) oldest += 1
    return index - oldest + 1
  })
  return Math.max(...recent)
}

/** Requests of one key over the time of the run: each as a stroke, above it how many fell into the window before. */
export function requestRate({ name, requests, peak, pace }: KeyTraffic, { from, span, scale }: RateFrame): Markup {
  const x = (time: number): number => round((Math.max(0, time - from) / span) * (WIDTH - RIGHT))
  const y = (count: number): number => round(HEIGHT - 14 - (count / scale) * (HEIGHT - 18))
  const limited = requests.filter(({ response }) => response?.status === 429)
  const others = requests.filter(({ response }) => response?.status !== 429)
  const strokes = (list: readonly ReportedExchange[]): string =>
    list.map(({ sentAt }) => `M${x(sentAt)} ${HEIGHT - 11}v11`).join('')
  const facts = `${counted(requests.length, 'request')}, at most ${peak} in a window${limited.length > 0 ? `, ${limited.length} answered 429` : ''}`
  const limit = y(pace.requests)
  return html`<figure class="key-block"><figcaption><b>${name}</b> <span class="facts">${facts}</span></figcaption>
<div class="scroll" tabindex="0" role="group" aria-label="Requests of ${name}"><svg class="rate" viewBox="0 0 ${WIDTH} ${HEIGHT + AXIS}" role="img" aria-label="${name}: ${facts}">
<line class="limit" x1="0" y1="${limit}" x2="${WIDTH - RIGHT}" y2="${limit}"/><text class="limit-word" x="${WIDTH - RIGHT}" y="${limit - 3}">${pace.requests}</text>
<path class="curve" d="${curve(requests, pace.windowMs, x, y, from + span)}"/>
<path class="request" d="${strokes(others)}"/>${limited.length > 0 ? html`<path class="limited" d="${strokes(limited)}"/>` : undefined}
${axis(span, x, from)}</svg></div></figure>`
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
