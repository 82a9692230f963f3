import type { Verdict } from '../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport } from './sample-report.ts'

export const sample = sampleReport(12)

/** The sample with these verdicts, begun so many minutes after noon where it is read. */
export function sampleRun(minutes: number, verdicts: readonly Verdict[], more: Partial<Report['run']> = {}): Report {
  const startedAt = new Date(2026, 2, 1, 12, minutes).toISOString()
  const requirements = sample.requirements.map((each, index) => ({ ...each, verdict: verdicts[index] ?? 'pass' }))
  return { ...sample, requirements, run: { ...sample.run, startedAt, ...more } }
}
