import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { ReportedService } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { refusedEvents } from './refused-events.ts'

const report = sampleReport(4)
const [template] = report.exchanges
const receiver = { ...report.services[0]!, id: 'parcelReceiver', reached: 'by events' } as ReportedService

const unsigned = (...statuses: readonly number[]): ReportedExchange[] =>
  statuses.map((status) => ({ ...template!, response: { ...template!.response!, status } }))

const answered = (...statuses: readonly number[]): ReportedExchange[] =>
  unsigned(...statuses).map((each) => ({
    ...each,
    request: { ...each.request, headers: [['X-Parcel-Signature', 's']] },
  }))

const causesOf = (own: ReportedExchange[], requirements = report.requirements, service = receiver) =>
  refusedEvents(own, service, requirements)

test('a receiver that refuses every event may have another key', () => {
  expect(causesOf(answered(401, 401, 401))).toEqual([
    expect.stringMatching(/^the parcelReceiver answers 401 to all 3 deliveries, .*another key than it has/),
  ])
})

test('one that refuses events which are sent unsigned may have a key that the target file does not name', () => {
  const [first] = report.requirements
  const line = 'parcelReceiver.secret: "${PARCEL_SECRET}"'
  const waiting = [
    { ...first!, verdict: 'unexercised' as const, line: `parcelReceiver.probe: { call: { url: "…" } }\n${line}` },
  ]
  const said =
    'the parcelReceiver answers 401 to all 2 deliveries, those of valid events among them: the target file names no key of it, so that events are sent unsigned, and a receiver that has one refuses them; where it has one, add it to the target file'
  expect(causesOf(unsigned(401, 401), waiting)).toEqual([`${said}: ${line}`])
  expect(causesOf(unsigned(401, 401), [])).toEqual([said])
})

test.for<[string, number[]]>([
  ['takes one', [401, 401, 200]],
  ['was asked once', [401]],
  ['is not there', [404, 404]],
  ['limits its callers', [429, 429]],
  ['fails', [500, 500]],
])('one that %s is told nothing of', ([_, statuses]) => {
  expect(causesOf(answered(...statuses))).toEqual([])
})

test('nor is a service that is asked', () => {
  const { reached: _, ...service } = receiver
  expect(causesOf(answered(401, 401), [], service as ReportedService)).toEqual([])
})
