import { expect, test } from 'vitest'
import type { ReportedService } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { uniform } from './answers.ts'

test('of a receiver that answers 200 to forged events no more is said than its answers show', () => {
  const report = sampleReport(8)
  const receiver = { ...report.services[0]!, id: 'parcelReceiver', reached: 'by events' } as ReportedService
  const [template] = report.exchanges
  const own = Array.from({ length: 8 }, () => ({
    ...template!,
    response: { ...template!.response!, status: 200, body: '' },
  }))
  const [first] = report.requirements
  // One that works after it has answered may look at every signature.
  const requirements = [{ ...first!, id: 'parcel.signature.tampered-refused', verdict: 'warn' as const }]
  expect(uniform({ ...report, requirements }, own, receiver)).toEqual([
    'every answer of the parcelReceiver service is 200, whatever was asked, forged events among it: its answers do not depend on the signature',
  ])
})

test('of nearly all answers no more is said than that', () => {
  const report = sampleReport(8)
  const [template] = report.exchanges
  const own = [500, ...Array.from({ length: 39 }, () => 503)].map((status) => ({
    ...template!,
    key: 'live[0]',
    response: { ...template!.response!, status, body: '{}' },
  }))
  const [service] = report.services
  expect(uniform(report, own, service!)).toEqual([
    `nearly every answer of the ${service?.id} service is 503, whatever was asked: does it fail before it looks at a request? Its log may say why`,
  ])
  expect(uniform(report, own.slice(1), service!)[0]).toMatch(/^every answer /)
})
