import { expect, test } from 'vitest'
import { poisoned, sampleReport, tally } from '../tests/made-up/sample-report.ts'
import { ctrfReport } from './ctrf.ts'

const report = sampleReport(500)
const many = tally(report)
const { results, ...head } = JSON.parse(ctrfReport(report))

test('has the members that the specification requires, and counts that agree with the tests', () => {
  expect(head).toMatchObject({ reportFormat: 'CTRF', specVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  expect(results.tool.name).toBe('assay')
  const { tests, start, stop, ...counts } = results.summary
  expect(tests).toBe(results.tests.length)
  expect(Object.values<number>(counts).reduce((sum, each) => sum + each, 0)).toBe(tests)
  expect(stop).toBeGreaterThanOrEqual(start)
  for (const each of results.tests) {
    expect(['passed', 'failed', 'skipped', 'pending', 'other']).toContain(each.status)
    expect(Number.isInteger(each.duration) && each.duration >= 0, each.name).toBe(true)
    expect(Array.isArray(each.suite)).toBe(true)
  }
})

test('a broken promise fails, what could not be judged is other, what was not exercised is skipped', () => {
  const count = (status: string): number =>
    results.tests.filter((each: { status: string }) => each.status === status).length
  const closing = report.gate?.known.filter(({ state }) => state !== 'holds' && state !== 'aside') ?? []
  expect(count('failed')).toBe(many.fail + closing.length)
  expect(count('other')).toBe(many.broken + many.blocked)
  const aside = report.gate?.known.filter(({ state }) => state === 'aside') ?? []
  expect(count('skipped')).toBe(many.unexercised + many.inapplicable + aside.length)
  const failed = results.tests.find((each: { status: string }) => each.status === 'failed')
  expect(failed.message).toMatch(/expected 400 .*got 200/)
  expect(failed.message).toContain('curl ')
})

test('is JSON whatever a target wrote', () => {
  expect(() => JSON.parse(ctrfReport(poisoned(sampleReport(60), '"\u0000\ud800</x>')))).not.toThrow()
})

test('what became of the gate is told, with its exit code and a test for each entry', () => {
  const { gate } = report
  const { extra, tests } = results
  expect(extra.exitCode).toBe(gate?.exitCode)
  expect(extra.notes).toEqual(report.notes)
  expect(extra.gate).toMatch(/^gate (?:open|closed): /)
  const entries = tests.filter(({ suite }: { suite: readonly string[] }) => suite[0] === 'baseline')
  expect(entries.map(({ rawStatus, status }: Record<string, string>) => [rawStatus, status])).toEqual(
    gate?.known.map(({ state }) => [state, state === 'holds' ? 'passed' : state === 'aside' ? 'skipped' : 'failed']),
  )
  expect(entries.length).toBeGreaterThan(0)
})
