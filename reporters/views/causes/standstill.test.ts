import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import type { Report } from '../../../kit/report/report.ts'
import { likelyCauses } from './likely-causes.ts'

const START = Date.UTC(2026, 0, 1, 12)
const [MAKE, READ] = ['POST /loans', 'GET /loans/{id}']

/** What is sent so many seconds into the run, and answered or given up at another one. */
const exchange = (id: string, operation: string, from: number, to: number, isAnswered: boolean): ReportedExchange =>
  ({
    ...{ id, operation, label: id, service: 'library', key: 'members[0]' },
    request: { method: operation.split(' ')[0], url: 'http://127.0.0.1/loans', headers: [], body: '' },
    sentAt: START + from * 1000,
    endedAt: START + to * 1000,
    ...(isAnswered
      ? { response: { status: 200, headers: [], body: '{}', bytes: 2 } }
      : { fault: { kind: 'timeout', message: 'nothing came within 10 s' } }),
  }) as unknown as ReportedExchange

const answered = (id: string, operation: string, at: number): ReportedExchange =>
  exchange(id, operation, at, at + 0.1, true)
const given = (id: string, operation: string, at: number): ReportedExchange =>
  exchange(id, operation, at, at + 10, false)
const many = (name: string, operation: string, at: number): ReportedExchange[] =>
  [...'0123456789'].map((each) => answered(`${name}${each}`, operation, at))

function causesOf(...exchanges: readonly ReportedExchange[]): string[] {
  const requirements = [{ id: 'lib.read', verdict: 'blocked', judgements: [{ verdict: 'blocked', evidence: ['g2'] }] }]
  const made = { requirements, exchanges, deliveries: [], notes: [], services: [{ id: 'library' }], run: { only: [] } }
  return likelyCauses({ ...made, cost: { unexpected429: 0 }, target: { baseUrls: {} } } as unknown as Report)
}

const silent = [given('g1', MAKE, 4.9), given('g2', READ, 5), given('g3', READ, 5), given('g4', MAKE, 15)]

test('requests of several operations that are given up while nothing is answered are no requests that are silent for themselves', () => {
  expect(causesOf(...many('a', MAKE, 5), ...silent, ...many('b', READ, 26))).toEqual([
    'the library service answered nothing between 12:00:05 and 12:00:26 UTC, and 4 requests of several operations were given up (the first that was sent is POST /loans (g1), g1 of the report): it stood still or was out of reach, or one of them held it up. With it are blocked:\nlib.read',
  ])
})

test('where others are answered meanwhile, or one operation alone is silent, it is no standstill', () => {
  const between = [answered('c1', READ, 9), answered('c2', MAKE, 12), answered('c3', READ, 17)]
  expect(causesOf(...many('a', MAKE, 5), ...silent, ...between, ...many('b', READ, 26)).join()).toMatch(
    /^(?!.*answered nothing).*gives no answer to some requests/s,
  )
  const alone = silent.map((each) => ({ ...each, operation: READ }))
  expect(causesOf(...many('a', MAKE, 5), ...alone, ...many('b', READ, 26)).join()).not.toContain('answered nothing')
})
