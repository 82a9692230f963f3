import { expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { secondsFor, secondsOf } from './seconds.ts'

const report = sampleReport(2)
const [one, other] = report.requirements
const judged = (requirement: typeof one, ...checks: readonly string[]) => ({
  ...requirement!,
  judgements: checks.map((check) => ({ check, verdict: 'pass' as const, evidence: [] })),
})
const check = (id: string, startedAt: number, ms: number) => ({ ...report.checks[0]!, id, startedAt, ms })

test('checks that go on beside each other take the time in which any of them does', () => {
  const checks = [check('b', 2_000, 3_000), check('a', 1_000, 3_000), check('c', 9_000, 500), check('d', 0, 60_000)]
  const requirements = [judged(one, 'a', 'b', 'a'), judged(other, 'b', 'c')]
  expect([...secondsOf({ checks, requirements }).values()]).toEqual([4, 3.5])
  expect(secondsFor({ checks }, requirements)).toBe(4.5)
})
