import type { ReportedBaseline } from '../../kit/report/baseline.ts'
import { entryText, gateSummary, isOpen } from '../views/baseline-words.ts'
import { printable } from '../views/printable.ts'
import type { Paint } from './paint.ts'

/** What the baseline makes of a run, for a person at a terminal; ends with the word that the exit code follows. */
export function gateLines(gate: ReportedBaseline, paint: Paint): string[] {
  const verdict = isOpen(gate) ? paint('green', 'gate open') : paint('red', 'gate closed')
  return [
    `${paint('bold', 'Baseline')} ${printable(gate.baseline)}`,
    ...gate.known.map((each) => printable(`  ${each.requirement} (${entryText(each)})`)),
    ...gate.fresh.map((id) => `  ${paint('red', `${printable(id)} (not known)`)}`),
    `${verdict}: ${gateSummary(gate)}`,
  ]
}
