import { expect, test } from 'vitest'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { differencesOf } from './differences.ts'

test('what runs do not agree on is named, with the verdict of each', () => {
  const report = sampleReport(40)
  const [first] = report.requirements
  const other = {
    requirements: report.requirements.map((each) => (each === first ? { ...each, verdict: 'warn' as const } : each)),
  }
  expect(differencesOf([report, report])).toEqual([])
  expect(differencesOf([report, other, report])).toEqual([
    { requirement: first?.id, verdicts: [first?.verdict, 'warn', first?.verdict] },
  ])
})
