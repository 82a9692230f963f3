import { expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { quietReport } from './quiet.ts'

const report = sampleReport(20)
const quiet = (told: typeof report): string => quietReport(told, (_, text) => text)

test('what could not be judged is told in a line each, and why the run took long', () => {
  const [{ id: check = '', startedAt = 0 } = {}] = report.checks
  const [first, ...others] = report.requirements
  const blocked = {
    ...first!,
    verdict: 'blocked' as const,
    judgements: [{ check, verdict: 'blocked' as const, evidence: [], reason: 'nothing came within 10 s' }],
  }
  const hung = {
    ...report,
    requirements: [blocked, ...others.map((each) => ({ ...each, verdict: 'pass' as const }))],
    run: { ...report.run, seconds: { total: 40, working: 40, waiting: 0 } },
    plan: {
      ...report.plan,
      forecast: { ...report.plan.forecast, seconds: 1, checks: { [check]: { begins: 0, ends: 1 } } },
    },
    checks: report.checks.map((each) => (each.id === check ? { ...each, startedAt, ms: 39_000 } : { ...each, ms: 0 })),
  }
  const text = quiet(hung)
  expect(text).toContain(`Blocked\n  ${first?.id}  ${check}: nothing came within 10 s\n`)
  expect(text).toContain(`longer than planned: ${check} took 39 s, where 1 s was planned`)
})
