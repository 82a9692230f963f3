import type { ReportedBaseline } from '../../kit/report/baseline.ts'
import { entryText, gateSummary, isOpen, notKnown } from '../views/baseline-words.ts'
import { printable } from '../views/printable.ts'
import type { Paint } from './text/paint.ts'

/** The gate for a person at a terminal: entries of the baseline, then the word that the exit code follows. */
export function gateLines(gate: ReportedBaseline, paint: Paint): string[] {
  const verdict = isOpen(gate) ? paint('green', 'gate open') : paint('red', 'gate closed')
  return [
    `${paint('bold', 'Baseline')} ${printable(gate.baseline)}`,
    ...gate.known.map((each) => printable(`  ${each.requirement} (${entryText(each)})`)),
    ...notKnown(gate).map((id) => `  ${paint('red', `${printable(id)} (not known)`)}`),
    `${verdict}: ${gateSummary(gate)}`,
  ]
}
