import type { Report } from '../../../kit/report/report.ts'
import { grouped } from '../../views/grouping.ts'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { cut } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

/** Observations of the target at the points that the documents leave open. */
export function observationTable({ observations }: Report, book: EvidenceBook): Markup {
  if (observations.length === 0) return html`<p class="empty">Nothing of the kind was seen in this run.</p>`
  const points = [...grouped(observations, ({ id }) => id)]
  return html`<p>The documents leave these points open: no answer is wrong, and none counts for the verdict.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Observations"><table class="observations"><thead><tr><th scope="col">Open point</th><th scope="col">What this target does</th><th scope="col">Seen in</th></tr></thead>
<tbody>${points.map(([id, own]) => {
    const [first] = own
    const values = [...grouped(own, ({ value }) => value)]
    return html`<tr><th scope="row"><code>${id}</code><p>${first?.text ?? ''}</p><p class="place">${first?.at ?? ''}</p></th>
<td>${values.map(([value]) => html`<p class="value">${cut(value, 1_000)}</p>`)}</td>
<td>${book.links([...new Set(own.flatMap(({ evidence }) => evidence))].slice(0, 6))}</td></tr>`
  })}</tbody></table></div>`
}
