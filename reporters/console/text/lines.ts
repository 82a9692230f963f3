import { judgementText } from '../../../kit/report/judgement-text.ts'
import type { Report } from '../../../kit/report/report.ts'
import { knownFailures } from '../../views/baseline-words.ts'
import { grouped } from '../../views/grouping.ts'
import { printable } from '../../views/printable.ts'
import { TROUBLES } from '../../views/verdict-words.ts'
import { gateLines } from '../baseline-lines.ts'
import { verdictLine } from '../console.ts'
import { type Paint, VERDICT_COLOURS } from './paint.ts'

/** One line for each check that did not go well, and a last one with the verdict. What a baseline knows of is named at its end. */
export function lineReport(report: Report, paint: Paint): string {
  const excused = knownFailures(report)
  const words = report.requirements.flatMap(({ id, at, verdict, judgements }) =>
    TROUBLES.includes(verdict)
      ? judgements.filter((each) => each.verdict === verdict).map((judgement) => ({ id, at, judgement }))
      : [],
  )
  const lines = [...grouped(words, ({ judgement: { check, verdict } }) => `${verdict} ${check}`).values()].flatMap(
    (own) => {
      const [first] = own
      if (first === undefined) return []
      const { verdict, check } = first.judgement
      const ids = [...new Set(own.map(({ id }) => id))]
      const [text = ''] = judgementText(first.judgement, first.at).split('\n')
      const known = ids.filter((id) => excused.has(id))
      const aside = known.length === 0 ? '' : ` (known: ${known.join(' ')})`
      return [`${paint(VERDICT_COLOURS[verdict], verdict)} ${check} [${ids.join(' ')}] ${printable(text)}${aside}`]
    },
  )
  return [
    ...report.faults.map((fault) => `${paint(VERDICT_COLOURS.broken, 'broken')} ${printable(fault)}`),
    ...lines,
    verdictLine(report, paint),
    ...(report.gate === undefined ? [] : gateLines(report.gate, paint)),
    '',
  ].join('\n')
}
