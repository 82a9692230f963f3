import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { counted } from '../../views/counted.ts'
import { grouped } from '../../views/grouping.ts'
import { duration, interval } from '../figures.ts'
import { html, type Markup } from '../markup.ts'
import { type KeyTraffic, peakOf, requestRate } from '../pictures/request-rate.ts'

/** Keys with no more requests than this in any window need no picture. */
const QUIET = 5

/** Requests per key over the time of the run, held against what it allows itself. */
export function rate(report: Report): Markup {
  const { services, run, target, cost } = report
  const keys = services.flatMap((service) => keysOf(report, service)).toSorted((a, b) => b.peak - a.peak)
  if (keys.length === 0) return html`<p class="empty">No request of this run carried a key.</p>`
  const [busy, quiet] = [keys.filter(({ peak }) => peak > QUIET), keys.filter(({ peak }) => peak <= QUIET)]
  const from = Date.parse(run.startedAt)
  const sent = keys.flatMap(({ requests }) => requests.map(({ sentAt }) => sentAt))
  const frame = {
    from,
    span: Math.max(1, Math.max(...sent) - from),
    scale: Math.max(...keys.flatMap(({ pace, peak }) => [pace.requests, peak])) * 1.15,
  }
  return html`<p>The run keeps ${pacesText(services, target.timeScale)}; only the checks of the limiter go beyond it.
${counted(cost.unexpected429, 'unexpected 429')}, ${duration(cost.waitedSeconds * 1000)} of waiting for the limiter.</p>
<ul class="legend"><li><span class="swatch request" aria-hidden="true"></span>request</li><li><span class="swatch limited" aria-hidden="true"></span>answered 429</li>
<li><span class="swatch curve" aria-hidden="true"></span>requests in the window before</li><li><span class="swatch limit" aria-hidden="true"></span>what the run allows itself</li></ul>
${busy.length === 0 ? undefined : html`<div class="keys">${busy.map((key) => requestRate(key, frame))}</div>`}
${quiet.length === 0 ? undefined : html`<p class="note">Never more than ${QUIET} in a window: ${quiet.map(({ name, requests }) => `${name} (${requests.length})`).join(', ')}.</p>`}`
}

function keysOf({ exchanges }: Report, { id, pace }: ReportedService): KeyTraffic[] {
  const own = exchanges
    .filter(({ service, key }) => service === id && key !== '')
    .toSorted((a, b) => a.sentAt - b.sentAt)
  return [...grouped(own, ({ key }) => key)].map(([key, requests]) => ({
    name: `${id}.${key}`,
    requests,
    peak: peakOf(requests, pace),
    pace,
  }))
}

/** The paces in half a sentence: one for all keys where services do not differ in it. */
function pacesText(services: readonly ReportedService[], timeScale: number): string {
  const paces = [
    ...grouped(
      services,
      ({ pace: { requests, windowMs } }) => `${requests} requests in a window of ${interval(windowMs, timeScale)}`,
    ),
  ]
  if (paces.length === 1) return paces.map(([text]) => `each key to ${text}`).join()
  return paces.map(([text, own]) => `keys of ${own.map(({ title }) => title).join(' and ')} to ${text}`).join(', ')
}
