import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { behindGateway } from './crashes/gateway.ts'
import { fromThenOn } from './from-then-on.ts'

const report = sampleReport(4)
const [template] = report.exchanges
const service = report.services.find(({ id }) => id === template?.service)
if (template === undefined || service === undefined) throw new TypeError('the sample has no exchange of a service')

function sent(second: number, status: number, body = '{}', operation = `POST /loans/${second % 3}`): ReportedExchange {
  const sentAt = Date.UTC(2026, 0, 1, 12, 0, second)
  return {
    ...template,
    id: `x${second}`,
    key: 'members[0]',
    operation,
    label: `no. ${second}`,
    request: { ...template?.request, url: 'http://127.0.0.1/loans', headers: [], body: '{}' },
    response: { status, headers: [], body, bytes: body.length },
    sentAt,
    endedAt: sentAt + 10,
  } as unknown as ReportedExchange
}

const statuses = (from: number, many: number, status: number): ReportedExchange[] =>
  Array.from({ length: many }, (_, index) => sent(from + index, status))

test('what answers everything alike from a moment on is told, with what fails by that', () => {
  const own = [...statuses(0, 8, 201), ...statuses(10, 25, 500)]
  const [failing] = report.requirements
  const against = (id: string, evidence: string) => ({
    ...failing!,
    id,
    verdict: 'fail' as const,
    judgements: [{ ...failing!.judgements[0]!, verdict: 'fail' as const, evidence: [evidence] }],
  })
  const requirements = [against('lib.before', 'x1'), against('lib.since', 'x12')]
  const [text = '', ...others] = fromThenOn({ ...report, requirements }, own, service)
  expect(others).toEqual([])
  expect(text).toBe(
    `from 12:00:10 UTC on the ${service.id} service answered 500 to all 25 requests with a key, whatever was asked, as it had not before: something that it stands on may have failed; its log says why. The first is POST /loans/1 (no. 10) (x10 of the report). These fail by such answers:\nlib.since`,
  )
  const told = (...each: readonly ReportedExchange[]) => fromThenOn({ ...report, requirements: [] }, each, service)
  expect(told(...statuses(0, 8, 201), ...statuses(10, 25, 401))[0]).toContain('its keys may have been withdrawn')
  // One that does so at once, or to few requests, at one endpoint, or to what is wrong itself, is another matter.
  expect(told(...statuses(0, 30, 500))).toEqual([])
  expect(told(...statuses(0, 8, 201), ...statuses(10, 5, 500))).toEqual([])
  const alone = statuses(10, 25, 500).map((each) => ({ ...each, operation: 'POST /loans' }))
  expect(told(...statuses(0, 8, 201), ...alone)).toEqual([])
  expect(told(...statuses(0, 8, 201), ...statuses(10, 25, 400))).toEqual([])
  expect(told(...own, sent(40, 201))).toEqual([])
  // What was to go over the rate counts where it came to the same.
  const burst = (status: number) => statuses(36, 4, status).map((each) => ({ ...each, expects429: true as const }))
  expect(told(...own, ...burst(500))[0]).toContain('answered 500 to all 29 requests with a key, whatever')
  expect(told(...own, ...burst(429))[0]).toContain(
    'answered 500 to all 25 requests with a key, but for those that were to go over the rate, whatever',
  )
})

test('a service that is away behind a gateway is told with what it may have gone by, the likeliest first', () => {
  const page = '<html><center>nginx</center></html>'
  const under = (second: number) => ({
    ...sent(second, 502, page, 'POST /loans'),
    sentAt: Date.UTC(2026, 0, 1, 12, 0, 9),
  })
  const odd = { ...under(11), request: { ...under(11).request, body: 'null' } }
  const out = [under(10), odd, ...[12, 13, 14, 15].map((each) => sent(each, 502, page, 'POST /loans'))]
  const usual = [0, 1, 2].map((each) => sent(each, 201, '{}', 'POST /loans'))
  expect(behindGateway([...usual, ...out, sent(20, 201)], service)).toEqual([
    `6 requests to the ${service.id} service got 502 without JSON, from 12:00:10 to 12:00:15 UTC, as a gateway answers whose service is away or restarts: its log says by what it went, perhaps by one of those that were under way when the first came, the likeliest first: POST /loans (no. 11) (x11 of the report), POST /loans (no. 10) (x10 of the report)`,
  ])
  // One that answers others meanwhile is there, and what has JSON is its own word.
  expect(behindGateway([...usual, ...out, ...[12, 13, 14].map((each) => sent(each, 201))], service)).toEqual([])
  expect(behindGateway(statuses(0, 8, 502), service)).toEqual([])
})
