import type { GatedFailure } from '../../../kit/report/baseline.ts'
import type { ReportedRequirement } from '../../../kit/report/report.ts'
import { areaOf } from '../../views/area.ts'
import { cellsOf } from '../../views/cells.ts'
import { groupedJudgements, type JudgementGroup, warnedBeside } from '../../views/grouped-judgements.ts'
import { SIGNS, TROUBLES } from '../../views/verdict-words.ts'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { opened } from '../evidence/message-blocks.ts'
import { clipped, cut } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

/** Characters of one value, and contradictions of one requirement shown in full. */
const MOST = 1_500
const SHOWN = 5
/** Messages with the same contradiction that are named. */
const ALIKE = 12

/** A verdict as a word with its sign. */
export const badge = (verdict: ReportedRequirement['verdict']): Markup =>
  html`<span class="badge ${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> ${verdict}</span>`

/** Facts on a requirement that stand elsewhere in the report. */
export interface Surroundings {
  /** Id of the service that it binds. */
  readonly service: string
  /** No card before it has said the same. */
  readonly isNew: boolean
  /** The entry of a baseline that covers its failure. */
  readonly excuse: GatedFailure | undefined
  /** The command that ran it, as people type it. */
  readonly command: string | undefined
  /** What asks once more, typed behind the command. */
  readonly replay: string | undefined
  /** Where the pages of the requirements are, if anywhere. */
  readonly docs: string | undefined
}

/** One requirement: a line that opens, and where somebody has to look at it a card that is open already. */
export function requirementItem(
  requirement: ReportedRequirement,
  book: EvidenceBook,
  { service, isNew, excuse, command, replay = `replay ${requirement.id}`, docs }: Surroundings,
): Markup {
  const { id, level, at, text, verdict, judgements, readings = [] } = requirement
  const trouble = TROUBLES.includes(verdict)
  const decisive = groupedJudgements(judgements.filter((each) => each.verdict === verdict))
  const rest = decisive.length - SHOWN
  const warned = warnedBeside(requirement, SHOWN)
  const name = trouble ? html`<h4><code>${id}</code></h4>` : html`<code>${id}</code>`
  return html`<details class="req ${verdict}" id="${id}" data-verdict="${verdict}" data-level="${level}" data-service="${service}" data-area="${areaOf(id)}"${opened(trouble && isNew)}>
<summary>${badge(verdict)} ${name} <span class="level ${level}">${level}</span>${excuse === undefined ? undefined : html` <span class="badge warn">known until ${excuse.expires}</span>`} <span class="sentence">${text}</span></summary>
<div class="body"><p class="place">${at}${docs === undefined ? undefined : html` · <a href="${pageOf(id, docs)}">what it is, and what keeps and breaks it</a>`}</p>${ranging(requirement)}
${excuse === undefined ? undefined : html`<p class="known-reason"><b>Known to ${clipped(excuse.owner, 200)}:</b> ${cut(excuse.reason, MOST)}</p>`}
${trouble ? decisive.slice(0, SHOWN).map((each) => card(each, book)) : lines(requirement, book)}
${trouble && rest > 0 ? html`<p class="more">${rest} more contradictions of it are in the JSON report.</p>` : undefined}
${warned === undefined ? undefined : html`<p class="more">It is ${cut(warned, MOST)}.</p>`}
${readings.map(({ conflict, policy }) => html`<p class="reading"><b>Where sentences collide:</b> ${conflict} <b>How it is judged:</b> ${policy}</p>`)}
${trouble && command !== undefined ? again(id, command, replay) : undefined}</div></details>`
}

/** Its page of the documentation. */
const pageOf = (id: string, docs: string): string =>
  `${docs.replace(/\/+$/, '')}/requirements/${encodeURIComponent(id)}.html`

function card({ judgement, alike }: JudgementGroup, book: EvidenceBook): Markup {
  const untold = [judgement, ...alike].reduce((sum, { more = 0 }) => sum + more, 0)
  const { subject, check, expected, actual, reason, evidence } = judgement
  return html`<div class="judgement"><p class="subject">${subject ?? check}</p>
${
  expected === undefined && actual === undefined
    ? undefined
    : html`<dl class="compare"><div class="expected"><dt>Expected</dt><dd>${cut(expected ?? 'not said', MOST)}</dd></div>
<div class="actual"><dt>Came</dt><dd>${cut(actual ?? 'nothing', MOST)}</dd></div></dl>`
}
${reason === undefined ? undefined : html`<p class="reason">${cut(reason, MOST)}</p>`}
${alike.length + untold === 0 ? undefined : html`<p class="more">${alike.length + untold} more like it${alike.length === 0 ? '' : ': '}${alike.slice(0, ALIKE).map((each) => html`<span class="alike">${each.subject ?? each.check} ${book.links(each.evidence)}</span>`)}${untoldText(alike.length, untold)}</p>`}
${book.shown(evidence)}</div>`
}

/** How many of those that are counted are not listed. */
function untoldText(alike: number, untold: number): string | undefined {
  const rest = Math.max(0, alike - ALIKE) + untold
  return alike === 0 || rest === 0 ? undefined : ` and ${rest} more`
}

/** Judgements of a requirement that nobody has to look at, a line each. */
function lines({ judgements, reason, why, line, verdict: whole }: ReportedRequirement, book: EvidenceBook): Markup {
  return html`${why === undefined ? undefined : html`<p class="reason">${why}: ${cut(reason ?? '', MOST)}</p>`}
${line === undefined ? undefined : html`<pre class="line">${line}</pre>`}
${judgements.slice(0, SHOWN).map(({ check, verdict, subject, expected, actual, reason: observation, evidence }) => {
  const said = [
    verdict === 'inapplicable' ? observation : subject,
    verdict === 'unexercised' && whole !== verdict ? `not looked at: ${observation ?? 'not exercised'}` : undefined,
    expected === undefined ? undefined : `expected ${expected}`,
    actual && `saw ${actual}`,
  ]
  const words = said.filter((each) => each !== undefined).join('; ')
  return html`<p class="seen"><code>${check}</code> ${clipped(words, 400)} ${book.links(evidence)}</p>`
})}`
}

/** Unseen cells that are named. */
const UNSEEN = 24

/** How much of what the statement ranges over was looked at, and what was not. */
function ranging(requirement: ReportedRequirement): Markup | undefined {
  const cells = cellsOf(requirement)
  if (cells === undefined) return undefined
  const { text, unseen } = cells
  const rest = unseen.length - UNSEEN
  return html`<p class="place cells">Looked at in ${text}${unseen.length === 0 ? '' : html`; not at ${unseen.slice(0, UNSEEN).join(' · ')}${rest > 0 ? ` and ${rest} more` : ''}`}.</p>`
}

const again = (id: string, command: string, replay: string): Markup =>
  html`<p class="again">More on it: <code>${command} explain ${id}</code>. Once more: <code>${command} ${replay}</code></p>`
