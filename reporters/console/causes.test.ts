import { expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { causeBriefly } from './causes.ts'

const sample = sampleReport(40)
/** Every answer of it is the same. */
const report: Report = {
  ...sample,
  requirements: sample.requirements.map((each) => ({ ...each, verdict: 'fail' as const })),
  exchanges: sample.exchanges.map((each) => ({ ...each, response: { ...each.response!, status: 500, body: '{}' } })),
}
const told = (more: Partial<Report> = {}): string[] => causeBriefly({ ...report, ...more }, (_, text) => text)

test('the first cause stands at the end, short enough for a log', () => {
  const [line = '', ...others] = told()
  expect(line).toMatch(/^Likely cause, above: .*is 500, whatever was asked/)
  expect(line.length).toBeLessThan(180)
  expect(others).toEqual([])
})

test.for<[string, Partial<Report>]>([
  [
    'where a baseline excuses all of it',
    { gate: { baseline: 'known.yaml', exitCode: 0, known: [], fresh: [] } } as never,
  ],
  [
    'where the service went away, which the last line tells',
    { run: { ...report.run, stopped: 'gone', because: 'it' } },
  ],
  ['where nothing is wrong', { requirements: [] }],
])('nothing is told %s', ([_, more]) => {
  expect(told(more)).toEqual([])
})
