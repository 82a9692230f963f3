import { needsAttention, type ReportedBaseline } from '../../kit/report/baseline.ts'
import { gateSummary, isOpen, lastDay, notKnown, stateText } from '../views/baseline-words.ts'
import { code, cut, plain } from './markdown-text.ts'

const HEAD = ['| requirement | state | owner | until | reason |', '| --- | --- | --- | --- | --- |']

/**
 * The gate with the entries of its baseline: the exit code of the command follows that and not the verdict.
 * @param most entries and requirements that are named
 */
export function gateTable(gate: ReportedBaseline, most: number): string[] {
  const { baseline, known } = gate
  const fresh = notKnown(gate)
  // Those that somebody has to look at are never the ones that there is no room for.
  const rows = [...known.filter(needsAttention), ...known.filter((each) => !needsAttention(each))].slice(0, most)
  const rest = known.length - rows.length
  const more = fresh.length > most ? ` and ${fresh.length - most} more` : ''
  return [
    `### Gate ${isOpen(gate) ? 'open' : 'closed'}: ${gateSummary(gate)}`,
    '',
    `Baseline: ${code(cut(baseline))}`,
    '',
    ...(rows.length === 0 ? [] : HEAD),
    ...rows.map(
      (entry) =>
        `| ${[entry.requirement, stateText(entry.state), entry.owner, lastDay(entry), entry.reason].map((each) => plain(cut(each))).join(' | ')} |`,
    ),
    '',
    ...(rest > 0 ? [`… and ${rest} more entries in the other reports.`, ''] : []),
    ...(fresh.length === 0 ? [] : [`Not known: ${fresh.slice(0, most).map(code).join(', ')}${more}`, '']),
  ]
}
