import { expect, test } from 'vitest'
import type { Report, ReportedJudgement } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { groupedJudgements } from '../views/grouped-judgements.ts'
import { placeholders } from '../views/placeholders.ts'
import { Failures } from './failures.ts'

const report = sampleReport(60)
const failing = report.requirements.filter(({ verdict }) => verdict === 'fail')
const [one] = failing
const judgement = one!.judgements[0]!

/** The report with these judgements of its first broken promise, and no other failure. */
function having(...judgements: readonly Partial<ReportedJudgement>[]): Report {
  const own = judgements.map((each) => ({ ...judgement, ...each }))
  return { ...report, requirements: [{ ...one!, judgements: own }] }
}

const told = (made: Report): string => new Failures(made, (_, text) => text).explained('fail').join('\n')

test('what a judgement names first is shown, what else it stands on is named', () => {
  const text = told(having({ subject: 'delivery d5 to receiver 1', evidence: ['d5', 'x3'] }))
  expect(text).toMatch(
    /payment\.completed, attempt 1: POST to receiver 1 \(delivery d5\)\n +Content-Type: application\/json\n +\{"event"/,
  )
  expect(text).toContain('seen with it: POST /api/v1/payments (step 2), answered ')
  expect(text).not.toContain('curl')
})

test('a message that several failures stand on is shown once', () => {
  const failures = new Failures(
    {
      ...report,
      requirements: failing.slice(0, 2).map((each) => ({ ...each, judgements: [{ ...judgement, evidence: ['x4'] }] })),
    },
    (_, text) => text,
  )
  const text = failures.explained('fail').join('\n')
  expect(text.match(/curl/g)).toHaveLength(1)
  expect(text).toContain(`request and answer: see ${one?.id} above`)
})

test('other contradictions take a line each, without what they share with the first', () => {
  const text = told(having({}, { subject: 'POST /api/v1/payments (other)', actual: '201' }))
  expect(text).toContain('      also POST /api/v1/payments (other): got 201\n')
  expect(text.match(/curl/g)).toHaveLength(1)
})

test('a block is told by the request that stands in the way, not by the check', () => {
  const requirements = [
    {
      ...one!,
      verdict: 'blocked' as const,
      judgements: [{ check: 'pay/x', verdict: 'blocked' as const, reason: 'it was refused', evidence: ['x2'] }],
    },
  ]
  const text = new Failures({ ...report, requirements }, (_, each) => each).blockages().join('\n')
  expect(text).toContain('blocked POST /api/v1/payments (step 1): it was refused.')
})

test('contradictions that differ in ids alone are one', () => {
  const ids = ['0d00ad4d-0000-4000-8000-000000000001', '0d00ad4d-0000-4000-8000-000000000002']
  const alike = groupedJudgements(ids.map((id) => ({ ...judgement, actual: `the payment ${id}` })))
  expect(alike).toHaveLength(1)
  const apart = groupedJudgements(['created', 'started'].map((status) => ({ ...judgement, actual: status })))
  expect(apart).toHaveLength(2)
})

test('what has to be filled in before a command can be repeated is told', () => {
  const curl = `curl -H 'Authorization: Bearer '"$PAY_KEY_1" --data-binary '{"phone":"255***00~abcdef","email":"[email~qwerty]"}'`
  const exchanges = report.exchanges.map((each) => ({ ...each, key: 'live[0]', curl }))
  expect(placeholders({ ...having({}), exchanges })).toEqual([
    'in the commands $PAY_KEY_1 is payment.keys.live[0]',
    '255***…~…, [email~…] stand for personal data: put in that of the target file',
  ])
})
