import { VERDICTS, type Verdict } from '../../kit/check/verdicts/verdict.ts'
import { counted } from '../views/counted.ts'
import { grouped } from '../views/grouping.ts'
import { endWord } from '../views/runs/ended.ts'
import {
  type Matrix,
  type MatrixCell,
  type MatrixColumn,
  type MatrixRow,
  type PointRow,
  rowsThat,
  seenBy,
} from '../views/runs/matrix.ts'
import {
  columnBecause,
  columnCode,
  exitTone,
  matrixBecause,
  matrixHeading,
  whoText,
} from '../views/runs/matrix-words.ts'
import { minuteOf } from '../views/runs/minute.ts'
import { SIGNS } from '../views/verdict-words.ts'
import { clipped } from './figures.ts'
import { framed, part, scrolled } from './frame.ts'
import { html, type Markup } from './markup.ts'

/** Characters of what was seen that a page has room for; the reports have the rest. */
const SEEN = 320

/** Deployments or versions beside each other as one page. */
export function htmlMatrix(matrix: Matrix): string {
  const { columns, absent, rows, points, caveats } = matrix
  const [broken, everywhere, apart, unshared] = (['trouble apart', 'trouble alike', 'apart', 'unshared'] as const).map(
    (each) => rowsThat(matrix, each),
  )
  const [alike = [], unjudged = []] = (['alike', 'unjudged'] as const).map((each) =>
    rows.filter(({ agreement }) => agreement === each),
  )
  const [otherwise, same] = [points.filter(({ isAlike }) => !isAlike), points.filter(({ isAlike }) => isAlike)]
  return framed({
    kind: 'across',
    title: `Matrix of ${counted(columns.length, 'run')}`,
    brand: `Matrix of ${counted(columns.length, 'run')}`,
    tone: exitTone(Math.max(0, ...columns.map(columnCode))),
    heading: matrixHeading(matrix),
    because: matrixBecause(matrix),
    head: caveats.length === 0 ? undefined : html`<p class="note">Not asked for the same: ${caveats.join('; ')}</p>`,
    parts: [
      part('columns', 'Deployments', columns.length + absent.length, columnTable(matrix)),
      verdictPart('broken', 'Broken, blocked or warned of in some', broken ?? [], matrix),
      verdictPart('everywhere', 'Broken, blocked or warned of in all', everywhere ?? [], matrix),
      otherwise.length === 0
        ? undefined
        : part('observed', 'Observed otherwise', otherwise.length, pointTable(otherwise, matrix)),
      verdictPart('apart', 'Judged otherwise, nothing broken', apart ?? [], matrix),
      columns.length > 1
        ? verdictPart('unshared', 'Asked of one at most', unshared ?? [], matrix)
        : foldedPart('unshared', 'Asked of one at most', unshared ?? [], matrix),
      foldedPart('alike', 'Alike in all that judged it, two at least', alike, matrix),
      foldedPart('unjudged', 'Exercised in none', unjudged, matrix),
      same.length === 0
        ? undefined
        : part(
            'same',
            'Observed alike',
            same.length,
            html`<details class="members"><summary>${counted(same.length, 'open point')}</summary>${pointTable(same, matrix)}</details>`,
          ),
    ],
    footer: `Rows are statements of the documents by area, columns are runs. ${VERDICTS.map((verdict) => `${SIGNS[verdict]} ${verdict}`).join(', ')}.`,
  })
}

function columnTable({ columns, absent }: Matrix): Markup {
  return scrolled(
    'Deployments',
    html`<table class="planned"><thead><tr><th scope="col">Column</th><th scope="col">Outcome</th><th scope="col">Verdicts</th><th scope="col">Run</th></tr></thead><tbody>${columns.map(columnRow)}${absent.map(
      ({ label, reason }) =>
        html`<tr><th scope="row">${label}</th><td colspan="3"><span class="badge warn">not judged</span> ${reason}</td></tr>`,
    )}</tbody></table>`,
  )
}

function columnRow(column: MatrixColumn, index: number): Markup {
  const { label, environment, timeScale, outcome, counts, startedAt, run, seed, isStopped, mark } = column
  const scale = timeScale === 1 ? '' : `, clocks ${timeScale} times as fast`
  const told = VERDICTS.filter((verdict) => counts[verdict] > 0)
  return html`<tr><th scope="row"><span class="number">${index + 1}</span> <b>${label}</b><p class="facts">${environment}${scale}${mark === undefined ? undefined : `; ${mark}`}</p></th>
<td><span class="badge ${exitTone(columnCode(column))}">${endWord(outcome.headline, isStopped)}</span><p class="facts">${clipped(columnBecause(column), 240)}</p></td>
<td class="tallies">${told.map((verdict) => html`<span class="tally ${verdict}" title="${counts[verdict]} ${verdict}">${SIGNS[verdict]}&nbsp;${counts[verdict]}<span class="said"> ${verdict}</span></span> `)}</td>
<td class="facts">${minuteOf(startedAt)}<br><code>${run}</code>, seed ${seed}</td></tr>`
}

const verdictPart = (id: string, title: string, rows: readonly MatrixRow[], matrix: Matrix): Markup | undefined =>
  rows.length === 0 ? undefined : part(id, title, rows.length, verdictTable(title, rows, matrix))

const foldedPart = (id: string, title: string, rows: readonly MatrixRow[], matrix: Matrix): Markup | undefined =>
  rows.length === 0 ? undefined : part(id, title, rows.length, folded(rows, matrix))

/** Rows by area, in the order in which the areas come. */
const byArea = (rows: readonly MatrixRow[]): ReadonlyMap<string, readonly MatrixRow[]> =>
  grouped(rows, ({ service, area }) => `${service}: ${area}`)

function verdictTable(title: string, rows: readonly MatrixRow[], matrix: Matrix): Markup {
  const many = matrix.columns.length + 1
  const bodies = [...byArea(rows)].map(
    ([area, own]) =>
      html`<tbody><tr class="area"><th scope="rowgroup" colspan="${many}"><span>${area}</span></th></tr>${own.map((row) => verdictRow(row, matrix))}</tbody>`,
  )
  return scrolled(title, html`<table class="across"><thead>${heads(matrix)}</thead>${bodies}</table>`)
}

const heads = ({ columns }: Matrix): Markup =>
  html`<tr><th scope="col" class="statement">Statement</th>${columns.map(({ label }, index) => html`<th scope="col" class="slot" title="${label}"><span>${index + 1} ${label}</span></th>`)}</tr>`

function verdictRow(row: MatrixRow, matrix: Matrix): Markup {
  const { columns } = matrix
  return html`<tr><th scope="row" class="statement"><code>${row.id}</code> <span class="level ${row.level}">${row.level}</span><p>${row.text}</p></th>${row.cells.map((cell, index) => slot(cell, columns[index]?.label ?? ''))}</tr>
${seenRow(row, matrix)}`
}

function seenRow(row: MatrixRow, matrix: Matrix): Markup | undefined {
  const seen = seenBy(row, matrix)
  if (seen.length === 0) return undefined
  return html`<tr class="seen"><td colspan="${row.cells.length + 1}"><div><ul>${seen.map(
    ({ verdict, seen: text, labels }) =>
      html`<li><span class="badge ${verdict}">${SIGNS[verdict]} ${verdict}</span> <b>${whoText(labels, matrix)}</b>: ${clipped(text, SEEN)}</li>`,
  )}</ul></div></td></tr>`
}

const slot = ({ verdict, seen }: MatrixCell, label: string): Markup => {
  const word = verdict ?? 'not known to this run'
  return html`<td class="slot"><span class="course ${verdict ?? 'unexercised'}" role="img" aria-label="${label}: ${word}" title="${label}: ${word}${seen === '' ? '' : `: ${clipped(seen, 200)}`}">${verdict === undefined ? ' ' : SIGNS[verdict]}</span></td>`
}

function pointTable(points: readonly PointRow[], { columns }: Matrix): Markup {
  const rows = points.map(({ id, text, at, values }) => {
    const told = values.map((each, index) => ({ value: each.join('; '), label: columns[index]?.label ?? '' }))
    const seen = [...grouped(told, ({ value }) => value)].toSorted(([a], [b]) => Number(a === '') - Number(b === ''))
    return html`<tr><th scope="row"><code>${id}</code><p>${text} <small>${at}</small></p></th>
<td><ul class="values">${seen.map(
      ([value, own]) =>
        html`<li>${value === '' ? html`<i>not noted</i>` : clipped(value, SEEN)} <b>${whoText(
          own.map(({ label }) => label),
          { columns },
        )}</b></li>`,
    )}</ul></td></tr>`
  })
  return scrolled(
    'What the documents leave open',
    html`<table class="observations"><thead><tr><th scope="col">Open point</th><th scope="col">What is done there, and by whom</th></tr></thead><tbody>${rows}</tbody></table>`,
  )
}

/** There are hundreds: by area, each with its verdicts. */
const folded = (rows: readonly MatrixRow[], matrix: Matrix): Markup[] =>
  [...byArea(rows)].map(([area, own]) => {
    const counts = VERDICTS.map(
      (verdict) => [verdict, own.filter(({ cells }) => cells[0]?.verdict === verdict)] as const,
    )
    return html`<details class="members"><summary>${area}: ${counts
      .filter(([, each]) => each.length > 0)
      .map(([verdict, each]) => `${each.length} ${verdict}`)
      .join(', ')}</summary><ul class="alike">${own.map((row) => alikeItem(row, matrix))}</ul></details>`
  })

function alikeItem(row: MatrixRow, matrix: Matrix): Markup {
  const verdict: Verdict = row.cells[0]?.verdict ?? 'unexercised'
  const [seen] = verdict === 'pass' ? [] : seenBy(row, matrix)
  return html`<li><span class="course ${verdict}" role="img" aria-label="${verdict}" title="${verdict}">${SIGNS[verdict]}</span> <code>${row.id}</code> <span class="level ${row.level}">${row.level}</span> ${row.text}${seen === undefined ? undefined : html` <small>${clipped(seen.seen, SEEN)}</small>`}</li>`
}
