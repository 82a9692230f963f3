import type { Report } from '../kit/report/report.ts'
import { printableJson } from './views/printable.ts'

/** The report as it is: every other format is made from it. */
export const jsonReport = (report: Report): string => printableJson(`${JSON.stringify(report, undefined, 2)}\n`)
