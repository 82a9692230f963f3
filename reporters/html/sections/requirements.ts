import { VERDICTS, type Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report, ReportedRequirement } from '../../../kit/report/report.ts'
import { areaOf, serviceOf } from '../../views/area.ts'
import { knownFailures } from '../../views/baseline-words.ts'
import { replaysOf } from '../../views/evidence/repeating.ts'
import { blockagesOf } from '../../views/unexercised/blockages.ts'
import { HEADINGS, TROUBLES } from '../../views/verdict-words.ts'
import type { EvidenceBook } from '../evidence/evidence-book.ts'
import { opened } from '../evidence/message-blocks.ts'
import { html, type Markup } from '../markup.ts'
import { badge, requirementItem } from './requirement.ts'

/** Every requirement under its verdict, with what narrows them down. */
export function requirementList(report: Report, book: EvidenceBook, docs?: string): Markup {
  const { requirements, services } = report
  const waiting = new Set(blockagesOf(requirements).flatMap(({ members }) => members.slice(1).map(({ id }) => id)))
  const known = knownFailures(report)
  const replay = replaysOf(report)
  const verdicts = VERDICTS.filter((verdict) => requirements.some((each) => each.verdict === verdict))
  return html`${filters(report, verdicts)}
<p id="shown" class="shown needs-script" role="status">${requirements.length} requirements</p>
<p id="nothing" class="empty" hidden>No requirement is like this.</p>
${verdicts.map((verdict) => {
  const own = requirements.filter((each) => each.verdict === verdict)
  return html`<details class="group" id="group-${verdict}"${opened(TROUBLES.includes(verdict))}>
<summary><h3>${HEADINGS[verdict]} <span class="count">${own.length}</span></h3></summary>
${own.map((each) =>
  requirementItem(each, book, {
    service: serviceOf(services, each.id),
    isNew: !waiting.has(each.id),
    excuse: known.get(each.id),
    command: report.suite.command,
    replay: replay(each),
    docs,
  }),
)}</details>`
})}`
}

function filters({ requirements, services }: Report, verdicts: readonly Verdict[]): Markup {
  const many = (of: (each: ReportedRequirement) => boolean): number => requirements.filter(of).length
  const areas = [...new Set(requirements.map(({ id }) => areaOf(id)))]
  return html`<form id="filters" class="filters needs-script" role="search" aria-label="Requirements">
<div class="field grow"><label for="q">Text</label><input id="q" name="q" type="search" placeholder="id, sentence, answer …" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></div>
<div class="field"><label for="area">Area</label><select id="area" name="area"><option value="">all</option>${areas.map((area) => html`<option>${area}</option>`)}</select></div>
<button type="button" id="all">Show all</button>
<fieldset><legend>Verdict</legend>${verdicts.map(
    (verdict) =>
      html`<label class="choice"><input type="checkbox" name="verdict" value="${verdict}"> ${badge(verdict)} <small>${many((each) => each.verdict === verdict)}</small></label>`,
  )}</fieldset>
<fieldset><legend>Level</legend>${(['must', 'should', 'may'] as const).map(
    (level) =>
      html`<label class="choice"><input type="checkbox" name="level" value="${level}"> ${level} <small>${many((each) => each.level === level)}</small></label>`,
  )}</fieldset>
${
  services.length < 2
    ? undefined
    : html`<fieldset><legend>Service</legend>${services.map(
        ({ id, title }) =>
          html`<label class="choice"><input type="checkbox" name="service" value="${id}"> ${title}</label>`,
      )}</fieldset>`
}</form>`
}
