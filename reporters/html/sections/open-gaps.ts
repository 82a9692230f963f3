import type { Report } from '../../../kit/report/report.ts'
import { counted } from '../../views/counted.ts'
import { gainOf, NEXT_STEPS } from '../../views/unexercised/next-step-words.ts'
import { type GapCause, gapsOf } from '../../views/unexercised/words.ts'
import { command } from '../evidence/message-blocks.ts'
import { html, type Markup } from '../markup.ts'

/** Requirements that were not exercised, by reason, with the lines of the target file that would change it. */
export function openGaps(report: Report): Markup {
  const { requirements } = report
  const gaps = gapsOf(requirements)
  if (gaps.length === 0) return html`<p class="empty">Every requirement was exercised.</p>`
  return html`${stepList(report)}${gaps.map(
    ({ heading, many, causes }) =>
      html`<details class="gap-group"><summary><h3>${heading} <span class="count">${many}</span></h3></summary>
<ul class="causes">${causes.map(causeItem)}</ul></details>`,
  )}`
}

/** What would bring the most, to be pasted step by step. */
function stepList({ nextSteps = [] }: Report): Markup | undefined {
  if (nextSteps.length === 0) return undefined
  return html`<h3>${NEXT_STEPS}</h3><ol class="causes next-steps">${nextSteps.map(
    (step) =>
      html`<li>${command(step.lines.join('\n'))}<details class="members"><summary>${gainOf(step)}</summary><p>${step.requirements.map((id) => html`<a href="#${id}"><code>${id}</code></a> `)}</p></details></li>`,
  )}</ol>`
}

function causeItem({ cause, isLine, members }: GapCause): Markup {
  return html`<li>${isLine ? command(cause) : html`<p class="reason">${cause}</p>`}
<details class="members"><summary>${counted(members.length, 'requirement')}</summary><p>${members.map(({ id }) => html`<a href="#${id}"><code>${id}</code></a> `)}</p></details></li>`
}
