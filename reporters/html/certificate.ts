import type { Verdict } from '../../kit/check/verdicts/verdict.ts'
import type { ReportedRequirement } from '../../kit/report/report.ts'
import { type Certificate, countsText, factsOf, isOver, marksOf, withVerdict } from '../views/certificate.ts'
import { counted } from '../views/counted.ts'
import { grouped } from '../views/grouping.ts'
import { inapplicable } from '../views/unexercised/inapplicable.ts'
import { gapsOf } from '../views/unexercised/words.ts'
import { HEADINGS, SIGNS } from '../views/verdict-words.ts'
import { styleSheet } from './assets.ts'
import { clipped } from './figures.ts'
import { html, type Markup } from './markup.ts'

const TONES: Readonly<Record<number, Verdict>> = { 0: 'pass', 1: 'fail', 3: 'warn', 4: 'broken', 5: 'warn' }
/** Verdicts of which a reader is shown each requirement with what was seen. */
const TROUBLES: readonly Verdict[] = ['broken', 'fail', 'blocked', 'warn']

/** A certificate as one file for a browser and for paper: it loads nothing, sends nothing and runs nothing. */
export function htmlCertificate(certificate: Certificate): string {
  const { report, statement, standing, commandElsewhere, program, signedBy } = certificate
  const { outcome, target, requirements, suite } = report
  const { predicate } = statement
  const style = styleSheet()
  const policy = `default-src 'none'; style-src ${style.hash}; img-src data:; base-uri 'none'; form-action 'none'`
  // Whoever reads the first word alone is not to take it for today's.
  const isPast = outcome.exitCode === 0 && isOver(certificate)
  const tone = (isPast ? undefined : TONES[outcome.exitCode]) ?? 'warn'
  const headline = outcome.headline.charAt(0).toUpperCase() + outcome.headline.slice(1)
  const { validUntil } = predicate
  // A statement holds after its last day as well, and is no certificate any more.
  const until =
    outcome.exitCode !== 0 || validUntil === undefined
      ? `${outcome.exitCode}, as the run did`
      : isPast
        ? `3, since its last day (${validUntil}) is over; the run did with 0`
        : `0, as the run did (after ${validUntil} with 3: its last day is over)`
  const title = isPast ? `${headline} until ${validUntil}, which is over` : headline
  const marks = marksOf(certificate)
  const troubled = TROUBLES.filter((verdict) => withVerdict(report, verdict).length > 0)
  const absent = inapplicable(requirements)
  const gaps = gapsOf(requirements)
  const noted = withVerdict(report, 'noted')
  const points = [...grouped(report.observations, ({ id }) => id)]
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>Certificate: ${isPast ? `over, ${outcome.headline} until ${validUntil}` : outcome.headline} – ${target.name} – Assay</title><link rel="icon" href="data:,">
<style>${style.markup}</style></head><body class="certificate">
<header class="top"><p class="brand"><b>Assay</b> <span>Certificate of ${target.name}</span></p></header>
<main id="main"><section class="headline ${tone}" aria-labelledby="verdict">
<div class="verdict"><span class="sign" aria-hidden="true">${SIGNS[tone]}</span><div><h1 id="verdict">${title}</h1>
<p class="because">${outcome.because === '' ? `${target.name} kept every must that can be seen from outside, in all that it was asked` : outcome.because}</p></div></div>
${marks.length === 0 ? undefined : html`<ul class="marks" aria-label="What has to be known first">${marks.map(({ title: word, text }) => html`<li class="warn"><span class="badge">${word}</span> ${text}</li>`)}</ul>`}
<dl class="facts-grid">${factsOf(certificate).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>
${section(
  'contracts',
  'What was judged',
  predicate.contracts.length,
  html`<div class="scroll" tabindex="0" role="group" aria-label="What was judged"><table class="planned"><thead><tr><th scope="col">Contract</th><th scope="col">Statements</th><th scope="col">Verdicts</th></tr></thead>
<tbody>${predicate.contracts.map(
    ({ title: name, counts }) =>
      html`<tr><th scope="row">${name}</th><td class="number">${Object.values(counts).reduce((sum: number, each) => sum + (each ?? 0), 0)}</td><td>${countsText(counts)}</td></tr>`,
  )}</tbody></table></div>`,
)}
${troubled.map((verdict) => section(verdict, HEADINGS[verdict], withVerdict(report, verdict).length, html`<ul class="statements">${withVerdict(report, verdict).map(troubleItem)}</ul>`))}
${
  absent.length === 0
    ? undefined
    : section(
        'inapplicable',
        HEADINGS.inapplicable,
        withVerdict(report, 'inapplicable').length,
        html`<ul class="statements">${absent.map(({ observation, members }) => html`<li><p>${observation}</p>${ids(members)}</li>`)}</ul>`,
      )
}
${
  gaps.length === 0
    ? undefined
    : section(
        'gaps',
        HEADINGS.unexercised,
        withVerdict(report, 'unexercised').length,
        html`<ul class="statements">${gaps.flatMap(({ why, causes }) => causes.map(({ cause, members }) => html`<li><p><b>${why}:</b> ${clipped(cause, 400)}</p>${ids(members)}</li>`))}</ul>`,
      )
}
${section('kept', 'Statements that hold', withVerdict(report, 'pass').length, held(withVerdict(report, 'pass')))}
${noted.length === 0 ? undefined : section('noted', 'May be so, and was seen otherwise', noted.length, html`<ul class="statements">${noted.map(troubleItem)}</ul>`)}
${points.length === 0 ? undefined : section('open', 'What the documents leave open, as it was seen', points.length, html`<details class="members"><summary>No answer is wrong there, and none counts for the verdict</summary>${points.map(([id, own]) => html`<p><code>${id}</code> ${own[0]?.text ?? ''} <b>${clipped([...new Set(own.map(({ value }) => value))].join('; '), 400)}</b></p>`)}</details>`)}
${section(
  'verify',
  'How to verify it',
  undefined,
  html`<p>The bundle that this page was made from holds every request, answer and webhook. With it, offline, and with ${program}${signedBy === undefined ? '' : ' and the public key of whoever signed'}:</p>
<pre class="line">${commandElsewhere}</pre>
<p>It holds where ${signedBy === undefined ? 'the chain is' : 'signature and chain are'} whole, ${counted(standing.confirmed.length, 'verdict')} come out of the evidence once more, and the outcome follows from them; the command then ends with ${until}. This page proves nothing by itself.</p>
${
  standing.withheld.length === 0
    ? undefined
    : html`<details class="members"><summary>${counted(standing.withheld.length, 'statement')} rest on what the run saw of signatures, codes, keys and personal data that evidence must not hold</summary><p>What was seen is kept in the bundle, and is the word of whoever made it.</p><p>${standing.withheld.map(({ id }) => html`<code>${id}</code> `)}</p></details>`
}`,
)}
</main><footer><p>Assay ${suite.version}. Made from a bundle that was verified on ${certificate.today}.</p></footer></body></html>
`
  return page.source
}

const section = (id: string, title: string, many: number | undefined, content: Markup): Markup =>
  html`<section id="${id}" class="part" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}${many === undefined ? undefined : html` <span class="count">${many}</span>`}</h2>${content}</section>`

const ids = (members: readonly ReportedRequirement[]): Markup =>
  html`<details class="members"${members.length <= 3 ? html` open` : undefined}><summary>${counted(members.length, 'statement')}</summary>${members.map(({ id, text }) => html`<p><code>${id}</code> ${text}</p>`)}</details>`

function troubleItem({ id, text, verdict, level, at, judgements }: ReportedRequirement): Markup {
  const { subject, expected, actual, reason } = judgements.find((each) => each.verdict === verdict) ?? {}
  const seen = [subject, expected && `expected ${expected}`, actual && `came ${actual}`, reason].filter((each) => each)
  return html`<li class="${verdict}"><p><code>${id}</code> <span class="level ${level}">${level}</span> ${text} <small>${at}</small></p><p class="reason">${clipped(seen.join('; '), 600)}</p></li>`
}

/** By area, folded: there are hundreds. */
function held(requirements: readonly ReportedRequirement[]): Markup {
  const areas = new Map<string, ReportedRequirement[]>()
  for (const each of requirements) {
    const area = each.id.split('.').slice(0, 2).join('.')
    areas.set(area, [...(areas.get(area) ?? []), each])
  }
  return html`${[...areas].map(([area, own]) => html`<details class="members"><summary><code>${area}</code> ${counted(own.length, 'statement')}</summary>${own.map(({ id, text, level }) => html`<p><code>${id}</code> <span class="level ${level}">${level}</span> ${text}</p>`)}</details>`)}`
}
