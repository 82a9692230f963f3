import { expect, test } from 'vitest'
import type { Report, ReportedJudgement } from '../../../kit/report/report.ts'
import { sampleReport, tally } from '../../../tests/made-up/sample-report.ts'
import { isUnchanged, unchangedReport } from './unchanged.ts'

const report = sampleReport(60)

/** The report with something else in each judgement that contradicts. */
const seeing = (more: Partial<ReportedJudgement>): Report => ({
  ...report,
  requirements: report.requirements.map((each) => ({
    ...each,
    judgements: each.judgements.map((own) => (own.verdict === 'fail' ? { ...own, ...more } : own)),
  })),
})

test('a run with the same verdicts is unchanged, whatever ids, times and amounts it has', () => {
  const later = { ...report, run: { ...report.run, id: 'asyother', startedAt: '2027-01-01T00:00:00.000Z' } }
  expect(isUnchanged(report, later)).toBe(true)
  // The embedded reference is somewhere else each time.
  const baseUrls = { payment: 'http://127.0.0.1:1' }
  expect(isUnchanged(report, { ...later, target: { ...report.target, baseUrls } })).toBe(true)
  expect(
    isUnchanged(
      seeing({ actual: 'none in 137 requests, 9.5 s: asy0123456789-1' }),
      seeing({ actual: 'none in 9 requests, 12 s: asy0123456780-22' }),
    ),
  ).toBe(true)
  // Ids of the target's own, cut short, and what stands for something hidden.
  expect(
    isUnchanged(
      seeing({ actual: 'a second payment 4e37960d-0463-4c70-8ec4-e2d48e… of [name~zhdukj], 255***00~gusnub, pay_a1f' }),
      seeing({ actual: 'a second payment 2ce9737c-7b76-4eb5-8791-e1e821… of [name~qtiziq], 255***00~wuotjm, pay_c9d' }),
    ),
  ).toBe(true)
})

test('one with another verdict, another answer, or that was stopped is told whole', () => {
  const [first, ...rest] = report.requirements
  expect(isUnchanged(report, { ...report, requirements: [{ ...first!, verdict: 'noted' }, ...rest] })).toBe(false)
  expect(isUnchanged(seeing({ actual: '201' }), seeing({ actual: '500' }))).toBe(false)
  expect(isUnchanged(seeing({ actual: '201, then 404.' }), seeing({ actual: '201, then 409.' }))).toBe(false)
  expect(isUnchanged(seeing({ actual: '404 NOT_FOUND' }), seeing({ actual: '404 GONE' }))).toBe(false)
  expect(isUnchanged(report, { ...report, run: { ...report.run, stopped: 'bail' } })).toBe(false)
  expect(isUnchanged(report, { ...report, faults: ['a fault'] })).toBe(false)
})

test('what is still in trouble is named by id, and nothing of it is told again', () => {
  const text = unchangedReport(report, (_, each) => each)
  const { fail, blocked } = tally(report)
  expect(text).toContain(`still broken ${fail}:\n  `)
  expect(text).toContain(`still blocked ${blocked}:\n  `)
  for (const { id, verdict } of report.requirements) if (verdict === 'fail') expect(text).toContain(id)
  expect(text).not.toContain('curl')
  expect(text).toMatch(/^not conformant: .*$/m)
})
