import type { Report } from '../../../kit/report/report.ts'
import { clipped, duration, since } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

/** Steps that recipes of the target file took beside the requests under test. */
export function stepTable({ steps, run }: Report): Markup {
  const start = Date.parse(run.startedAt)
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Steps of recipes"><table class="steps"><thead><tr><th scope="col">Recipe</th><th scope="col">Step</th><th scope="col">For</th><th scope="col">When</th><th scope="col">Outcome</th></tr></thead>
<tbody>${steps.map(
    (
      step,
    ) => html`<tr><th scope="row"><code>${step.recipe}</code></th><td>${step.kind}: ${clipped(step.text, 300)}</td><td><code>${step.check}</code></td>
<td class="number">${since(step.startedAt - start)}, ${duration(step.endedAt - step.startedAt)}</td><td>${clipped(step.outcome, 300)}</td></tr>`,
  )}</tbody></table></div>`
}
