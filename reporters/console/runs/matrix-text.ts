import { clipped } from '../../views/clipped.ts'
import { grouped } from '../../views/grouping.ts'
import { printable } from '../../views/printable.ts'
import { type Matrix, type MatrixRow, rowsThat, seenBy } from '../../views/runs/matrix.ts'
import { columnBecause, matrixBecause, matrixHeading, whoText } from '../../views/runs/matrix-words.ts'
import { SIGNS } from '../../views/verdict-words.ts'
import { type Paint, VERDICT_COLOURS } from '../text/paint.ts'
import { paintedText } from '../text/painted-text.ts'

/** Characters of what was seen. */
const SEEN = 160

/**
 * Deployments or versions beside each other, for a person at a terminal: outcomes, and what they differ in.
 * @param isWhole with what differs while nothing is broken, too
 */
export function matrixText(matrix: Matrix, paint: Paint, isWhole = false): string {
  const { columns, absent, caveats } = matrix
  const width = String(columns.length).length
  const lines = [
    ...columns.map((column, index) => {
      const { label, outcome } = column
      const because = columnBecause(column)
      return `${String(index + 1).padStart(width)}  ${paint('bold', printable(label))}  ${outcome.headline}${because === '' ? '' : `: ${printable(because)}`}`
    }),
    ...absent.map(
      ({ label, reason }) => `${'–'.padStart(width)}  ${printable(label)}  not judged: ${printable(reason)}`,
    ),
    ...caveats.map((each) => paint('yellow', `not asked for the same: ${printable(each)}`)),
    ...section('Broken, blocked or warned of in some', rowsThat(matrix, 'trouble apart'), matrix, paint),
    ...section('Broken, blocked or warned of in all', rowsThat(matrix, 'trouble alike'), matrix, paint),
    ...(isWhole ? section('Judged otherwise, nothing broken', rowsThat(matrix, 'apart'), matrix, paint) : []),
    '',
    `${paint('bold', matrixHeading(matrix))}: ${matrixBecause(matrix)}`,
    '',
  ]
  return paintedText(lines.join('\n'), paint)
}

function section(title: string, rows: readonly MatrixRow[], matrix: Matrix, paint: Paint): string[] {
  if (rows.length === 0) return []
  const told = rows.map((row) => {
    const signs = row.cells.map(({ verdict }) =>
      verdict === undefined ? ' ' : paint(VERDICT_COLOURS[verdict], SIGNS[verdict]),
    )
    return { id: row.id, signs: signs.join(''), troubles: troublesOf(row, matrix) }
  })
  // One obstacle stands in the way of many statements: it is told once, below them.
  const alike = grouped(told, ({ signs, troubles }) => [signs, ...troubles].join('\n'))
  return [
    '',
    paint('bold', `${title} (${rows.length}), in the order of the runs above`),
    ...[...alike.values()].flatMap((group) => [
      ...group.map(({ signs, id }) => `  ${signs}  ${printable(id)}`),
      ...(group[0]?.troubles ?? []),
    ]),
  ]
}

/** What went wrong there, once for all that it went wrong for alike. */
function troublesOf(row: MatrixRow, matrix: Matrix): string[] {
  const wrong = seenBy(row, matrix).filter(({ verdict }) => verdict !== 'unexercised' && verdict !== 'inapplicable')
  return wrong.map(
    ({ seen, labels }) => `      ${printable(whoText(labels, matrix))}: ${printable(clipped(seen, SEEN))}`,
  )
}
