import { expect, test } from 'vitest'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { consoleReport } from '../../console/console.ts'
import { htmlReport } from '../../html/page.ts'
import { markdownReport } from '../../markdown/markdown.ts'
import { plannedCosts } from './planned-costs.ts'

const report = sampleReport(60)
const LINE = 'requests 94, at most 101; payments 18, at most 24; messages 5; about 8 s'

test('what was used of several live keys stands beside what was planned for them together', () => {
  const cost = {
    ...report.cost,
    requests: { 'payment.live[0]': 40, 'payment.live[1]': 30, none: 4, 'payment.test': 2 },
  }
  expect(plannedCosts({ ...report, cost })).toEqual([
    { what: 'requests with the 3 keys payment.live', usual: 90, most: 95, used: 70 },
    { what: 'requests without a valid key', usual: 4, most: 6, used: 4 },
    { what: 'requests with the key payment.test', usual: 0, most: 0, used: 2 },
    { what: 'payments', usual: 18, most: 24, used: 20 },
    { what: 'messages', usual: 5, most: 5, used: 5 },
  ])
})

test('the plan is told at the terminal, in Markdown and on the page', () => {
  expect(consoleReport(report, { paint: (_, text) => text, verbose: false })).toContain(`  planned: ${LINE}\n`)
  expect(markdownReport(report)).toContain(`planned: ${LINE}`)
  const page = htmlReport(report)
  expect(page).toContain('<section id="plan"')
  expect(page).toMatch(
    /requests with the 3 keys payment\.live<\/th>\s*<td class="number">90<\/td><td class="number">95<\/td><td class="number">100 <span class="badge warn">more than planned/,
  )
})
