import { expect, test } from 'vitest'
import type { ReportedRequirement } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { blockagesOf } from './blockages.ts'

const [one] = sampleReport(10).requirements
const reason = 'somebody before the service may have answered in its place'

const blocked = (id: string, ...evidence: readonly string[]): ReportedRequirement => {
  if (one === undefined) throw new TypeError('a report without requirements')
  return { ...one, id, verdict: 'blocked', judgements: [{ check: 'lib/a', verdict: 'blocked', reason, evidence }] }
}

test('what one message keeps from a verdict is told apart from what met the same at others', () => {
  const [blockage, ...more] = blockagesOf([
    blocked('a', 'x1'),
    blocked('b', 'x1', 'x2'),
    blocked('c', 'x7'),
    blocked('d'),
  ])
  expect(more).toEqual([])
  expect(blockage?.members.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(blockage?.alike.map(({ id }) => id)).toEqual(['c', 'd'])
})

test('what no message shows has one cause', () => {
  expect(blockagesOf([blocked('a'), blocked('b')])[0]?.members).toHaveLength(2)
})
