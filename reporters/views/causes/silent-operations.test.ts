import { expect, test } from 'vitest'
import { ABANDONED } from '../../../kit/http/exchange.ts'
import type { Report } from '../../../kit/report/report.ts'
import { silentOperations } from './silent-operations.ts'

const LOST = { fault: { kind: 'timeout', message: 'nothing came within 10 s' } }
const answered = (status: number) => ({ response: { status } })

/** What is said where a renewal came to these, beside a loan that was made. */
function said(renewals: readonly object[], made: object = answered(201)): string[] {
  const exchanges = [
    { id: 'x0', operation: 'POST /loans', ...made },
    ...renewals.map((each, at) => ({ id: `r${at}`, label: '', operation: 'POST /loans/{id}/renewal', ...each })),
  ]
  const requirements = [
    { id: 'lib.renewal', verdict: 'blocked', judgements: [{ verdict: 'blocked', evidence: ['r0'] }] },
    { id: 'lib.loan', verdict: 'fail', judgements: [{ verdict: 'fail', evidence: ['x0', 'r0'] }] },
    { id: 'lib.read', verdict: 'pass', judgements: [{ verdict: 'pass', evidence: ['r0'] }] },
  ]
  const report = { requirements } as unknown as Report
  return silentOperations(report, exchanges as never, { id: 'library' } as never)
}

test('an operation that never answers is told, with what waits for it alone', () => {
  expect(said([LOST, LOST])).toEqual([
    'POST /loans/{id}/renewal gives no answer, while others of the library service do: 2 requests to it were given up (nothing came within 10 s). With it are blocked:\nlib.renewal',
  ])
  const sooner = {
    fault: { ...LOST.fault, message: 'nothing came within 2 s; for one before it nothing came within 10 s' },
  }
  expect(said([LOST, sooner, sooner])[0]).toContain(
    '3 requests to it were given up (1: nothing came within 10 s; 2: nothing came within 2 s)',
  )
  expect(said([LOST, answered(400), LOST])[0]).toMatch(
    /^POST \/loans\/\{id\}\/renewal gives no answer but where it refuses what is sent \(1 request\), while others .*: 2 requests to it were given up/,
  )
  expect(said([LOST, answered(401), LOST])[0]).toContain(
    '2 requests to it, those that it refuses at once for their key aside, were given up',
  )
})

test('requests that do not say what they are of are counted by their path', () => {
  const bare = { ...LOST, operation: '', request: { method: 'POST', url: 'http://127.0.0.1/v1/loans/7/renewal' } }
  const other = { ...LOST, operation: '', request: { method: 'POST', url: 'http://127.0.0.1/v1/loans/7/renewal/more' } }
  expect(said([LOST, LOST, bare, other])[0]).toContain(': 3 requests to it were given up')
})

test('one that answers some requests is told with those that it does not answer', () => {
  const hung = (label: string) => ({ ...LOST, label })
  const right = { ...answered(200), label: 'by mobile' }
  expect(said([hung('by card'), right, hung('by card, again'), hung('by card')])).toEqual([
    'POST /loans/{id}/renewal gives no answer to some requests and answers others: 3 of 4 were given up (nothing came within 10 s): by card; by card, again. With it are blocked:\nlib.renewal',
  ])
})

test('where answers came nearly as late as the others were given up, no operation is named', () => {
  const timed = (ms: number, of: object) => ({ ...of, sentAt: 0, endedAt: ms })
  const silent = [timed(10_000, LOST), timed(10_000, LOST), timed(2_000, LOST)]
  const quick = Array.from({ length: 7 }, () => timed(300, answered(200)))
  const slow = [timed(5_000, answered(200)), timed(9_000, answered(200))]
  const made = timed(300, answered(201))
  expect(said([...silent, ...quick, ...slow], made)).toEqual([
    '3 of 13 requests to the library service were given up (nothing came within 10 s), and 2 of the 10 answers that came took 5 s or more: does it handle one request after another, more slowly than the run asks?',
  ])
  expect(said([...silent, ...quick, ...quick, ...slow], made)[0]).toContain('gives no answer to some requests')
})

test('a connection that the run itself dropped is none that the service closed', () => {
  const dropped = { fault: { kind: 'reset', message: ABANDONED }, label: 'dropped' }
  const hung = { ...LOST, label: 'by card' }
  expect(said([hung, dropped, { ...answered(200), label: 'by mobile' }, hung])[0]).toContain('2 of 4 were given up')
})

test.for<[string, readonly object[], object?]>([
  ['that was silent once', [LOST]],
  ['that answered, too, and was silent once', [LOST, answered(200)]],
  ['that broke off, too', [LOST, { fault: { kind: 'reset', message: 'closed' } }, LOST]],
  ['beside others that give no answer either', [LOST, LOST], LOST],
])('nothing is said of one %s', ([_, renewals, made]) => {
  expect(said(renewals, made)).toEqual([])
})
