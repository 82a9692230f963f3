import { VERDICTS } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import { gateBeside } from '../../views/baseline-words.ts'
import { causeTitle, likelyCauses, notesBeside } from '../../views/causes/likely-causes.ts'
import { counted } from '../../views/counted.ts'
import { exercisedText, stoppedText } from '../../views/exercised.ts'
import { requestsOf, spentTexts } from '../../views/plan/spends.ts'
import { askedOf } from '../../views/runs/asked.ts'
import { SIGNS } from '../../views/verdict-words.ts'
import { duration } from '../figures.ts'
import { html, type Markup } from '../markup.ts'

const TITLES = {
  conformant: { title: 'Conformant', verdict: 'pass' },
  'nothing broken': { title: 'Nothing broken', verdict: 'pass' },
  'not conformant': { title: 'Not conformant', verdict: 'fail' },
  inconclusive: { title: 'Inconclusive', verdict: 'warn' },
  'no target': { title: 'No target', verdict: 'warn' },
  'suite fault': { title: 'Fault of the suite', verdict: 'broken' },
} as const

/** The verdict of the run with its circumstances, at a glance. */
export function headline(report: Report): Markup {
  const { outcome, gate, requirements, target, services, run, suite, faults, deliveries } = report
  const { title: verdictTitle, verdict } = TITLES[outcome.headline]
  const kept = requirements.filter((each) => each.verdict === 'pass').length
  const because = outcome.because === '' ? `${counted(kept, 'requirement')} kept, none broken` : outcome.because
  return html`<section class="headline ${verdict}" aria-labelledby="verdict">
<div class="verdict"><span class="sign" aria-hidden="true">${SIGNS[verdict]}</span><div><h1 id="verdict">${verdictTitle}${gateBeside(report)}</h1>
<p class="because">${because}${stoppedText(report)}; ${exercisedText(report)}</p></div></div>
${bar(report)}
${likelyCauses(report).map((cause) => causeNote(causeTitle(report), cause))}${notesBeside(report).map((note) => html`<p class="note">${note}</p>`)}${faults.map((fault) => html`<p class="note fault">${fault}</p>`)}
<dl class="facts-grid">
${fact('Target', html`${target.name} <small>${target.environment}</small>`)}
${services.map(({ id, title }) => fact(title, html`<code>${target.baseUrls[id] ?? ''}</code>`))}
${fact('Run', html`<code>${run.id}</code> <small>seed ${run.seed}, ${askedOf(run)}</small>`)}
${fact('Started', html`<time datetime="${run.startedAt}">${run.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time> <small>${duration(run.seconds.total * 1000)}</small>`)}
${fact('Traffic', html`${counted(requestsOf(report), 'request')} <small>${[counted(deliveries.length, 'webhook'), ...spentTexts(report)].join(', ')}</small>`)}
${fact('Suite', html`assay ${suite.version} <small>catalogue <code>${suite.catalogue.sha256.slice(0, 12)}</code>, exit code ${gate?.exitCode ?? outcome.exitCode}</small>`)}
</dl></section>`
}

function causeNote(title: string, cause: string): Markup {
  const [first = '', ids = '', ...commands] = cause.split('\n')
  return html`<p class="note cause"><b>${title}:</b> ${first}${ids === '' ? undefined : html` <span class="ids">${ids}</span>`}</p>${commands.map((each) => html`<pre>${each}</pre>`)}`
}

const fact = (name: string, value: Markup): Markup => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** All verdicts as one bar, and as a list that says the same in words. */
function bar({ requirements }: Report): Markup {
  const counts = VERDICTS.map((verdict) => ({
    verdict,
    many: requirements.filter((each) => each.verdict === verdict).length,
  })).filter(({ many }) => many > 0)
  let from = 0
  return html`<svg class="bar" viewBox="0 0 ${Math.max(1, requirements.length)} 1" preserveAspectRatio="none" aria-hidden="true">${counts.map(
    ({ verdict, many }) => {
      const rect = html`<rect class="${verdict}" x="${from}" y="0" width="${many}" height="1"/>`
      from += many
      return rect
    },
  )}</svg><ul class="counts">${counts.map(
    ({ verdict, many }) =>
      html`<li><a class="${verdict}" href="#group-${verdict}"><span aria-hidden="true">${SIGNS[verdict]}</span> <b>${many}</b> ${verdict}</a></li>`,
  )}</ul>`
}
