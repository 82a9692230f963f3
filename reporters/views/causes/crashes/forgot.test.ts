import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../../kit/evidence/recorder.ts'
import { sampleReport } from '../../../../tests/made-up/sample-report.ts'
import { restartedNote } from '../../evidence/restarted.ts'
import { forgot } from './forgot.ts'
import { failingByRestart } from './restarts.ts'

const report = sampleReport(4)
const [template] = report.exchanges
const service = report.services.find(({ id }) => id === template?.service)
if (template === undefined || service === undefined) throw new TypeError('the sample has no exchange of a service')

const idOf = (name: string): string => `0d00ad4d-0000-4000-8000-00000000000${name}`

/** A creation of a loan, or a read of one, so many seconds into the run. */
function sent(
  method: 'POST' | 'GET',
  name: string,
  second: number,
  status: number,
  key = 'members[0]',
): ReportedExchange {
  const sentAt = Date.UTC(2026, 0, 1, 12, 0, second)
  const body = status < 300 ? `{"id":"${idOf(name).toUpperCase()}"}` : `{"message":"no loan ${idOf(name)}"}`
  return {
    ...template,
    id: `${method}${name}${second}`,
    key,
    request: { ...template?.request, method, url: `http://127.0.0.1/loans${method === 'GET' ? `/${idOf(name)}` : ''}` },
    response: { status, headers: [], body, bytes: body.length },
    sentAt,
    endedAt: sentAt + 10,
  } as unknown as ReportedExchange
}

const before = [sent('POST', '1', 0, 201), sent('POST', '2', 1, 201), sent('GET', '1', 2, 200)]
const lost = [sent('GET', '1', 10, 404), sent('GET', '2', 11, 404)]
const after = [sent('POST', '3', 12, 201), sent('GET', '3', 13, 200)]
const told = (...own: readonly ReportedExchange[]): string[] => forgot({ ...report, exchanges: own }, own, service)

test('what was there before a moment and is not behind it was forgotten, and what fails by both sides may come of it', () => {
  const own = [...before, ...lost, ...after]
  const [failing, other] = report.requirements
  if (failing === undefined || other === undefined) throw new TypeError('the sample has no requirements')
  const against = (id: string, ...evidence: readonly string[]) => ({
    ...failing,
    id,
    verdict: 'fail' as const,
    judgements: [{ ...failing.judgements[0]!, verdict: 'fail' as const, evidence }],
  })
  const requirements = [against('lib.loan.kept', 'GET110', 'POST10'), against('lib.loan.own', 'GET313', 'POST312')]
  expect(forgot({ ...report, exchanges: own, requirements }, own, service)).toEqual([
    `from 12:00:10 UTC on the ${service.id} service knows nothing that it was asked after of what it had shown before 12:00:02 UTC (2 ids: reads of them are answered 404), as one that was restarted and forgot. These fail by messages from before and after, and may come of it:\nlib.loan.kept`,
  ])
})

test('a failure that events tell is looked at by the requests that made what it names', () => {
  const own = [...before, ...lost, ...after]
  const [failing] = report.requirements
  const of = (actual: string, ...evidence: readonly string[]) => [
    {
      ...failing!,
      id: 'lib.loan.once',
      verdict: 'fail' as const,
      judgements: [{ ...failing!.judgements[0]!, verdict: 'fail' as const, actual, evidence }],
    },
  ]
  const [delivery] = report.deliveries
  const { response: _, ...asked } = sent('POST', '7', 1, 400)
  const cut = { ...asked, id: 'cut', fault: { kind: 'reset', message: 'reset' } } as ReportedExchange
  const two = `2 loans: ${idOf('8')}, ${idOf('3')}`
  const byRestart = (actual: string, ...evidence: readonly string[]) => [
    ...failingByRestart({ ...report, exchanges: [...own, cut], requirements: of(actual, ...evidence) }),
  ]
  expect(byRestart(two, 'cut', delivery!.id)).toEqual(['lib.loan.once'])
  // Messages that are all there say it themselves, and what is of one side is no matter of that moment.
  expect(byRestart(two, 'cut')).toEqual([])
  expect(byRestart(`2 loans: ${idOf('8')}, ${idOf('2')}`, 'cut', delivery!.id)).toEqual([])
})

test('what is denied of an id that was shown was gone by then, however early the answer was read', () => {
  const [failing] = report.requirements
  const early = (endedBefore: number, name = '1') => {
    const at = before[2]!.endedAt - endedBefore
    const denied = { ...sent('GET', name, 2, 404), id: 'denied', sentAt: at - 20, endedAt: at }
    const request = { ...denied.request, method: 'POST', url: `${denied.request.url}/refresh` }
    const exchanges = [...before, ...lost, ...after, { ...denied, request }]
    const judgements = [{ ...failing!.judgements[0]!, verdict: 'fail' as const, evidence: ['denied'] }]
    const requirements = [{ ...failing!, id: 'lib.loan.renewed', verdict: 'fail' as const, judgements }]
    return [...failingByRestart({ ...report, exchanges, requirements })]
  }
  expect(early(10)).toEqual(['lib.loan.renewed'])
  expect(early(1000)).toEqual([])
  // Of what was never shown nothing was forgotten.
  expect(early(10, '9')).toEqual([])
})

test('what was broken off, sent again and refused for what is in it fails by that refusal alone', () => {
  const own = [...before, ...lost, ...after]
  const [failing] = report.requirements
  const requirements = [
    {
      ...failing!,
      id: 'lib.loan.days',
      verdict: 'fail' as const,
      judgements: [{ ...failing!.judgements[0]!, verdict: 'fail' as const, evidence: ['cut', 'again'] }],
    },
  ]
  const told = (status: number, again: Partial<ReportedExchange> = {}) => {
    const { response: _, ...asked } = sent('POST', '7', 1, 400)
    const cut = { ...asked, id: 'cut', fault: { kind: 'reset', message: 'reset' } } as ReportedExchange
    const resent = { ...sent('POST', '7', 14, status), id: 'again', ...again }
    const made = { ...report, exchanges: [...own, cut, resent], requirements }
    return [[...failingByRestart(made)].length, restartedNote(made, [cut, resent]) !== undefined]
  }
  expect(told(400)).toEqual([0, false])
  // It may have been carried out when it was broken off.
  expect(told(409)).toEqual([1, true])
  expect(told(200)).toEqual([1, true])
  expect(told(400, { label: 'another' })).toEqual([1, true])
})

test('what fails behind it by an id that was shown before it may come of it as well, and is known for that', () => {
  const own = [...before, ...lost, ...after]
  const [failing] = report.requirements
  const against = (id: string, expected: string) => ({
    ...failing!,
    id,
    verdict: 'fail' as const,
    judgements: [{ ...failing!.judgements[0]!, verdict: 'fail' as const, expected, evidence: ['POST312'] }],
  })
  const requirements = [
    against('lib.loan.same', `2xx, the loan ${idOf('1')}`),
    against('lib.loan.own', `2xx, the loan ${idOf('3')}`),
  ]
  const made = { ...report, exchanges: own, requirements }
  // What was sent before it with a name of this run, and again behind it.
  const named = (method: 'POST' | 'GET', name: string, second: number, text: string): ReportedExchange => {
    const each = sent(method, name, second, 201)
    return { ...each, request: { ...each.request, body: `{"reference":"${text}"}` } }
  }
  const twice = `Ref-${report.run.id}-7`
  const again = [...before, named('POST', '5', 2, twice), ...lost, named('POST', '6', 12, twice), ...after]
  const duplicate = {
    ...against('lib.loan.again', '409'),
    judgements: [{ ...failing!.judgements[0]!, verdict: 'fail' as const, expected: '409', evidence: ['POST612'] }],
  }
  expect(forgot({ ...made, exchanges: again, requirements: [duplicate] }, again, service).join()).toMatch(
    /:\nlib\.loan\.again$/,
  )
  expect(forgot(made, own, service).join()).toMatch(/may come of it:\nlib\.loan\.same$/)
  expect([...failingByRestart(made)]).toEqual(['lib.loan.same'])
  expect([...failingByRestart({ ...made, exchanges: [...before, ...after] })]).toEqual([])
})

test('what is made anew by a creation that is sent again was forgotten as well', () => {
  const create = (name: string, made: string, second: number): ReportedExchange => {
    const each = sent('POST', made, second, 201)
    return { ...each, request: { ...each.request, body: `{"reference":"Ref-${report.run.id}-${name}"}` } }
  }
  const first = [create('1', '1', 0), create('2', '2', 1), create('1', '1', 2)]
  expect(told(...first, create('1', '5', 10), create('2', '6', 11))).toEqual([
    `from 12:00:10 UTC on the ${service.id} service knows nothing that it was asked after of what it had shown before 12:00:02 UTC (2 ids: a creation that is sent again makes another), as one that was restarted and forgot`,
  ])
  expect(told(...first, create('1', '5', 10), sent('GET', '2', 11, 404)).join()).toContain(
    '(2 ids: a creation that is sent again makes another, and reads of them are answered 404)',
  )
  // Who never knows a creation again forgets nothing, at one moment or at many.
  expect(told(create('1', '1', 0), create('2', '2', 1), create('1', '5', 5), create('2', '6', 6))).toEqual([])
  expect(told(create('1', '1', 0), create('1', '5', 1), create('2', '2', 5), create('2', '6', 6))).toEqual([])
  expect(told(...first, create('1', '5', 10), create('2', '2', 11))).toEqual([])
  // A refresh that is sent again shows what it names, and knows no creation again.
  const refreshed = (second: number): ReportedExchange => {
    const each = sent('POST', '1', second, 200)
    return { ...each, request: { ...each.request, url: `http://127.0.0.1/loans/${idOf('1')}/refresh` } }
  }
  const never = [create('1', '1', 0), create('2', '2', 1), refreshed(2), refreshed(3)]
  expect(told(...never, create('1', '5', 10), create('2', '6', 11))).toEqual([])
})

test('not where something outlived that moment, one alone is gone, or another key asks', () => {
  expect(told(...before, ...lost, ...after)).toHaveLength(1)
  expect(told(...before, ...lost, sent('POST', '4', 1, 201), sent('GET', '4', 14, 200))).toEqual([])
  expect(told(...before, lost[0]!, ...after)).toEqual([])
  expect(told(...before, lost[0]!, sent('GET', '2', 11, 404, 'strangers[0]'))).toEqual([])
  // It lags: what is missing first is there later.
  expect(told(...before, ...lost, sent('GET', '2', 15, 200))).toEqual([])
  // Each is gone soon after it came.
  expect(told(before[0]!, sent('GET', '1', 1, 404), sent('POST', '2', 5, 201), sent('GET', '2', 6, 404))).toEqual([])
  expect(told(...after)).toEqual([])
})

test('what forgets again and again is told by the moment at which most went', () => {
  const again = [sent('GET', '3', 20, 404), sent('GET', '4', 21, 404), sent('GET', '5', 22, 404)]
  const more = [sent('POST', '4', 14, 201), sent('POST', '5', 15, 201)]
  const [text = '', ...others] = told(...before, ...lost, ...after, ...more, ...again)
  expect(others).toEqual([])
  expect(text).toContain('from 12:00:20 UTC on')
  expect(text).toContain('of what it had shown before 12:00:15 UTC (3 ids: ')
  expect(told(...before, ...lost, ...after, again[0]!).join()).toContain('from 12:00:10 UTC on')
})

test('of requests that were under way at that moment those belong before it whose answers came first', () => {
  const long = (each: ReportedExchange, ms: number): ReportedExchange => ({ ...each, endedAt: each.sentAt + ms })
  const create = (name: string, made: string, second: number): ReportedExchange => {
    const each = sent('POST', made, second, 201)
    return { ...each, request: { ...each.request, body: `{"reference":"Ref-${report.run.id}-${name}"}` } }
  }
  const first = [create('1', '1', 0), create('1', '1', 1), sent('POST', '2', 1, 201)]
  // One that is known is read across the moment at which another one is asked after in vain: its answer is the first.
  const read = long(sent('GET', '1', 9, 200), 1500)
  const slow = long(sent('GET', '2', 10, 404), 1000)
  expect(told(...first, read, slow, long(create('1', '5', 11), 500))).toHaveLength(1)
  // Its answer comes after the other one: it was kept.
  expect(told(...first, long(read, 3000), slow, long(create('1', '5', 11), 500))).toEqual([])
})

test('commands of requests from both sides of it say that they bring none about, those of one side do not', () => {
  const exchanges = [...before, ...lost, ...after]
  const noteOf = (...own: readonly ReportedExchange[]): string | undefined =>
    restartedNote({ exchanges, run: report.run }, own)
  const [first] = before
  const [gone] = lost
  const [third, again] = after
  expect(noteOf(first!, gone!)).toContain('forgot what it had, as by a restart')
  // It was sent before the moment, and answered by one that knew nothing any more.
  expect(noteOf(first!, { ...third!, sentAt: first!.endedAt + 5 })).toContain('forgot what it had')
  expect(noteOf(first!)).toBeUndefined()
  // It was broken off with the service, and nobody who had forgotten saw it.
  const { response: _, ...cut } = { ...third!, sentAt: first!.endedAt + 5 }
  expect(noteOf(first!, { ...cut, fault: { kind: 'reset', message: 'closed' } } as never)).toBeUndefined()
  expect(noteOf(third!, again!)).toBeUndefined()
})
