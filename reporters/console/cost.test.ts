import { expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { costLines } from './cost.ts'

test('a run that took longer says why', () => {
  const report = sampleReport(20)
  const [{ id = '', startedAt = 0 } = {}] = report.checks
  const late = {
    ...report,
    plan: {
      ...report.plan,
      forecast: { ...report.plan.forecast, seconds: 8, checks: { [id]: { begins: 0, ends: 1 } } },
    },
    run: { ...report.run, seconds: { total: 60, working: 1, waiting: 59 } },
    checks: report.checks.map((each) => (each.id === id ? { ...each, startedAt, ms: 59_000 } : { ...each, ms: 0 })),
  }
  expect(costLines(late)).toContain(`  longer than planned: ${id} took 59 s, where 1 s was planned`)
  expect(costLines(report).filter((line) => line.includes('than planned'))).toEqual([])
})
