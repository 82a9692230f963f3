import { expect, test } from 'vitest'
import type { Verdict } from '../../../kit/check/verdicts/verdict.ts'
import type { Report } from '../../../kit/report/report.ts'
import { sampleRun as run, sample } from '../../../tests/made-up/sample-run.ts'
import { historyOf } from '../../views/runs/history.ts'
import { sinceText } from './since.ts'

const ids = sample.requirements.map(({ id }) => id)
const said = (before: Report, after: Report): string => sinceText(before, after, (_, text) => text)

test('of an earlier run that ended early, or that judged most of this, the outcome is no news', () => {
  const of = (report: Report, headline: Report['outcome']['headline']): Report => ({
    ...report,
    outcome: { ...report.outcome, headline },
  })
  const early = of(run(3, ['pass', 'unexercised'], { stopped: 'time' }), 'inconclusive')
  expect(said(early, of(run(9, []), 'conformant'))).toContain(
    '(12:03, ended early): nothing changed of what that one had come to; 1 more judged now\n',
  )
  const [whole, part] = [of(run(3, []), 'conformant'), of(run(9, []), 'nothing broken')]
  expect(sinceText(whole, part, (_, text) => text, { isMost: true })).toContain('(12:03): nothing changed\n')
  expect(said(whole, part)).toContain('conformant, now nothing broken\n')
})

test('of what is mended it is told what keys of the target file may explain', () => {
  const service = sample.services.find(({ webhooks }) => webhooks !== undefined)
  const { signatureClaim = '', signatureHeader = '' } = service?.webhooks ?? {}
  const of = (minutes: number, ...verdicts: readonly Verdict[]): Report => {
    const made = run(minutes, verdicts)
    const actual = `a digest that nothing makes; ${signatureClaim} may be another than the service has`
    const judged = { check: 'lib/signed', verdict: 'fail' as const, subject: '', expected: '', actual, evidence: [] }
    return {
      ...made,
      deliveries: [{ ...sample.deliveries[0]!, inbox: 'pay/events', headers: [[signatureHeader, 'sha256=0']] }],
      requirements: made.requirements.map((each, at) =>
        at === 0 ? { ...each, judgements: verdicts[0] === 'fail' ? [judged] : [] } : { ...each, judgements: [] },
      ),
    }
  }
  const may = 'the run before said that keys of the target file may explain'
  expect(said(of(3, 'fail'), of(9, 'pass'))).toContain(`fixed 1: ${ids[0]}; ${may} ${ids[0]}\n`)
  expect(said(of(3, 'fail', 'fail'), of(9, 'pass'))).toContain(`fixed 2: ${ids[0]}, ${ids[1]}; ${may} ${ids[0]}\n`)
  expect(said(of(3, 'fail', 'fail'), of(9, 'unexercised'))).not.toContain(may)
  const keys = (report: Report) => historyOf([report]).runs[0]?.keys
  expect(keys(of(3, 'fail'))).toMatch(/^no signed webhook/)
  expect(keys(of(3, 'fail', 'fail'))).toMatch(new RegExp(`^${ids[0]}, as no signed webhook`))
})
