import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { ReportedService } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { refusedEvents } from './refused-events.ts'

const report = sampleReport(4)
const [template] = report.exchanges
const receiver = { ...report.services[0]!, id: 'parcelReceiver', reached: 'by events' } as ReportedService

const answered = (...statuses: readonly number[]): ReportedExchange[] =>
  statuses.map((status) => ({ ...template!, response: { ...template!.response!, status } }))

test('a receiver that refuses every event may have another key', () => {
  expect(refusedEvents(answered(401, 401, 401), receiver)).toEqual([
    expect.stringMatching(/^the parcelReceiver answers 401 to every event \(3\), .*another key than it has/),
  ])
})

test.for<[string, number[]]>([
  ['takes one', [401, 401, 200]],
  ['was asked once', [401]],
  ['is not there', [404, 404]],
  ['limits its callers', [429, 429]],
  ['fails', [500, 500]],
])('one that %s is told nothing of', ([_, statuses]) => {
  expect(refusedEvents(answered(...statuses), receiver)).toEqual([])
})

test('nor is a service that is asked', () => {
  const { reached: _, ...service } = receiver
  expect(refusedEvents(answered(401, 401), service)).toEqual([])
})
