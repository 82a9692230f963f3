import { expect, test } from 'vitest'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import { ABANDONED } from '../../../kit/http/exchange.ts'
import type { Report } from '../../../kit/report/report.ts'
import type { KeptRun } from './kept-run.ts'
import { notSentAgain } from './not-sent-again.ts'

const report = (verdict: Verdict, label: string, only: readonly string[] = [], id = 'run'): Report =>
  ({
    run: { id, seed: id === 'run' ? 8 : 9, only, skip: [], startedAt: '2026-11-26T14:15:00.000Z' },
    suite: { catalogue: { sha256: '' } },
    target: { claims: [] },
    requirements: [
      { id: 'lib.loan.days', verdict, judgements: [{ check: 'lib/one', verdict, evidence: ['x1'] }] },
      { id: 'lib.loan.due', verdict: 'pass', judgements: [] },
    ],
    exchanges: [{ id: 'x1', check: 'lib/one', operation: 'GET /loans', label, response: {} }],
    deliveries: [],
  }) as unknown as Report

const kept = (...reports: readonly Report[]): KeptRun[] =>
  reports.map((each) => ({ report: async () => each }) as unknown as KeptRun)

const failed = report('fail', 'late', [], 'r1')
const only = ['lib.loan.*']

test('a statement that is kept without what it failed by having been sent says so, and what sends it', async () => {
  const now = report('pass', 'early', only)
  expect(await notSentAgain(now, kept(failed), 'assay')).toMatch(
    /^not all that lib\.loan\.days failed by in the run of 2026-11-26 \d\d:\d\d was sent again: assay replay r1 lib\.loan\.days\n$/,
  )
  // A good word of a few checks that did not send it either changes nothing.
  expect(await notSentAgain(now, kept(report('pass', 'early', only), failed), 'assay')).toContain('lib.loan.days')
})

test('one that failed by less since still waits for what it failed by before', async () => {
  const [now, less] = [report('pass', 'early', only), report('fail', 'early', only, 'r2')]
  expect(await notSentAgain(now, kept(less, failed), 'assay')).toContain('assay replay r1 lib.loan.days')
  const again = report('fail', 'late', only, 'r2')
  expect(await notSentAgain(report('pass', 'late', only), kept(again, failed), 'assay')).toBe('')
})

test('so does one that was blocked by a request that nobody answered', async () => {
  const heard = report('blocked', 'null', [], 'r1')
  const lost = { ...heard, exchanges: heard.exchanges.map(({ response: _, ...each }) => each) }
  const now = report('pass', 'early', only)
  expect(await notSentAgain(now, kept(lost), 'assay')).toMatch(
    /^not all that got no answer for lib\.loan\.days in the run of 2026-11-26 \d\d:\d\d was sent again: assay replay r1 lib\.loan\.days\n$/,
  )
  expect(await notSentAgain(report('pass', 'null', only), kept(lost), 'assay')).toBe('')
  const dropped = lost.exchanges.map((each) => ({ ...each, fault: { kind: 'reset', message: ABANDONED } }))
  expect(await notSentAgain(now, kept({ ...lost, exchanges: dropped } as unknown as Report), 'assay')).toBe('')
  // What is blocked by anything else says nothing of the service.
  const answered = lost.exchanges.map((each) => ({ ...each, response: { status: 500 } }))
  expect(await notSentAgain(now, kept({ ...lost, exchanges: answered } as unknown as Report), 'assay')).toBe('')
})

test.for([
  ['it was sent again', report('pass', 'late', only), [failed]],
  ['it fails again', report('fail', 'late', only), [failed]],
  ['all was asked', report('pass', 'early'), [failed]],
  ['another statement was meant', report('pass', 'early', ['lib.loan.due']), [failed]],
  ['a run of everything found it kept since', report('pass', 'early', only), [report('pass', 'early'), failed]],
  ['a run of a few checks sent it again since', report('pass', 'early', only), [report('pass', 'late', only), failed]],
  ['it never failed', report('pass', 'early', only), []],
] as const)('nothing is said where %s', async ([_, now, before]) => {
  expect(await notSentAgain(now, kept(...before), 'assay')).toBe('')
})
