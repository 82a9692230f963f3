import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Report } from '../kit/report/report.ts'
import { sampleReport } from '../tests/made-up/sample-report.ts'
import { baselineReport, besideBaseline } from './baseline.ts'

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
    depth: sample.run.depth,
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

const having = (verdicts: readonly string[], run: Partial<Report['run']> = {}): Report => ({
  ...sample,
  requirements: sample.requirements.map(
    (each, at) => ({ ...each, level: 'must', verdict: verdicts[at] ?? 'pass' }) as Report['requirements'][number],
  ),
  run: { ...sample.run, ...run },
})

test('musts that were blocked are named, with what the gate does over them; shoulds are not', () => {
  const [one, two] = sample.requirements
  const lines = besideBaseline(having(['blocked', 'blocked', 'fail']))
  expect(lines).toEqual([
    expect.stringMatching(
      /^2 musts were blocked in the run that this is made of, .*: (\S+), (\S+); while they are the gate closes with 3, /,
    ),
  ])
  expect(lines[0]).toContain(`${one?.id}, ${two?.id};`)
  const { requirements, ...report } = having(['blocked'])
  const shoulds = requirements.map((each) => ({ ...each, level: 'should' as const }))
  expect(besideBaseline({ ...report, requirements: shoulds })).toEqual([])
  expect(besideBaseline(having(['fail', 'warn', 'unexercised']))).toEqual([])
})

test.each([
  ['gone', 'nobody answers', 'nobody answers'],
  ['interrupt', undefined, 'the run was interrupted'],
  ['time', undefined, 'the time given was over'],
] as const)('a run that ended early is told: %s', (stopped, because, why) => {
  const report = having([], { stopped, ...(because && { because }) })
  const requirements = report.requirements.map((each, at) =>
    at === 0 ? ({ ...each, verdict: 'unexercised', why: 'not reached' } as const) : each,
  )
  expect(besideBaseline({ ...report, requirements })).toEqual([
    `the run that this is made of ended early (${why}), and 1 statement was not reached: what fails there is not among what is known; make it of a run that came to its end`,
  ])
})
