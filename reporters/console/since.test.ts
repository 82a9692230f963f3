import { expect, test } from 'vitest'
import type { Verdict } from '../../kit/check/verdict.ts'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { sinceText } from './since.ts'

const sample = sampleReport(12)

/** The sample with these verdicts, begun so many minutes after noon where it is read. */
function run(minutes: number, verdicts: readonly Verdict[], more: Partial<Report['run']> = {}): Report {
  const startedAt = new Date(2026, 2, 1, 12, minutes).toISOString()
  const requirements = sample.requirements.map((each, index) => ({ ...each, verdict: verdicts[index] ?? 'pass' }))
  return { ...sample, requirements, run: { ...sample.run, startedAt, ...more } }
}
const ids = sample.requirements.map(({ id }) => id)
const said = (before: Report, after: Report): string => sinceText(before, after, (_, text) => text)

test('what was repaired, what broke, what is otherwise better or worse', () => {
  const before = run(3, ['fail', 'warn', 'pass', 'pass', 'fail', 'fail', 'pass'])
  const after = run(9, ['pass', 'pass', 'fail', 'warn', 'warn', 'blocked', 'unexercised'])
  expect(said(before, after)).toBe(
    `since the last run (12:03): fixed 2: ${ids[0]}, ${ids[1]}; better 1: ${ids[4]}; broken 1: ${ids[2]}; worse 1: ${ids[3]}\n`,
  )
})

test('what was not judged before is found, not broken since', () => {
  const before = run(3, ['unexercised', 'blocked', 'unexercised'])
  expect(said(before, run(9, ['fail', 'fail', 'warn']))).toBe(
    `since the last run (12:03): found broken 2: ${ids[0]}, ${ids[1]}\n`,
  )
})

test('another seed asks elsewhere: what failed may not have been asked again', () => {
  const before = run(3, ['fail', 'pass'], { seed: 1 })
  expect(said(before, run(9, ['pass', 'fail'], { seed: 2 }))).toBe(
    `since the last run (12:03): kept, asked with another seed, 1: ${ids[0]}; broken, asked with another seed, 1: ${ids[1]}\n`,
  )
})

test('what stood in the way is gone, which repairs nothing', () => {
  expect(said(run(3, ['blocked']), run(9, ['pass']))).toBe(
    `since the last run (12:03): kept, and could not be judged before, 1: ${ids[0]}\n`,
  )
})

test('a run that was stopped has repaired nothing', () => {
  expect(said(run(3, ['fail']), run(9, ['pass'], { stopped: 'bail' }))).toContain('no news, as this one was stopped')
})

test('nothing changed; many are counted', () => {
  expect(said(run(3, ['fail']), run(4, ['fail']))).toBe('since the last run (12:03): nothing changed\n')
  const all = ids.map((): Verdict => 'fail')
  expect(said(run(3, all), run(4, []))).toContain(
    `fixed ${ids.length}: ${ids.slice(0, 4).join(', ')} and ${ids.length - 4} more`,
  )
})

test('what a stop leaves open is no news', () => {
  expect(said(run(3, []), run(4, ['blocked'], { stopped: 'interrupt' }))).toContain('no news, as this one was stopped')
  expect(said(run(3, []), run(4, ['blocked']))).toContain(`worse 1: ${ids[0]}`)
})

test('another day is named', () => {
  const before = { ...run(3, []), run: { ...sample.run, startedAt: new Date(2026, 1, 27, 9, 5).toISOString() } }
  expect(said(before, run(4, []))).toContain('(2026-02-27 09:05)')
})
