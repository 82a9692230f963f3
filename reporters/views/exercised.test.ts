import { expect, test } from 'vitest'
import type { ReportedRequirement } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { exercisedText } from './exercised.ts'

const { run, plan, cost: spent } = sampleReport(5)
const cost = { ...spent, requests: { 'library.reader': 7, none: 2 }, spends: { loans: 3, holds: 0 } }
const requirement = (id: string, verdict: ReportedRequirement['verdict'], check: string) =>
  ({ id, verdict, judgements: [{ check, verdict, evidence: [] }] }) as unknown as ReportedRequirement
const requirements = [
  requirement('lib.loan.made', 'pass', 'lib/loans/make'),
  requirement('lib.loan.kept', 'unexercised', 'lib/loans/keep'),
  requirement('lib.error.shape', 'fail', 'lib/errors/shape'),
  requirement('lib.error.none', 'inapplicable', 'lib/errors/none'),
]

const told = (...only: string[]): string => exercisedText({ requirements, plan, cost, run: { ...run, only } })

test('of everything that there is', () => {
  expect(told()).toBe('2 of 4 requirements exercised, 1 inapplicable')
})

test('the share that was asked for is told where it was reached', () => {
  const sharing = (minExercised: number): string =>
    exercisedText({ requirements, plan, cost, run: { ...run, only: [], minExercised } })
  expect(sharing(0.5)).toBe('2 of 4 requirements exercised (66.6 % of the 3 that count), 1 inapplicable')
  // Else the verdict says it.
  expect(sharing(0.9)).toBe('2 of 4 requirements exercised, 1 inapplicable')
})

test('of what was asked for, and what came with it', () => {
  expect(told('lib.loan.made')).toBe(
    '1 of the 1 asked for exercised, and 1 more by the same requests, 1 of them broken; requests 9, loans 3',
  )
  expect(told('lib.loan.*')).toBe(
    '1 of the 2 asked for exercised (not lib.loan.kept), and 1 more by the same requests, 1 of them broken; requests 9, loans 3',
  )
  expect(told('lib/errors/*')).toBe(
    '1 of the 2 asked for exercised, 1 inapplicable, and 1 more by the same requests; requests 9, loans 3',
  )
})

test('what was left out of it was not asked for', () => {
  const without = (...skip: string[]): string =>
    exercisedText({ requirements, plan, cost, run: { ...run, only: ['lib.loan.*'], skip } })
  for (const pattern of ['lib.loan.kept', 'lib/loans/keep'])
    expect(without(pattern)).toMatch(/^1 of the 1 asked for exercised, and 1 more/)
  expect(without('lib.loan.made')).toMatch(/^1 of the 2 asked for exercised \(not lib\.loan\.kept\)/)
})

test('what was skipped and is judged all the same is named', () => {
  const skipping = (...skip: string[]): string =>
    exercisedText({ requirements, plan, cost, run: { ...run, only: [], skip } })
  expect(skipping('lib.error.*', 'lib/errors/*')).toBe(
    '2 of 4 requirements exercised, 1 inapplicable, of them skipped, but judged by checks that judge more than it: lib.error.shape',
  )
  expect(skipping('lib.loan.kept', 'lib/loans/make')).toBe('2 of 4 requirements exercised, 1 inapplicable')
})
