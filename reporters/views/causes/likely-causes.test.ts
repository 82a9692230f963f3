import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { htmlReport } from '../../html/page.ts'
import { likelyCauses, notesBeside } from './likely-causes.ts'

const report = sampleReport(60)
const paymentOnly: Report = { ...report, services: report.services.filter(({ id }) => id === 'payment') }

/** The report as if every request had come to this. */
function where(every: (exchange: ReportedExchange) => Partial<ReportedExchange>, more: Partial<Report> = {}): string[] {
  const exchanges = report.exchanges.map((each) => ({ ...each, ...every(each) }))
  return likelyCauses({ ...paymentOnly, exchanges, ...more })
}

const answered =
  (status: number, body: string, headers: [string, string][] = []) =>
  (each: ReportedExchange) => ({
    response: { ...each.request, status, body, headers },
  })

test('answers that differ have no cause in common', () => {
  expect(likelyCauses(paymentOnly)).toEqual([])
})

test('401 for every request without a key is as it should be', () => {
  const refused = answered(401, '{}')
  expect(where((each) => ({ ...each, ...refused(each), key: '' }))).toEqual([])
})

test('and so it is where all others, or most of those with a key, were not answered', () => {
  const cut = { fault: { kind: 'timeout', message: 'nothing came within 3 s' } } as const
  const hanging = (isKnown: (index: number) => boolean): string[] => {
    const exchanges = report.exchanges.map(({ response: _, ...each }, index) =>
      isKnown(index)
        ? { ...each, ...cut }
        : { ...each, ...answered(401, '{}')(each), key: index % 2 ? '' : 'payment.revoked' },
    )
    return likelyCauses({ ...paymentOnly, exchanges })
  }
  const many = /^\d+ of \d+ requests to the payment service were not answered/
  expect(hanging((index) => index % 2 === 0)).toEqual([
    expect.stringMatching(/\); of those with a key none was \(\d+\): is it overloaded/),
  ])
  const [inPart, ...others] = hanging((index) => index % 3 > 0)
  expect(inPart).toMatch(many)
  expect(inPart).not.toContain('with a key')
  expect(others).toEqual([])
})

test('nothing is guessed of a run without trouble', () => {
  const requirements = report.requirements.map((each) => ({ ...each, verdict: 'pass' as const }))
  expect(where(answered(500, '{}'), { requirements })).toEqual([])
})

test.each([
  [
    'a page of another server',
    answered(200, '<!DOCTYPE html><title>Welcome</title>'),
    /200 with an HTML page \("Welcome"\): does its base URL \(http/,
  ],
  ['a prefix too much', answered(404, '{"error":"no route"}'), /is 404, whatever was asked: its base URL .* prefix/],
  ['a service that fails at once', answered(500, '{}'), /is 500, whatever was asked: does it fail before/],
  ['a gateway', answered(403, '{}'), /is 403, whatever was asked: a gateway/],
  [
    'a redirect',
    answered(301, '', [['Location', 'https://api.example.com/x?secret=1']]),
    /301, .*, to https:\/\/api\.example\.com: its base URL .* is to be where it leads to/,
  ],
])('%s is told', (_, every, cause) => {
  expect(where(every)).toEqual([expect.stringMatching(cause)])
})

test('requests without an answer are counted', () => {
  const cut = { fault: { kind: 'timeout', message: 'nothing came within 8 s' } } as const
  const exchanges = report.exchanges.map(({ response: _, ...each }) => ({ ...each, ...cut }))
  expect(likelyCauses({ ...paymentOnly, exchanges })).toEqual([
    expect.stringMatching(/were not answered, 300 of them POST \/api\/v1\/payments \(nothing came within 8 s\)/),
  ])
})

test('keys that are not taken are told at once, and nothing is guessed from the 401 that follow', () => {
  const notes = ['live[0]', 'live[1]'].map(
    (name) =>
      `claimed but absent: payment.keys.${name} is claimed, and a read with it was answered 401 invalid_api_key. The target does not take the key: correct it in the target file or in the variable that this takes it from, or have the target know it.`,
  )
  expect(where(answered(401, '{}'), { notes })).toEqual([
    expect.stringMatching(
      /answers 401 invalid_api_key to a read with payment\.keys\.live\[0\], payment\.keys\.live\[1\]:/,
    ),
  ])
})

test('a clock that is off is told by the dates of answers, else by the stamps of webhooks', () => {
  const dated = (each: ReportedExchange) => ({
    response: {
      ...each.request,
      status: each.response?.status ?? 200,
      headers: [['Date', new Date(each.endedAt + 7_200_000).toUTCString()] as const],
    },
  })
  expect(where(dated)).toEqual([expect.stringMatching(/120 min ahead of .* header Date/)])
  const deliveries = report.deliveries.map((each) => ({
    ...each,
    headers: [['X-Pay-Timestamp', String(Math.round(each.arrivedAt / 1000) - 900)] as const],
  }))
  expect(likelyCauses({ ...paymentOnly, deliveries })).toEqual([
    expect.stringMatching(/15 min behind .* X-Pay-Timestamp/),
  ])
})

test('a limiter that stands before much of a quick run is told before what it blocks', () => {
  const refused = paymentOnly.exchanges.map((each) => ({
    ...each,
    ...answered(429, '{}')(each),
    expects429: undefined,
  }))
  const own = refused.filter(({ service }) => service === 'payment')
  const judgements = [
    { check: 'pay/creation/created', verdict: 'blocked' as const, evidence: own.slice(0, 1).map(({ id }) => id) },
  ]
  const quick = {
    ...paymentOnly,
    run: { ...report.run, depth: 'quick' as const },
    target: { ...report.target, environment: 'local' as const, claims: [] },
    requirements: report.requirements.map((each, index) =>
      index === 0 ? { ...each, verdict: 'blocked' as const, judgements } : { ...each, judgements: [] },
    ),
    deliveries: [],
    exchanges: own as unknown as Report['exchanges'],
    cost: { ...report.cost, unexpected429: 21 },
  }
  expect(likelyCauses(quick)).toContainEqual(
    expect.stringMatching(/^429 instead of an answer, so that 1 statement was not judged; a quick run does not wait/),
  )
  const left = quick.requirements.map((each) => ({ ...each, verdict: 'pass' as const }))
  expect(likelyCauses({ ...quick, requirements: left })).toEqual([])
})

test('a service that answers nothing but 429 has no key that somebody else uses', () => {
  const own = paymentOnly.exchanges.filter(({ service }) => service === 'payment')
  const exchanges = own.map((each, index) => ({
    ...each,
    ...answered(429, '{}')(each),
    expects429: undefined,
    key: index < 4 ? '' : 'live[0]',
  })) as unknown as Report['exchanges']
  const judgements = [{ check: 'pay/x', verdict: 'blocked' as const, evidence: own.slice(0, 1).map(({ id }) => id) }]
  const requirements = report.requirements.map((each) => ({ ...each, verdict: 'blocked' as const, judgements }))
  const limited = {
    ...paymentOnly,
    exchanges,
    requirements,
    deliveries: [],
    cost: { ...report.cost, unexpected429: 21 },
  }
  const told = likelyCauses(limited).filter((each) => each.includes('429'))
  expect(told).toEqual([expect.stringMatching(/^every answer of payment is 429, without a key as well/)])
})

test('a few ids that are not there, beside a limiter, are no wrong base URL', () => {
  const own = paymentOnly.exchanges.filter(({ service }) => service === 'payment')
  const exchanges = own.map((each, index) => ({ ...each, ...answered(index === 0 ? 404 : 429, '{}')(each) }))
  const limited = { ...paymentOnly, exchanges, cost: { ...report.cost, unexpected429: 0 } }
  expect(likelyCauses(limited).filter((each) => each.includes('base URL'))).toEqual([])
})

test('webhooks that never come are told where they were waited for', () => {
  const target = { ...report.target, claims: ['webhooks'] }
  const requirements = report.requirements.map((each, index) =>
    index === 0 ? { ...each, id: 'pay.webhook.payment-url', verdict: 'fail' as const } : each,
  )
  const silent = {
    ...paymentOnly,
    target,
    requirements,
    deliveries: [],
    cost: { ...report.cost, spends: { payments: 9 }, unexpected429: 0 },
  }
  expect(likelyCauses(silent)).toEqual([
    expect.stringMatching(
      /^not one webhook of (?:at least \d|9) payments arrived: .* It explains \d+ of \d+ that are broken or blocked; webhooks\.deliveryWithin says/,
    ),
  ])
  expect(likelyCauses({ ...silent, deliveries: report.deliveries })).toEqual([])
  // What explains one of many stands before none of them.
  const others = Array.from({ length: 20 }, (_, at) => ({
    ...report.requirements[0]!,
    id: `pay.id.${at}`,
    verdict: 'fail' as const,
  }))
  expect(likelyCauses({ ...silent, requirements: [...requirements, ...others] })).toEqual([])
  // Of payments that were refused nobody waits for a webhook.
  const refused = report.exchanges.map((each, index) => ({ ...each, ...answered(index % 2 ? 400 : 422, '{}')(each) }))
  expect(likelyCauses({ ...silent, exchanges: refused })).toEqual([])
})

test('a quick run says which webhooks it did not wait for, and what would judge them', () => {
  const reason = 'no event came within 1.5 s, and a quick run waits no longer'
  const [first, ...others] = report.requirements.map((each) => ({ ...each, verdict: 'pass' as const }))
  const judgements = [{ check: 'pay/webhooks/own-urls', verdict: 'unexercised' as const, reason, evidence: [] }]
  const left = { ...first, id: 'pay.webhook.callback-url', verdict: 'unexercised' as const, judgements }
  const quick = {
    ...paymentOnly,
    run: { ...report.run, depth: 'quick' as const },
    target: { ...report.target, environment: 'local' as const, claims: ['webhooks'] },
    requirements: [left, ...others] as Report['requirements'],
    deliveries: [],
    cost: { ...report.cost, spends: { payments: 9 }, unexpected429: 0 },
  }
  expect(notesBeside(quick)).toEqual([
    ...report.notes,
    expect.stringMatching(
      /^not one webhook of (?:at least \d|9) payments arrived .* statements on them were left out, and others had none to look at: with --depth standard/,
    ),
  ])
  expect(notesBeside({ ...quick, deliveries: report.deliveries })).toEqual([
    ...report.notes,
    expect.stringMatching(
      /^some webhooks did not arrive in the moment that a quick run waits for one \(pay\.webhook\.callback-url\): with --depth standard/,
    ),
  ])
  const elsewhere = { ...left, id: 'pay.status.completed' }
  for (const other of [
    { ...quick, run: report.run },
    { ...quick, requirements: others as Report['requirements'] },
    { ...quick, requirements: [elsewhere, ...others] as Report['requirements'] },
  ])
    expect(notesBeside(other)).toEqual(report.notes)
})

test('a base URL that is wrong is told of a service that looks at the key before the path', () => {
  const exchanges = report.exchanges.map((each, index) => ({ ...each, ...answered(index % 3 ? 404 : 401, '{}')(each) }))
  expect(likelyCauses({ ...paymentOnly, exchanges })).toEqual([
    expect.stringMatching(
      /^every answer of the payment service to a key that it takes is 404, whatever was asked: its base URL \(.*\) is not where its paths begin/,
    ),
  ])
})

test('the page names the likely cause beside the verdict', () => {
  const exchanges = report.exchanges.map((each) => ({ ...each, ...answered(500, '{}')(each) }))
  const page = htmlReport({ ...paymentOnly, exchanges })
  expect(page).toMatch(/<b>Likely cause:<\/b> [^<]*is 500, whatever was asked/)
  expect(page.indexOf('Likely cause:')).toBeLessThan(page.indexOf('id="requirements"'))
})

test('an operation that is not there is one cause, before all others, with what fails by it', () => {
  const [gone] = report.exchanges
  if (gone === undefined) throw new Error('the sample has no exchanges')
  const operation = 'POST /api/v1/payments/{id}/refresh'
  const answer = (status: number, body: string) => ({ ...gone.request, status, body, headers: [] })
  const exchanges = report.exchanges.map((each, index) =>
    index > 2
      ? { ...each, response: answer(index % 2 === 0 ? 400 : 422, '{"success":false,"error":{}}') }
      : { ...each, operation, response: answer(404, index === 0 ? '{"message":"no route"}' : '404 page not found') },
  )
  const [first, second] = report.requirements
  const judgement = report.requirements.flatMap(({ judgements }) => judgements)[0]
  if (first === undefined || second === undefined || judgement === undefined) throw new Error('the sample is too small')
  const failing = [first, second].map((each) => ({
    ...each,
    verdict: 'fail' as const,
    judgements: [{ ...judgement, verdict: 'fail' as const, expected: '2xx', evidence: [gone.id] }],
  }))
  const made = { ...paymentOnly, exchanges, requirements: failing }
  const [cause] = likelyCauses(made)
  expect(cause).toBe(
    `${operation} is not there: the payment service answers 404 with a body that is none of its errors, whatever is sent to it with a key that it takes. With it fail:\n${first.id}, ${second.id}`,
  )
  const keyless = exchanges.map((each, index) => (index === 1 ? { ...each, key: '' } : each))
  expect(likelyCauses({ ...made, exchanges: keyless })[0]).toContain('whatever is sent to it. With it fail:')
  // What found nobody there was answered by no router.
  const lost = exchanges.map((each, index) => (index === 0 ? { ...each, response: undefined } : each))
  expect(likelyCauses({ ...made, exchanges: lost as typeof exchanges })).not.toContainEqual(
    expect.stringContaining('With it fail'),
  )
  // An id that names nothing is found nowhere.
  const unknown = failing.map((each) => ({
    ...each,
    judgements: each.judgements.map((one) => ({ ...one, expected: '404 RESOURCE_NOT_FOUND' })),
  }))
  expect(likelyCauses({ ...made, requirements: unknown })).toEqual([])
  const asked = exchanges.filter((each) => each.operation === operation)
  expect(likelyCauses({ ...made, requirements: unknown, exchanges: asked })).toEqual([])
  // The same answer in the shape of its other errors is the word of the service.
  const own = exchanges.map((each) => ({
    ...each,
    response: { ...each.response, body: '{"error":{},"success":false}' },
  }))
  expect(likelyCauses({ ...made, exchanges: own })).toEqual([])
  expect(htmlReport(made)).toContain(`<span class="ids">${first.id}, ${second.id}</span>`)
})

test('of a service that went away the request is named that it may have gone by, and nothing that the verdict says', () => {
  const [first] = report.exchanges
  const because = 'the payment service went away at 12:00:00 UTC'
  const run = { ...report.run, stopped: 'gone', because, suspects: [first?.id ?? ''] } as const
  expect(where(answered(500, '{}'), { run })).toEqual([
    `the request that it left without an answer; or all that had come to it by then, as where memory or connections run out; or what ended it from outside this run, of which its own log may tell; to see whether it goes by the request, start it again and send:\n\n# POST /api/v1/payments (step 0)\n${first?.curl}`,
  ])
  expect(where(answered(500, '{}'), { run: { ...run, suspects: [] } })).toEqual([])
  // What it answered in the moment before may have gone on behind the answer.
  const answers = report.exchanges.slice(1, 4).map((each, index) => ({
    ...each,
    label: `before ${index}`,
    endedAt: (first?.endedAt ?? 0) - [40, 20, 400][index]!,
  }))
  expect(likelyCauses({ ...report, run, exchanges: [first!, ...answers] }).join()).toMatch(
    /without an answer, or what it had answered just before, and went on with: [^;]*\(before 1\); [^;]*\(before 0\); or all that had come to it by then, as where memory or connections run out; or what ended it from outside this run, of which its own log may tell; to see/,
  )
  const many = Array.from({ length: 5 }, (_, index) => ({
    ...report.exchanges[1]!,
    id: `x90${index}`,
    label: `before ${index}`,
    endedAt: (first?.endedAt ?? 0) - 10 * index - 1,
  }))
  expect(likelyCauses({ ...report, run, exchanges: [first!, ...many] }).join()).toMatch(
    /and went on with: [^;]*\(before 0\); [^;]*\(before 1\); [^;]*\(before 2\); and 2 more in the 100 ms before; or all that had come to it by then, as where memory or connections run out; or what ended it from outside/,
  )
  // Anything can have ended it.
  expect(htmlReport({ ...report, run })).toContain('<b>Possible cause:</b>')
  const exchanges = report.exchanges.map((each) => ({ ...each, lacking: ['a key that it gave out'] }))
  expect(likelyCauses({ ...report, run, exchanges }).join('\n')).toContain(
    `${first?.curl}\n# does not run as it stands: [secret] is a key that it gave out`,
  )
})
