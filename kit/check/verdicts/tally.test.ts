import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../http/exchange.ts'
import type { Finding, SharedContext } from '../context.ts'
import { Tally } from './tally.ts'

const exchange = (id: string, operation: string) => ({ id, operation }) as Exchange

/** What is told of contradictions, each with its operation, what came, and whether it only warns. */
function told(all: readonly (readonly [operation: string, actual: string, soft?: boolean])[]) {
  const findings: Finding[] = []
  const t = {
    conclude: (_: string, finding: Finding) => findings.push(finding),
    cellOf: () => undefined,
  } as unknown as SharedContext
  const tally = new Tally(t, 'lib.loan.due', 'a date')
  for (const [index, [operation, actual, soft = false]] of all.entries())
    tally.contradict({
      subject: `step ${index}`,
      actual,
      evidence: [exchange(`e${index}`, operation)],
      ...(soft && { soft }),
    })
  tally.close('nothing was seen')
  return findings.map((each) => [
    each.subject,
    each.ok ? '' : each.actual,
    ...(each.ok || each.more === 0 ? [] : [each.more]),
  ])
}

const times = <T>(many: number, each: T): T[] => Array.from({ length: many }, () => each)

describe('of many contradictions', () => {
  test('each kind is told, and how many more of it there are', () => {
    expect(
      told([...times(14, ['read', 'code "401"'] as const), ['read', 'code "404"'], ['create', 'code "401"']]),
    ).toEqual([
      ['step 0', 'code "401"', 4],
      ...Array.from({ length: 9 }, (_, index) => [`step ${index + 1}`, 'code "401"']),
      ['step 14', 'code "404"'],
      ['step 15', 'code "401"'],
    ])
  })

  test('ids alone make no other kind', () => {
    const many = Array.from({ length: 16 }, (_, index) => ['read', `id ${10_000 + index}`] as const)
    expect(told(many).map(([, , more]) => more)).toEqual([4, ...times(11, undefined)])
  })

  test('failures are told before what only warns', () => {
    const soft = Array.from({ length: 20 }, (_, index) => ['read', `word ${index}`, true] as const)
    const all = told([...soft, ['create', 'no date']])
    expect(all[0]).toEqual(['step 20', 'no date'])
    expect(all).toHaveLength(12)
  })
})

test('all that was looked at stands with the first contradiction, whatever is told one by one', () => {
  const said: unknown[] = []
  const t = {
    conclude: (_: string, { at }: Finding) => said.push(at),
    cellOf: (_: string, { operation }: Exchange, at: object = { endpoint: operation }) => at,
  } as unknown as SharedContext
  const tally = new Tally(t, 'lib.loan.due', 'a date')
  const of = (id: string, operation: string) => ({ ...exchange(id, operation), response: { status: 200 } }) as Exchange
  for (let nth = 0; nth < 6; nth += 1)
    tally.contradict({ subject: '', actual: 'none', evidence: [of(`x${nth}`, 'GET /loans')] })
  tally.contradict({ subject: '', actual: 'none', evidence: [of('x6', 'GET /loans')], at: { endpoint: 'GET /desks' } })
  tally.agree([of('x7', 'GET /shelves')])
  tally.close('nothing was seen')
  expect(said[0]).toEqual(['GET /loans', 'GET /desks', 'GET /shelves'].map((endpoint) => ({ endpoint })))
  expect(said.slice(1)).toEqual([...times(5, undefined), { endpoint: 'GET /desks' }])
})

test('what nobody answered agrees with nothing: alone it is blocked, beside others it is left out', () => {
  const said: unknown[] = []
  const t = {
    conclude: (_: string, finding: Finding) => said.push(finding.subject),
    markBlocked: (_: string, reason: string, evidence: readonly Exchange[]) => said.push([reason, evidence[0]?.id]),
    cellOf: () => undefined,
  } as unknown as SharedContext
  const of = (id: string, came: object) =>
    ({ ...exchange(id, 'GET /loans'), label: 'again', request: {}, ...came }) as Exchange
  const silent = of('x1', { fault: { kind: 'reset', message: 'the connection was closed' } })
  const alone = new Tally(t, 'lib.loan.due', 'a date')
  alone.agree([silent])
  alone.close('nothing was seen')
  const beside = new Tally(t, 'lib.loan.due', 'a date')
  beside.agree([silent])
  beside.agree([of('x2', { response: { status: 200 } })])
  beside.close('nothing was seen')
  expect(said).toEqual([['GET /loans (again): the connection was closed', 'x1'], '1 of 1 judged in this run'])
})

test('what could not be judged is counted with its reason, beside what was and alone', () => {
  const said: unknown[] = []
  const t = {
    conclude: (_: string, { subject, note }: Finding) => said.push([subject, note]),
    markUnexercised: (_: string, __: string, reason: string) => said.push(reason),
    cellOf: () => undefined,
  } as unknown as SharedContext
  const of = (id: string) => ({ ...exchange(id, 'GET /loans'), response: { status: 200 } }) as Exchange
  for (const agreed of [[of('x1')], []]) {
    const tally = new Tally(t, 'lib.loan.due', 'a date')
    for (const each of agreed) tally.agree([each])
    for (const reason of ['it was late', 'it was early', 'it was late']) tally.passOver(reason)
    tally.close('nothing was seen')
  }
  const left = '2 more not judged: it was late; 1 more not judged: it was early'
  expect(said).toEqual([['1 of 1 judged in this run', left], `nothing was seen; ${left}`])
})
