import { expect, test } from 'vitest'
import { needsAttention } from '../kit/report/baseline.ts'
import type { Report } from '../kit/report/report.ts'
import { sampleReport, tally } from '../tests/made-up/sample-report.ts'
import { sarifReport } from './sarif.ts'

const report = sampleReport(500)
const many = tally(report)
const made = JSON.parse(sarifReport(report))
const [run] = made.runs

test('has one run of version 2.1.0, with a rule for each statement that is contradicted', () => {
  expect(made).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-schema-2.1.0') })
  expect(made.runs).toHaveLength(1)
  expect(run.tool.driver.rules).toHaveLength(many.fail + many.warn)
  expect(new Set(run.tool.driver.rules.map(({ id }: { id: string }) => id)).size).toBe(run.tool.driver.rules.length)
})

test('each result points at its rule, has a message, a level and a place', () => {
  expect(run.results.length).toBeGreaterThanOrEqual(many.fail + many.warn)
  for (const result of run.results) {
    expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId)
    expect(['error', 'warning']).toContain(result.level)
    expect(result.message.text).not.toBe('')
    expect(URL.canParse(result.locations[0].physicalLocation.artifactLocation.uri)).toBe(true)
  }
})

test('no two contradictions of a statement have one fingerprint, and one has the same in another run', () => {
  const [first] = report.requirements.filter(({ verdict }) => verdict === 'fail')
  const judgement = { check: 'lib/one', verdict: 'fail' as const, evidence: [], subject: 'POST /loans', expected: 'x' }
  const of = (...actual: readonly string[]): unknown[] => {
    const judgements = actual.map((each) => ({ ...judgement, actual: each }))
    const requirements = first === undefined ? [] : [{ ...first, judgements }]
    const [made] = JSON.parse(sarifReport({ ...report, requirements })).runs
    return made.results.map((each: { partialFingerprints: unknown }) => JSON.stringify(each.partialFingerprints))
  }
  expect(new Set(of('200', '404')).size).toBe(2)
  const id = '8d0e7b1e-0b0f-4f0e-9b0a-0a0a0a0a0a0a'
  expect(of(`the loan ${id}`)).toEqual(of(`the loan ${id.replace('8', '9')}`))
})

test('what the baseline knows is suppressed, what could not be judged stands with the invocation', () => {
  const known = report.gate?.known.filter(({ state }) => state === 'holds').map(({ requirement }) => requirement) ?? []
  const suppressed = run.results.filter((each: { suppressions?: unknown }) => each.suppressions !== undefined)
  expect([...new Set(suppressed.map((each: { ruleId: string }) => each.ruleId))].sort()).toEqual(known.toSorted())
  const [invocation] = run.invocations
  const closing = report.gate?.known.filter(needsAttention) ?? []
  expect(closing.length).toBeGreaterThan(0)
  expect(invocation.toolExecutionNotifications).toHaveLength(
    many.broken + many.blocked + report.faults.length + report.notes.length + closing.length,
  )
  const told = invocation.toolExecutionNotifications.filter((each: { level: string }) => each.level === 'note')
  expect(told.map((each: { message: { text: string } }) => each.message.text)).toEqual(report.notes)
  expect(report.notes.length).toBeGreaterThan(0)
  for (const { requirement } of closing)
    expect(
      invocation.toolExecutionNotifications.map((each: { message: { text: string } }) => each.message.text),
    ).toContainEqual(expect.stringContaining(`baseline: ${requirement}: `))
})

test('the exit code is that of the command: of the run, or of the baseline that it was held against', () => {
  const codeOf = (each: Report): number => JSON.parse(sarifReport(each)).runs[0].invocations[0].exitCode
  const { gate, ...ungated } = report
  expect(codeOf({ ...ungated, outcome: { ...report.outcome, exitCode: 1 } })).toBe(1)
  const open = { ...(gate ?? { baseline: 'known.yaml', known: [], fresh: [] }), exitCode: 0 as const }
  expect(codeOf({ ...report, outcome: { ...report.outcome, exitCode: 1 }, gate: open })).toBe(0)
})

test('warnings that fail a run are errors, and the invocation says that they do', () => {
  const { gate: _, ...ungated } = report
  const because = 'lib.x warned, and warnings fail this run'
  const warned: Report = {
    ...ungated,
    run: { ...report.run, failOn: 'warn' },
    requirements: report.requirements.filter(({ verdict }) => verdict === 'warn'),
    outcome: { exitCode: 1, headline: 'not conformant', because },
  }
  const [{ invocations, results }] = JSON.parse(sarifReport(warned)).runs
  expect(results.length).toBeGreaterThan(0)
  for (const { level } of results) expect(level).toBe('error')
  expect(invocations[0].toolExecutionNotifications).toContainEqual({ level: 'error', message: { text: because } })
})
