import type { Report } from '../../../kit/report/report.ts'
import { type GapCause, gapsOf } from '../../views/unexercised-words.ts'
import { command, opened } from '../evidence/message-blocks.ts'
import { counted } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

/** Requirements that were not exercised, by reason, with the lines of the target file that would change it. */
export function openGaps({ requirements }: Report): Markup {
  const gaps = gapsOf(requirements)
  if (gaps.length === 0) return html`<p class="empty">Every requirement was exercised.</p>`
  return html`${gaps.map(
    ({ why, heading, many, causes }) =>
      html`<details class="gap-group"${opened(why === 'not claimed' || why === 'not permitted')}><summary><h3>${heading} <span class="count">${many}</span></h3></summary>
<ul class="causes">${causes.map(causeItem)}</ul></details>`,
  )}`
}

function causeItem({ cause, isLine, members }: GapCause): Markup {
  return html`<li>${isLine ? command(cause) : html`<p class="reason">${cause}</p>`}
<details class="members"><summary>${counted(members.length, 'requirement')}</summary><p>${members.map(({ id }) => html`<a href="#${id}"><code>${id}</code></a> `)}</p></details></li>`
}
