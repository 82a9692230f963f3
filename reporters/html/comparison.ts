import type { Verdict } from '../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../kit/report/report.ts'
import type { Comparison, ObservationChange } from '../views/runs/comparison.ts'
import {
  betterParts,
  brokenParts,
  caveatsWith,
  changeWord,
  comparisonHeading,
  seenAfter,
} from '../views/runs/comparison-words.ts'
import { exitTone } from '../views/runs/matrix-words.ts'
import { minuteOf } from '../views/runs/minute.ts'
import type { VerdictChange } from '../views/runs/verdict-change.ts'
import { SIGNS } from '../views/verdict-words.ts'
import { clipped } from './figures.ts'
import { framed, part, scrolled } from './frame.ts'
import { html, type Markup } from './markup.ts'

/** Characters of what was seen that a page has room for; the reports have the rest. */
const SEEN = 400

/** What changed from one report to another as one page. */
export function htmlComparison(a: Report, b: Report, comparison: Comparison): string {
  const { worse, found, more, moved, otherwise, neither, observations } = comparison
  const caveats = caveatsWith(comparison)
  const same = a.target.name === b.target.name
  return framed({
    kind: 'across',
    title: `Comparison – ${b.target.name}`,
    brand: same ? b.target.name : `${a.target.name}, then ${b.target.name}`,
    tone: worse.length + found.length > 0 ? 'fail' : 'pass',
    heading: comparisonHeading(comparison),
    because: `from ${minuteOf(a.run.startedAt)} to ${minuteOf(b.run.startedAt)}`,
    head: caveats.length === 0 ? undefined : html`<p class="note">Not asked for the same: ${caveats.join('; ')}</p>`,
    parts: [
      part('runs', 'Runs', 2, runTable(a, b)),
      changePart('worse', 'Worse', worse, b),
      changePart('found', 'Found broken', found, b),
      changePart('more', 'Looked at more', more, b),
      ...betterParts(comparison).map((each) => changePart(each.id, each.title, each.changes, b)),
      changePart('moved', 'Judged in one of the two', moved, b),
      changePart('otherwise', 'Judged otherwise, with nothing broken', otherwise, b),
      ...brokenParts(comparison).map((each) => changePart(each.id, each.title, each.changes, b)),
      changePart('neither', 'Judged in neither', neither, b),
      observations.length === 0
        ? undefined
        : part(
            'observed',
            'Observed otherwise, or in one of the two',
            observations.length,
            observationTable(observations, b),
          ),
    ],
    footer: `Assay ${b.suite.version}.`,
  })
}

function runTable(a: Report, b: Report): Markup {
  const rows = [a, b].map(
    (
      { target, run, outcome, suite },
      index,
    ) => html`<tr><th scope="row">${index === 0 ? 'before' : 'after'}: <b>${target.name}</b></th>
<td><span class="badge ${exitTone(outcome.exitCode)}">${outcome.headline}</span><p class="facts">${clipped(outcome.because, 160)}</p></td>
<td class="facts">${minuteOf(run.startedAt)}<br><code>${run.id}</code>, seed ${run.seed}, assay ${suite.version}</td></tr>`,
  )
  return scrolled(
    'Runs',
    html`<table class="planned"><thead><tr><th scope="col">Report</th><th scope="col">Outcome</th><th scope="col">Run</th></tr></thead><tbody>${rows}</tbody></table>`,
  )
}

function changePart(id: string, title: string, changes: readonly VerdictChange[], b: Report): Markup | undefined {
  if (changes.length === 0) return undefined
  const texts = new Map(b.requirements.map((each) => [each.id, each.text]))
  const rows = changes.map(
    (each) => html`<tr><th scope="row"><code>${each.id}</code><p>${texts.get(each.id)}</p></th>
<td class="number">${badge(each.before)} → ${badge(each.after)}</td><td class="facts">${clipped(seenAfter(each, b), SEEN)}</td></tr>`,
  )
  return part(
    id,
    title,
    changes.length,
    scrolled(
      title,
      html`<table class="observations"><thead><tr><th scope="col">Statement</th><th scope="col">Verdict</th><th scope="col">Seen after</th></tr></thead><tbody>${rows}</tbody></table>`,
    ),
  )
}

const badge = (verdict: Verdict | undefined): Markup =>
  html`<span class="badge ${verdict ?? 'unexercised'}">${verdict === undefined ? '' : `${SIGNS[verdict]} `}${changeWord(verdict)}</span>`

function observationTable(changes: readonly ObservationChange[], b: Report): Markup {
  const texts = new Map(b.observations.map((each) => [each.id, each.text]))
  const rows = changes.map(
    ({ id, before, after }) =>
      html`<tr><th scope="row"><code>${id}</code><p>${texts.get(id)}</p></th><td>${values(before)}</td><td>${values(after)}</td></tr>`,
  )
  return scrolled(
    'Observed otherwise, or in one of the two',
    html`<table class="observations"><thead><tr><th scope="col">Open point</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${rows}</tbody></table>`,
  )
}

const values = (list: readonly string[]): Markup =>
  list.length === 0
    ? html`<i>not noted</i>`
    : html`<ul class="values">${list.map((each) => html`<li>${clipped(each, SEEN)}</li>`)}</ul>`
