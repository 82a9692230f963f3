import { readFileSync } from 'node:fs'
import type { Report } from '../kit/report/report.ts'

/** The report in a file. */
export const reportIn = (path: string): Report => JSON.parse(readFileSync(path, 'utf8')) as Report
