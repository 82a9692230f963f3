import { expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { defineCheck } from '../../tests/made-up/service.ts'
import type { ReportedJudgement, ReportedRequirement } from './schema/report.ts'
import { isUnreceived, withoutWebhooks } from './without-webhooks.ts'

const check = (id: string, needs: readonly 'webhooks'[], generated = false) =>
  defineCheck({
    id: `lib/loan/${id}`,
    title: id,
    covers: ['lib.loan.limit'],
    needs,
    ...(generated && { generated: { runs: 5 } }),
    run: () => Promise.resolve(),
  } as never)
const checks = [check('told', ['webhooks']), check('plain', []), check('many', ['webhooks'], true)]
const [sample] = sampleReport(2).requirements

const judged = (name: string, why: ReportedJudgement['why'], reason = 'no event came'): ReportedJudgement =>
  ({ check: `lib/loan/${name}`, verdict: 'unexercised', why, reason, evidence: [] }) as ReportedJudgement
const open = (...judgements: ReportedJudgement[]): ReportedRequirement => ({
  ...sample!,
  verdict: 'unexercised',
  why: 'not permitted',
  reason: 'many values',
  line: 'allow.generated: 200',
  judgements,
})
const NOTE = 'webhooks are not exercised: http://127.0.0.1:9/x: the public URL does not answer'
const reasonOf = (requirement: ReportedRequirement, notes: readonly string[] = ['else', NOTE]): string | undefined =>
  withoutWebhooks([requirement], checks, notes)[0]?.reason

const LACK = 'webhooks cannot be received in this run: http://127.0.0.1:9/x: the public URL does not answer'

test('what waited for webhooks that cannot come has that reason, and no line', () => {
  const [told] = withoutWebhooks([open(judged('told', 'not met'), judged('many', 'not permitted'))], checks, [NOTE])
  expect(told).toMatchObject({ why: 'unreachable', reason: LACK })
  expect(told).not.toHaveProperty('line')
  expect(isUnreceived(told!)).toBe(true)
  expect(reasonOf(open(judged('plain', 'unreachable', 'callbacks cannot be received in this run')))).toBe(LACK)
  expect(reasonOf(open(judged('told', 'not met'), judged('plain', 'not met')))).toBe(LACK)
  // Another line alone would bring nothing.
  expect(reasonOf(open({ ...judged('told', 'not claimed'), line: 'allow.profileWrites: true' }))).toBe(LACK)
})

test('not where something else is lacking, it was judged, or they can come', () => {
  expect(reasonOf(open(judged('plain', 'not met')))).toBe('many values')
  expect(reasonOf(open(judged('plain', 'not claimed'), judged('told', 'not met')))).toBe('many values')
  const line = { ...judged('told', 'not claimed'), line: 'webhooks.publicUrl: "…"' }
  expect(reasonOf(open(line))).toBe('many values')
  expect(reasonOf(open(judged('many', 'not met')))).toBe('many values')
  expect(reasonOf({ ...open(judged('told', 'not met')), verdict: 'pass' })).toBe('many values')
  expect(reasonOf({ ...open(judged('told', 'not met')), why: 'not reached' })).toBe('many values')
  expect(reasonOf(open(judged('told', 'not met')), ['webhooks: http://127.0.0.1:9/x'])).toBe('many values')
})
