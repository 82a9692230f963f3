import { VERDICTS } from '../../../kit/check/verdicts/verdict.ts'
import type { Report, ReportedRequirement } from '../../../kit/report/report.ts'
import { areaOf, serviceOf } from '../../views/area.ts'
import { grouped } from '../../views/grouping.ts'
import { SIGNS } from '../../views/verdict-words.ts'
import { html, type Markup } from '../markup.ts'

const LEVELS = ['must', 'should', 'may'] as const

/** Verdicts by area and level; every cell narrows the list down to what it counts. */
export function matrix({ requirements, services }: Report): Markup {
  return html`<table class="matrix"><caption>Verdicts by area and level</caption>
<thead><tr><th scope="col">Area</th>${LEVELS.map((level) => html`<th scope="col">${level}</th>`)}</tr></thead>
${services.map((service) => {
  const own = requirements.filter(({ id }) => serviceOf(services, id) === service.id)
  return html`<tbody><tr><th scope="rowgroup" colspan="4" class="service">${service.title}</th></tr>
${[...grouped(own, ({ id }) => areaOf(id))].map(([area, members]) => row(area, members))}</tbody>`
})}</table>`
}

function row(area: string, members: readonly ReportedRequirement[]): Markup {
  const name = area.split('.')[1] ?? area
  return html`<tr><th scope="row"><button type="button" class="cell" data-area="${area}">${name}</button></th>
${LEVELS.map((level) => {
  const own = members.filter((each) => each.level === level)
  return html`<td>${own.length === 0 ? undefined : cell(area, level, own)}</td>`
})}</tr>`
}

function cell(area: string, level: string, own: readonly ReportedRequirement[]): Markup {
  const counts = VERDICTS.map((verdict) => ({ verdict, many: own.filter((each) => each.verdict === verdict).length }))
  const present = counts.filter(({ many }) => many > 0)
  const said = present.map(({ verdict, many }) => `${many} ${verdict}`).join(', ')
  return html`<button type="button" class="cell" data-area="${area}" data-level="${level}" aria-label="${area}, ${level}: ${said}" title="${said}">${present.map(
    ({ verdict, many }) => html`<span class="tally ${verdict}">${SIGNS[verdict]}${many}</span> `,
  )}</button>`
}
