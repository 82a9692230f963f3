import { expect, test } from 'vitest'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { junitReport } from './junit.ts'

test('what is blocked at a target that went away is told by that first', () => {
  const report = sampleReport(60)
  const because = 'the payment service went away at 12:00:00 UTC'
  const gone = { ...report, run: { ...report.run, stopped: 'gone', because } as const }
  const told = (of: typeof report) =>
    [...junitReport(of).matchAll(/<error message="([^"]*)" type="blocked"/g)].map(([, text]) => text)
  expect(told(report).length).toBeGreaterThan(0)
  expect(told(report).join()).not.toContain(because)
  for (const text of told(gone)) expect(text).toMatch(/^the payment service went away at 12:00:00 UTC; ./)
})

test('notes stand once, in the output of the first suite', () => {
  const note = 'claimed but absent: payment.keys.mobile'
  const report = { ...sampleReport(60), notes: [note] }
  const text = junitReport(report)
  const outputs = [...text.matchAll(/<system-out>([^<]*)<\/system-out>/g)].map(([, output]) => output)
  expect(outputs[0]).toContain(`note ${note}\n`)
  expect(outputs.slice(1).join('')).not.toContain('note ')
})
