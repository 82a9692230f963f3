import { type GatedFailure, needsAttention, type ReportedBaseline } from '../../../kit/report/baseline.ts'
import type { Report } from '../../../kit/report/report.ts'
import { gateSummary, isOpen, lastDay, notKnown, STATES } from '../../views/baseline-words.ts'
import { counted } from '../../views/counted.ts'
import { SIGNS } from '../../views/verdict-words.ts'
import { opened } from '../evidence/message-blocks.ts'
import { clipped } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

/** Entries, and requirements that no entry covers, that are shown unfolded. */
const FEW = 10

/** The gate: whether the failures are those that a baseline knows. Nothing where the run had none. */
export function gateSection({ gate, requirements }: Report): Markup | undefined {
  if (gate === undefined) return undefined
  const { baseline, known, exitCode } = gate
  const fresh = notKnown(gate)
  const tone = isOpen(gate) ? 'pass' : 'fail'
  const here: ReadonlySet<string> = new Set(requirements.map(({ id }) => id))
  return html`<section id="gate" class="gate ${tone}" aria-labelledby="gate-title">
<h2 id="gate-title"><span aria-hidden="true">${SIGNS[tone]}</span> Gate ${isOpen(gate) ? 'open' : 'closed'}</h2>
<p>${gateSummary(gate)}. Baseline <code>${clipped(baseline, 200)}</code>, exit code ${exitCode}.</p>
${known.length === 0 ? undefined : entries(gate, here)}
${
  fresh.length === 0
    ? undefined
    : html`<details${opened(fresh.length <= FEW)}><summary>${counted(fresh.length, 'failure')} that no entry covers</summary><p>${fresh.map((id) => html`${named(id, here)} `)}</p></details>`
}</section>`
}

function entries({ known }: ReportedBaseline, here: ReadonlySet<string>): Markup {
  return html`<details${opened(known.length <= FEW || known.some(needsAttention))}><summary>${counted(known.length, 'entry', 'entries')}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Entries of the baseline"><table class="known"><thead><tr><th scope="col">Requirement</th><th scope="col">State</th><th scope="col">Owner</th><th scope="col">Until</th><th scope="col">Reason</th></tr></thead>
<tbody>${known.map((entry) => row(entry, here))}</tbody></table></div></details>`
}

function row(entry: GatedFailure, here: ReadonlySet<string>): Markup {
  const { requirement, state, owner, reason } = entry
  const { word, advice } = STATES[state]
  const tone = needsAttention(entry) ? 'fail' : state === 'holds' ? 'warn' : 'unexercised'
  return html`<tr><th scope="row">${named(requirement, here)}</th>
<td><span class="badge ${tone}">${word}</span>${advice === undefined ? undefined : html`<p class="advice">${advice}</p>`}</td>
<td>${clipped(owner, 200)}</td><td class="number">${lastDay(entry)}</td><td>${clipped(reason, 600)}</td></tr>`
}

/** A link where this page has the requirement. */
const named = (id: string, here: ReadonlySet<string>): Markup =>
  here.has(id) ? html`<a href="#${id}"><code>${id}</code></a>` : html`<code>${clipped(id, 200)}</code>`
