import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { comparisonText } from '../../console/runs/comparison-text.ts'
import { htmlComparison } from '../../html/comparison.ts'
import { markdownComparison } from '../../markdown/comparison.ts'
import { compared } from './comparison.ts'

const a = sampleReport(60)
const failing = a.requirements.find(({ verdict }) => verdict === 'fail')?.id ?? ''

test('what is broken by another answer, or in another place, is no "nothing changed"', () => {
  const having = (
    ...judged: readonly (readonly [verdict: 'fail' | 'pass', subject: string, actual: string])[]
  ): Report => ({
    ...a,
    requirements: a.requirements.map((each) =>
      each.id === failing
        ? {
            ...each,
            judgements: judged.map(([verdict, subject, actual]) => ({
              ...{ check: 'lib/loan', verdict, subject, actual },
              expected: '200',
              evidence: [],
            })),
          }
        : each,
    ),
  })
  const told = (before: Report, after: Report): readonly string[] => {
    const comparison = compared(before, after)
    return [
      comparisonText(before, after, comparison, (_, text) => text),
      markdownComparison(before, after, comparison),
      htmlComparison(before, after, comparison),
    ]
  }
  const then = having(['fail', 'POST /loans (retry)', '201'])
  // What is sent once more for an answer that may have been an accident is the same place.
  const now = having(['fail', 'POST /loans (retry, again after a 5xx)', '500'])
  expect(compared(then, now).byAnotherAnswer).toEqual([{ id: failing, before: 'fail', after: 'fail' }])
  for (const text of told(then, now)) {
    expect(text).toMatch(/no verdict changed; 1 broken by another answer/i)
    expect(text).toContain('Broken as before, by another answer')
    expect(text.replaceAll('\\', '')).toContain(failing)
  }
  expect(compared(then, having(['fail', 'POST /loans (retry)', '201'])).byAnotherAnswer).toEqual([])
  const other = having(['pass', 'POST /loans (retry)', '201'], ['fail', 'GET /loans', '500'])
  const before = having(['fail', 'POST /loans (retry)', '201'], ['pass', 'GET /loans', '200'])
  expect(compared(before, other).inAnotherPlace).toEqual([{ id: failing, before: 'fail', after: 'fail' }])
  for (const text of told(before, other)) expect(text).toContain('Broken as before, in another place')
})
