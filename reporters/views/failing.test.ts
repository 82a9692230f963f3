import { expect, test } from 'vitest'
import { needsAttention } from '../../kit/report/baseline.ts'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { quietReport } from '../console/quiet.ts'
import { ctrfReport } from '../ctrf.ts'
import { junitReport } from '../junit/junit.ts'

const sample = sampleReport(40)
const of = (verdict: string): number => sample.requirements.filter((each) => each.verdict === verdict).length
const strict: Report = { ...sample, run: { ...sample.run, failOn: 'warn' } }

const failuresOf = (report: Report) => [
  junitReport(report).match(/<failure /g)?.length ?? 0,
  JSON.parse(ctrfReport(report)).results.summary.failed,
]

test('warnings are failures in every form where the run counts them so, and in none otherwise', () => {
  expect(of('warn')).toBeGreaterThan(0)
  // JUnit has those of the baseline beside.
  const [junit = 0, ctrf = 0] = failuresOf(sample)
  // Entries of a baseline that close the gate fail as well.
  expect(ctrf).toBe(of('fail') + (sample.gate?.known.filter(needsAttention).length ?? 0))
  expect(failuresOf(strict)).toEqual([junit + of('warn'), ctrf + of('warn')])
  const quiet = (report: Report): string => quietReport(report, (_, text) => text)
  expect(quiet(sample)).not.toMatch(/^ {2}warn /m)
  expect(quiet(strict)).toMatch(/^ {2}warn /m)
})
