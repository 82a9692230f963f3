import { expect, test } from 'vitest'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import type { Report } from '../report.ts'
import { linesForUsedUp } from './used-up.ts'

const sample = sampleReport(3)

/** A report whose run had so many loans, used so many, and was planned to use so many. */
const loans = (allowed: number, used: number, usual: number, line?: string): Report => ({
  ...sample,
  target: { ...sample.target, allow: { ...sample.target.allow, budgets: { loans: allowed } } },
  cost: { ...sample.cost, spends: { loans: used } },
  plan: { ...sample.plan, spends: { loans: { usual, most: usual } } },
  requirements: sample.requirements.map(({ why: _, line: __, ...each }, index) =>
    index === 0 && line !== undefined ? { ...each, verdict: 'unexercised', why: 'not permitted', line } : each,
  ),
})

test.each<[string, Report, readonly string[]]>([
  ['that was not used up', loans(20, 12, 12), []],
  ['that allows nothing', loans(0, 0, 0), []],
  ['that requirements wait for is told by their line', loans(20, 20, 12, 'allow.loans: 28'), ['allow.loans: 28']],
  // A check went on without what it was not allowed to send.
  ['that was used up is told with room', loans(20, 20, 12), ['allow.loans: 30   # in place of 20']],
])('a budget %s', (_, report, expected) => {
  expect(linesForUsedUp(report)).toEqual(expected)
})
