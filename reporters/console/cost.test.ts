import { expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
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

test('what only asked whether a service is there is told beside the requests', () => {
  const report = sampleReport(20)
  const asked = { ...report, cost: { ...report.cost, presence: 26 } }
  expect(costLines(asked)[0]).toContain(', and 26 that only ask, without a key, whether it is there')
  expect(costLines(report)[0]).not.toContain('whether it is there')
})

test('what a merged run left behind is named by the run of each shard', () => {
  const report = sampleReport(20)
  const left = (run: Report['run']): string | undefined =>
    costLines({ ...report, run }).find((line) => line.startsWith('  left behind: '))
  expect(left(report.run)).toContain(`, with ${report.run.id} in their references`)
  expect(left({ ...report.run, id: 'asyone', merged: ['asyone', 'asytwo'] })).toContain(
    ', with the id of one of the 2 runs (asyone, asytwo) in their references',
  )
})

test('a budget that was used up says so where it kept something back', () => {
  const report = sampleReport(20)
  const [first, ...others] = report.requirements
  const spent = {
    ...report,
    target: { ...report.target, allow: { ...report.target.allow, budgets: { payments: 60 } } },
    cost: { ...report.cost, spends: { payments: 60 } },
    plan: { ...report.plan, spends: { payments: { usual: 60, most: 60, wanted: 61 } } },
  }
  const reason = 'this run may cause 60 payments (allow.payments), and has used them'
  const short = {
    ...spent,
    requirements: [{ ...first!, verdict: 'unexercised' as const, why: 'not met' as const, reason }, ...others],
  }
  const lines = (each: Report) => costLines(each).filter((line) => line.startsWith('  used up: '))
  expect(lines(short)).toEqual([
    expect.stringMatching(
      /^ {2}used up: allow\.payments; what would have caused more was not sent, and allow\.payments: \d+ would let it$/,
    ),
  ])
  expect(lines(spent)).toEqual([])
})
