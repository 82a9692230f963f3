import { VERDICTS, type Verdict } from '../../kit/check/verdicts/verdict.ts'
import { counted } from '../views/counted.ts'
import { beganText, type Course, standingOf } from '../views/runs/courses.ts'
import { endWord } from '../views/runs/ended.ts'
import { everSeenLine } from '../views/runs/ever-seen.ts'
import type { History, HistoryRun } from '../views/runs/history.ts'
import { minuteOf } from '../views/runs/minute.ts'
import { SIGNS } from '../views/verdict-words.ts'
import { styleSheet } from './assets.ts'
import { duration } from './figures.ts'
import { html, type Markup } from './markup.ts'

/** The history of a target as one file for a browser: it loads nothing, sends nothing and runs nothing. */
export function htmlHistory(history: History): string {
  const { target, runs, courses, cells } = history
  const style = styleSheet()
  const policy = `default-src 'none'; style-src ${style.hash}; img-src data:; base-uri 'none'; form-action 'none'`
  const still = courses.filter(({ since }) => since !== undefined)
  const tone = still.every((each) => standingOf(each) === 'kept') ? 'pass' : 'fail'
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>History – ${target} – Assay</title><link rel="icon" href="data:,">
<style>${style.markup}</style></head><body>
<header class="top"><p class="brand"><b>Assay</b> <span>${target}</span></p></header>
<main id="main"><section class="headline ${tone}" aria-labelledby="verdict"><div class="verdict"><span class="sign" aria-hidden="true">${SIGNS[tone]}</span><div>
<h1 id="verdict">${stateOf(still)}</h1>
<p class="because">as last judged, in ${counted(runs.length, 'run')} from ${minuteOf(runs[0]?.startedAt ?? '')} to ${minuteOf(runs.at(-1)?.startedAt ?? '')}; ${everSeenLine(history) ?? 'no statement ranges over anything'}</p></div></div></section>
${section('runs', 'Runs', runs.length, runTable(runs))}
${section('courses', 'What broke, and when', courses.length, courseTable(history))}
${section('cells', 'Looked at in all runs together', cells.length, cellTable(history))}
</main></body></html>
`
  return page.source
}

/** `3 requirements broken, 2 warned; 1 more when judged last, before the last run`. What is kept counts as such. */
function stateOf(still: readonly Course[]): string {
  const now = still.filter((each) => standingOf(each) === 'now')
  const warned = now.filter(({ warns }) => warns).length
  const broken = now.length - warned
  const first = broken === 0 ? 'Nothing broken' : `${counted(broken, 'requirement')} broken`
  const rest = still.filter((each) => standingOf(each) === 'before').length
  const before = rest === 0 ? '' : `; ${rest}${now.length === 0 ? '' : ' more'} when judged last, before the last run`
  return `${warned === 0 ? first : `${first}, ${warned} warned`}${before}`
}

const section = (id: string, title: string, many: number, content: Markup): Markup =>
  html`<section id="${id}" class="part" aria-labelledby="${id}-title"><h2 id="${id}-title">${title} <span class="count">${many}</span></h2>${content}</section>`

const scrolled = (label: string, table: Markup): Markup =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">${table}</div>`

function runTable(runs: readonly HistoryRun[]): Markup {
  const rows = runs.toReversed().map(
    (run) => html`<tr><th scope="row" class="number">${minuteOf(run.startedAt)}</th>
<td>${endWord(run.headline, run.isStopped)}${bar(run)}<p class="facts">${VERDICTS.filter(
      (verdict) => run.counts[verdict] > 0,
    )
      .map((verdict) => `${run.counts[verdict]} ${verdict}`)
      .join(', ')}</p>${run.gate === undefined ? undefined : html`<p class="facts">${run.gate}</p>`}</td>
<td>${run.at === undefined ? undefined : html`<p class="facts">at another address: <code>${run.at}</code></p>`}${run.keys === undefined ? undefined : html`<p class="facts">perhaps by keys of the target file: ${run.keys}</p>`}${changes('broken', run.broken)}${changes('warned', run.warned)}${changes('fixed', run.fixed)}${changes('kept when asked again', run.keptAgain)}${changes('kept, but not all that was held against the target was sent again', run.notAskedAgain)}</td>
<td><code>${run.asked}</code><p class="facts">run <code>${run.id}</code>, seed ${run.seed}, ${duration(run.seconds * 1000)}</p></td></tr>`,
  )
  return scrolled(
    'Runs',
    html`<table class="planned"><thead><tr><th scope="col">Begun</th><th scope="col">Outcome</th><th scope="col">Changes</th><th scope="col">Asked for</th></tr></thead><tbody>${rows}</tbody></table>`,
  )
}

const changes = (word: string, ids: readonly string[]): Markup | undefined =>
  ids.length === 0
    ? undefined
    : html`<details class="members"${ids.length <= 4 ? html` open` : undefined}><summary>${word} ${ids.length}</summary><p>${ids.map((id) => html`<code>${id}</code> `)}</p></details>`

function bar({ counts }: HistoryRun): Markup {
  const judged = VERDICTS.filter((verdict) => verdict !== 'unexercised' && counts[verdict] > 0)
  const all = judged.reduce((sum, verdict) => sum + counts[verdict], 0)
  let from = 0
  return html`<svg class="bar" viewBox="0 0 ${Math.max(1, all)} 1" preserveAspectRatio="none" aria-hidden="true">${judged.map(
    (verdict) => {
      const rect = html`<rect class="${verdict}" x="${from}" y="0" width="${counts[verdict]}" height="1"/>`
      from += counts[verdict]
      return rect
    },
  )}</svg>`
}

function courseTable({ courses, runs }: History): Markup {
  if (courses.length === 0) return html`<p class="empty">Nothing was broken in any of these runs.</p>`
  const rows = courses.map(
    (course) => html`<tr><th scope="row"><code>${course.id}</code><p>${course.text}</p></th>
<td class="number">${course.verdicts.map((verdict, at) => mark(verdict, runs[at]))}</td><td class="number">${inTrouble(course)}</td></tr>`,
  )
  return html`<p>One sign for each run, the oldest first: ${legend(courses.flatMap(({ verdicts }) => verdicts))}</p>
${scrolled(
  'What broke, and when',
  html`<table class="observations"><thead><tr><th scope="col">Requirement</th><th scope="col">Runs</th><th scope="col">In trouble</th></tr></thead><tbody>${rows}</tbody></table>`,
)}`
}

const inTrouble = (course: Course): string => {
  const { verdicts, since, last, isKeptAgain, elsewhere } = course
  if (since === undefined) return 'no longer'
  if (elsewhere !== undefined) return `since ${beganText(course)}, at ${elsewhere}; kept where it was judged last`
  const kept = isKeptAgain
    ? '; kept when asked again by runs of fewer checks'
    : standingOf({ verdicts }) === 'kept'
      ? `; kept since, though not all that failed in run ${last?.id} was sent again`
      : ''
  return `since ${beganText(course)}${kept}`
}

const mark = (verdict: Verdict | undefined, run: HistoryRun | undefined): Markup => {
  const word = verdict ?? 'not known to this run'
  return html`<span class="course ${verdict ?? 'unexercised'}" role="img" aria-label="${word}" title="${minuteOf(run?.startedAt ?? '')}: ${word}">${SIGNS[verdict ?? 'unexercised']}</span>`
}

const legend = (verdicts: readonly (Verdict | undefined)[]): string =>
  VERDICTS.filter((verdict) => verdicts.includes(verdict))
    .map((verdict) => `${SIGNS[verdict]} ${verdict}`)
    .join(', ')

function cellTable({ cells }: History): Markup {
  if (cells.length === 0) return html`<p class="empty">No statement that was judged ranges over anything.</p>`
  const rows = cells
    .toSorted((a, b) => a.seen / a.of - b.seen / b.of)
    .map(
      ({ id, text, lately, unseen }) =>
        html`<tr><th scope="row"><code>${id}</code></th><td class="number">${text}</td><td class="number">${lately}</td><td>${
          unseen.length === 0
            ? undefined
            : html`<details class="members"><summary>${unseen.length}</summary><p>${unseen.join('; ')}</p></details>`
        }</td></tr>`,
    )
  return scrolled(
    'Cells',
    html`<table class="planned"><thead><tr><th scope="col">Requirement</th><th scope="col">In all runs</th><th scope="col">In the last</th><th scope="col">Never</th></tr></thead><tbody>${rows}</tbody></table>`,
  )
}
