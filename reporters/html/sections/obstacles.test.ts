import { expect, test } from 'vitest'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { htmlReport } from '../page.ts'

test('the page of a certification says what is in its way, and that of another run does not', () => {
  const report = sampleReport(10)
  const [first] = report.requirements
  const requirements = [
    {
      ...first!,
      id: 'lib.desk.open',
      level: 'must' as const,
      verdict: 'unexercised' as const,
      why: 'not claimed' as const,
      reason: 'no <desk>',
      line: 'library.desk: 1',
      judgements: [],
    },
  ]
  const page = (certify: boolean): string => htmlReport({ ...report, run: { ...report.run, certify }, requirements })
  expect(page(true)).toContain('In the way of a certificate <span class="count">1</span>')
  expect(page(true)).toContain('no &lt;desk&gt;')
  expect(page(false)).not.toContain('In the way')
})
