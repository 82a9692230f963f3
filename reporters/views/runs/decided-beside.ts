import type { Report } from '../../../kit/report/report.ts'
import { gateLine } from '../baseline-words.ts'
import { isFailedByWarnings } from '../run-trouble.ts'

/** What decides of a run beside the statements that it found broken: its baseline, or its warnings, in a line. */
export function decidedBeside(report: Report): { readonly gate?: string } {
  if (report.gate !== undefined) return { gate: gateLine(report.gate) }
  return isFailedByWarnings(report) ? { gate: report.outcome.because } : {}
}
