import { expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { ctrfReport } from '../ctrf.ts'
import { junitReport } from '../junit/junit.ts'
import { runTrouble } from './run-trouble.ts'

const { gate: _, ...sample } = sampleReport(12)
const kept = sample.requirements.map((each) => ({ ...each, verdict: 'pass' as const, judgements: [] }))
const ended = (
  exitCode: Report['outcome']['exitCode'],
  headline: Report['outcome']['headline'],
  more: Partial<Report> = {},
): Report => ({ ...sample, requirements: kept, outcome: { exitCode, headline, because: 'why' }, ...more })

test.each([
  ['a suite fault', ended(4, 'suite fault'), 'run', 'suite fault'],
  ['a time that was over', ended(3, 'inconclusive'), 'run', 'inconclusive'],
  ['a target that went away', ended(5, 'no target'), 'target', 'no target'],
])('%s is an error in JUnit and a failed test in CTRF', (_, report, of, type) => {
  expect(runTrouble(report)).toMatchObject({ of, type, because: 'why' })
  expect(junitReport(report)).toContain(`<error message="why" type="${type}"/>`)
  const { summary, tests } = JSON.parse(ctrfReport(report)).results
  expect(summary).toMatchObject({ failed: 1, tests: kept.length + 1 })
  expect(tests.at(-1)).toMatchObject({ status: 'failed', rawStatus: type, message: 'why' })
})

test('a gate that is closed for want of a verdict tells its own reason', () => {
  const gate = { baseline: 'known.yaml', known: [], fresh: [], exitCode: 3, because: 'too little' } as const
  expect(runTrouble(ended(1, 'not conformant', { gate }))).toMatchObject({ of: 'run', because: 'too little' })
})

test('nothing is added to a run with a verdict, and to one whose statements show why it has none', () => {
  const blocked = kept.map((each, at) => (at === 0 ? { ...each, level: 'must', verdict: 'blocked' } : each))
  const broken = kept.map((each, at) => (at === 0 ? { ...each, verdict: 'broken' } : each))
  const blockedRun = ended(3, 'inconclusive', { requirements: blocked as Report['requirements'] })
  for (const report of [
    ended(0, 'nothing broken'),
    ended(1, 'not conformant'),
    blockedRun,
    ended(4, 'suite fault', { requirements: broken as unknown as Report['requirements'] }),
  ])
    expect(runTrouble(report)).toBeUndefined()
  // CTRF has no status for errors: nothing of it would fail.
  const { summary, tests } = JSON.parse(ctrfReport(blockedRun)).results
  expect(summary).toMatchObject({ failed: 1, other: 1 })
  expect(tests.at(-1)).toMatchObject({ status: 'failed', rawStatus: 'inconclusive', message: 'why' })
  // What was blocked as well does not say that the time was over.
  const cut = ended(3, 'inconclusive', {
    requirements: blocked as Report['requirements'],
    run: { ...sample.run, stopped: 'time' },
  })
  expect(runTrouble(cut)).toMatchObject({ of: 'run', type: 'inconclusive' })
})
