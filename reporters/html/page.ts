import type { Report } from '../../kit/report/report.ts'
import { gateBeside } from '../views/baseline-words.ts'
import { placeholders } from '../views/evidence/placeholders.ts'
import { TROUBLES } from '../views/verdict-words.ts'
import { script as pageScript, styleSheet } from './assets.ts'
import { EvidenceBook } from './evidence/evidence-book.ts'
import { html, type Markup } from './markup.ts'
import { gateSection } from './sections/baseline.ts'
import { headline } from './sections/headline.ts'
import { matrix } from './sections/matrix.ts'
import { observationTable } from './sections/observations.ts'
import { obstacleSection } from './sections/obstacles.ts'
import { openGaps } from './sections/open-gaps.ts'
import { plannedTable } from './sections/planned-costs.ts'
import { rate } from './sections/rate.ts'
import { requirementList } from './sections/requirements.ts'
import { stepTable } from './sections/steps.ts'
import { webhooks } from './sections/webhooks.ts'

export interface PageOptions {
  /** Where pages of the requirements are, as `https://docs.example/assay` or a path from this file; no links without it. */
  readonly docs?: string | undefined
}

/** The report as one file for a browser: it loads nothing, sends nothing and runs no script but its own. */
export function htmlReport(report: Report, { docs }: PageOptions = {}): string {
  const { target, outcome, suite, requirements, exchanges, deliveries, observations, steps } = report
  const obstacles = obstacleSection(report)
  const style = styleSheet()
  const script = pageScript()
  const book = new EvidenceBook(report)
  const many = (test: (verdict: string) => boolean): number => requirements.filter((each) => test(each.verdict)).length
  const troubles = many((verdict) => TROUBLES.some((each) => each === verdict))
  const policy = `default-src 'none'; style-src ${style.hash}; script-src ${script.hash}; img-src data:; base-uri 'none'; form-action 'none'`
  const sections = [
    section('webhooks', 'Webhooks', deliveries.length, webhooks(report, book)),
    section('rate', 'Requests per key', exchanges.length, rate(report)),
    section('plan', 'Planned and used', undefined, plannedTable(report)),
    section(
      'observations',
      'Observed where the documents leave it open',
      observations.length,
      observationTable(report, book),
    ),
    section(
      'gaps',
      'Not exercised',
      many((verdict) => verdict === 'unexercised'),
      openGaps(report),
    ),
    steps.length === 0 ? undefined : section('steps', 'What recipes did', steps.length, stepTable(report)),
    section('messages', 'Every message', exchanges.length + deliveries.length, book.list()),
  ]
  const list = requirementList(report, book, docs)
  const needs = placeholders(report, [...exchanges.map(({ curl }) => curl), ...book.commands].join('\n'))
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${outcome.headline}${gateBeside(report)} – ${target.name} – Assay</title><link rel="icon" href="data:,">
<style>${style.markup}</style></head><body>
<a class="skip" href="#requirements">To the requirements</a>
<header class="top"><p class="brand"><b>Assay</b> <span>${target.name}</span></p>
<nav aria-label="Sections"><ul>${report.gate === undefined ? undefined : html`<li><a href="#gate">Gate</a></li>`}${obstacles === undefined ? undefined : html`<li><a href="#obstacles">In the way</a></li>`}
<li><a href="#requirements">${troubles > 0 ? 'Findings' : 'Requirements'}</a></li><li><a href="#webhooks">Webhooks</a></li><li><a href="#rate">Rate</a></li><li><a href="#plan">Planned</a></li>
<li><a href="#observations">Observed</a></li><li><a href="#gaps">Not exercised</a></li><li><a href="#messages">Messages</a></li></ul></nav>
<button type="button" id="theme" class="needs-script">Dark</button></header>
<main id="main">${headline(report)}
${gateSection(report)}
${obstacles}
<div class="columns"><aside aria-label="Verdicts by area and level">${matrix(report)}</aside>
<div class="column"><section id="requirements" aria-labelledby="requirements-title"><h2 id="requirements-title" tabindex="-1">Requirements <span class="count">${requirements.length}</span></h2>
${needs.length === 0 ? undefined : html`<details class="needs"><summary>Before a command is repeated</summary>${needs.map((line) => html`<p class="note">${line}</p>`)}</details>`}
${list}</section>
${sections}</div></div></main>
<footer><p>Assay ${suite.version}. Keys, tokens, secrets, signatures, codes, phones, names and e-mail addresses are redacted${report.gate === undefined ? '' : ', but for owners that the baseline names'}; equal ones of a run carry equal tags. The JSON report holds everything that this page shows and what it had no room for.</p></footer>
<script>${script.markup}</script></body></html>
`
  return page.source
}

function section(id: string, title: string, many: number | undefined, content: Markup): Markup {
  const count = many === undefined ? undefined : html` <span class="count">${many}</span>`
  return html`<section id="${id}" class="part" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}${count}</h2>${content}</section>`
}
