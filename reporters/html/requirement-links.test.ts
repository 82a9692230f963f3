import { expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { htmlReport } from './page.ts'

const report = sampleReport(20)
const [first] = report.requirements

test.each([
  ['https://docs.example/assay/', 'https://docs.example/assay'],
  ['../site/dist', '../site/dist'],
])('with the documentation at %s each requirement leads to its page', (docs, base) => {
  const links = [...htmlReport(report, { docs }).matchAll(/<a href="([^"]*\/requirements\/[^"]*)"/g)].map(
    ([, to]) => to,
  )
  expect(links).toContain(`${base}/requirements/${first?.id}.html`)
  expect(new Set(links).size).toBe(report.requirements.length)
})

test('without it the page leads nowhere else', () => {
  expect(htmlReport(report)).not.toContain('/requirements/')
})
