import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Report } from '../kit/report/report.ts'
import { sampleReport } from '../tests/made-up/sample-report.ts'
import { baselineReport } from './baseline.ts'

const sample = sampleReport(3)

test('what warned is known, too, where warnings fail the run', () => {
  const requirements = sample.requirements.map((each) => ({ ...each, verdict: 'warn' }) as const)
  const made = parse(baselineReport({ ...sample, requirements, run: { ...sample.run, failOn: 'warn' } }))
  expect(made.known.map(({ requirement }: { requirement: string }) => requirement)).toEqual(
    requirements.map(({ id }) => id),
  )
  expect(made.known[0].reason).toMatch(/^warned on /)
})

test('what failed is known for ninety days, and nothing else', () => {
  const requirements = sample.requirements.map(
    (each, at) => ({ ...each, verdict: at === 1 ? 'fail' : 'warn' }) as const,
  )
  const report: Report = { ...sample, requirements, run: { ...sample.run, startedAt: '2026-03-01T23:30:00.000Z' } }
  const [, second] = requirements
  expect(parse(baselineReport(report))).toEqual({
    seed: sample.run.seed,
    known: [
      {
        requirement: second?.id,
        reason: `failed on 2026-03-01: ${second?.text}`,
        owner: 'to be named',
        expires: '2026-05-30',
      },
    ],
  })
})
