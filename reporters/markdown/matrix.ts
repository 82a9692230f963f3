import { VERDICTS } from '../../kit/check/verdicts/verdict.ts'
import { clipped } from '../views/clipped.ts'
import { grouped } from '../views/grouping.ts'
import { printable } from '../views/printable.ts'
import { endWord } from '../views/runs/ended.ts'
import { type Matrix, type MatrixRow, type PointRow, rowsThat, seenBy } from '../views/runs/matrix.ts'
import { columnBecause, matrixBecause, matrixHeading, whoText } from '../views/runs/matrix-words.ts'
import { SIGNS } from '../views/verdict-words.ts'
import { cut, plain } from './markdown-text.ts'

/** Statements of one kind that are told one by one: pages of CI systems cut long texts off. */
const TOLD = 150
/** What was seen at one statement. */
const SEEN = 4

const said = (text: string): string => plain(printable(text))

/** Deployments or versions beside each other as Markdown: outcomes, and what they differ in. */
export function markdownMatrix(matrix: Matrix): string {
  const { columns, absent, caveats, points, rows } = matrix
  const numbers = columns.map((_, index) => String(index + 1))
  const otherwise = points.filter(({ isAlike }) => !isAlike)
  const lines = [
    `## ${said(matrixHeading(matrix))}`,
    '',
    said(matrixBecause(matrix)),
    ...(caveats.length === 0 ? [] : ['', `Not asked for the same: ${said(caveats.join('; '))}`]),
    '',
    '|  | deployment | outcome | why | verdicts |',
    '|--:|---|---|---|---|',
    ...columns.map((column, index) => {
      const { label, outcome, counts, isStopped, mark } = column
      const told = VERDICTS.filter((verdict) => counts[verdict] > 0).map((each) => `${counts[each]} ${each}`)
      const name = said(mark === undefined ? label : `${label} (${mark})`)
      return `| ${index + 1} | ${name} | ${endWord(outcome.headline, isStopped)} | ${said(cut(columnBecause(column)))} | ${told.join(', ')} |`
    }),
    ...absent.map(({ label, reason }) => `|  | ${said(label)} | not judged | ${said(cut(reason))} |  |`),
    ...section('Broken, blocked or warned of in some', rowsThat(matrix, 'trouble apart'), matrix, numbers),
    ...section('Broken, blocked or warned of in all', rowsThat(matrix, 'trouble alike'), matrix, numbers),
    ...pointLines(otherwise, matrix),
    ...section('Judged otherwise, nothing broken', rowsThat(matrix, 'apart'), matrix, numbers),
    '',
    `${rows.filter(({ agreement }) => agreement === 'alike').length} statements are alike in all that judged them, two at least. ${VERDICTS.map((verdict) => `${SIGNS[verdict]} ${verdict}`).join(', ')}.`,
    '',
  ]
  return lines.join('\n')
}

function section(title: string, rows: readonly MatrixRow[], matrix: Matrix, numbers: readonly string[]): string[] {
  if (rows.length === 0) return []
  const told = rows.slice(0, TOLD)
  const rest = rows.length - told.length
  const areas = [...grouped(told, ({ service, area }) => `${service}: ${area}`)]
  return [
    '',
    `### ${title} (${rows.length})`,
    ...areas.flatMap(([area, own]) => [
      '',
      `| ${said(area)} | ${numbers.join(' | ')} | seen |`,
      `|---|${numbers.map(() => ':-:|').join('')}---|`,
      ...own.map((row) => `| ${idCode(row.id)} | ${row.cells.map(signOf).join(' | ')} | ${seenText(row, matrix)} |`),
    ]),
    ...(rest > 0 ? ['', `and ${rest} more, on the page`] : []),
  ]
}

/** An id as it stands in a table: what is none is made harmless. */
const idCode = (id: string): string => (/^[\w.-]+$/.test(id) ? `\`${id}\`` : said(id))

const signOf = ({ verdict }: MatrixRow['cells'][number]): string => (verdict === undefined ? ' ' : said(SIGNS[verdict]))

function seenText(row: MatrixRow, matrix: Matrix): string {
  const seen = seenBy(row, matrix)
  const told = seen
    .slice(0, SEEN)
    .map(
      ({ verdict, seen: text, labels }) => `${verdict} (${said(whoText(labels, matrix))}): ${said(clippedText(text))}`,
    )
  return [...told, ...(seen.length > SEEN ? [`and ${seen.length - SEEN} more`] : [])].join('<br>')
}

const MOST = 240

const clippedText = (text: string): string => clipped(text, MOST)

function pointLines(points: readonly PointRow[], { columns }: Matrix): string[] {
  if (points.length === 0) return []
  const rows = points.slice(0, TOLD).map(({ id, values }) => {
    const told = values.map((each, index) => ({ value: each.join('; '), number: index + 1 }))
    const seen = [...grouped(told, ({ value }) => value)].map(
      ([value, own]) =>
        `${own.length === columns.length ? 'all' : own.map(({ number }) => number).join(', ')}: ${value === '' ? 'not noted' : said(clippedText(value))}`,
    )
    return `| ${idCode(id)} | ${seen.join('<br>')} |`
  })
  return [
    '',
    `### Observed otherwise (${points.length})`,
    '',
    '| open point | by number of deployment |',
    '|---|---|',
    ...rows,
  ]
}
