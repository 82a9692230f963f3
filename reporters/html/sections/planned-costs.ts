import type { Report } from '../../../kit/report/report.ts'
import { counted } from '../../views/counted.ts'
import { leftBehind } from '../../views/plan/left-behind.ts'
import { plannedCosts } from '../../views/plan/planned-costs.ts'
import { duration } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

/** The price of the run before anything was sent, beside what it came to. */
export function plannedTable(report: Report): Markup {
  const { plan, run } = report
  const { seconds, limiterSeconds } = plan.forecast
  const out = plan.excluded.reduce((sum, { checks }) => sum + checks.length, 0)
  return html`<p>Before anything was sent, ${counted(plan.selected.length, 'check')} ${plan.selected.length === 1 ? 'was' : 'were'} priced and ${out} left out. Planned is what a target that keeps its promises is usually asked; what it takes in place of refusing it, and what it is asked further, come on top, up to the most.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Planned and used"><table class="planned"><thead><tr><th scope="col">What</th><th scope="col">Planned</th><th scope="col">At most</th><th scope="col">Used</th></tr></thead>
<tbody>${plannedCosts(report).map(
    ({ what, usual, most, used }) => html`<tr><th scope="row">${what}</th>
<td class="number">${usual}</td><td class="number">${most}</td><td class="number">${used}${used > most ? html` <span class="badge warn">more than planned</span>` : undefined}</td></tr>`,
  )}
<tr><th scope="row">time${limiterSeconds === 0 ? '' : `, at least ${duration(limiterSeconds * 1000)} of it to keep to the rate of requests`}</th>
<td class="number">${duration(seconds * 1000)}</td><td></td><td class="number">${duration(run.seconds.total * 1000)}</td></tr></tbody></table></div>
${leftBehind(report).map((line) => html`<p class="note">${line}</p>`)}`
}
