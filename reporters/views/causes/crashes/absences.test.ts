import { expect, test } from 'vitest'
import type { ReportedExchange } from '../../../../kit/evidence/recorder.ts'
import { cameBackNote } from '../../../../kit/run/presence/suspects.ts'
import {
  answered,
  causes,
  crashes,
  cut,
  failing,
  refused,
  report,
  sent,
  service,
  silent,
} from '../../../../tests/made-up/crashes.ts'
import { likelyCauses } from '../likely-causes.ts'
import { brokenOffLast } from './came-back.ts'

test('connections that break while somebody listens are no absence, and what the run broke off itself is not counted', () => {
  const own = { fault: { kind: 'reset', message: 'the suite dropped the connection before the answer' } } as const
  const exchanges = [
    sent('x1', 1, '{}', answered),
    sent('x2', 2, '{}', cut),
    sent('x3', 3, '{}', cut),
    sent('x4', 4, '{}', own),
    sent('x5', 5, '{}', silent),
  ]
  expect(causes(exchanges, ['x1'])).toEqual([
    expect.stringMatching(
      /^3 of 4 requests .* not answered, 3 of them POST \/loans \(2: the connection was closed; 1: nothing came within 10 s\)/,
    ),
  ])
})

test('one that stays away is told with the request that it went by, if nothing else was sent', () => {
  const exchanges = [sent('x1', 1, '{}', cut), sent('x2', 2, '{}', refused)]
  const [cause = ''] = causes(exchanges, ['x1'], 'interrupt')
  expect(cause).toContain(
    'went away once (12:00:01 UTC), perhaps from outside this run, or by POST /loans (no members), and no request of this run came to it again before the run was stopped, as one that crashes. 1 request',
  )
  expect(cause).toContain('curl x1')
  expect(causes(exchanges.slice(1), ['x2'])[0] ?? '').not.toContain('went away')
})

test('one of which nothing was asked afterwards was there again, unless the run was stopped', () => {
  const exchanges = crashes.slice(0, 8)
  expect(causes(exchanges, ['x1'])[0]).toContain('that are named below, and came back, as one that crashes and')
  expect(causes(exchanges, ['x1'], 'interrupt')[0]).toContain(
    'that are named below, and no request of this run came to it again after the last time before the run was stopped, as one that crashes. 4',
  )
})

test('of a run that was cut off, what was broken off behind the last answer is told', () => {
  const told = (exchanges: readonly ReportedExchange[]): string[] =>
    brokenOffLast({ services: [service], exchanges: [...exchanges] }).map(({ id }) => id)
  expect(told(crashes.slice(0, 4))).toEqual(['x3', 'x2'])
  expect(told(crashes.slice(0, 5))).toEqual([])
  expect(told([sent('x1', 1, '{}', answered), sent('x2', 2, '{}', cut)])).toEqual(['x2'])
})

test('a service that was stopped between two requests and started again went away as well, and one that refuses for a moment did not', () => {
  const idle = [sent('x1', 1, '{}', answered), sent('x2', 3, '{}', refused), sent('x3', 6, '{}', answered)]
  expect(causes(idle, ['x1', 'x3'])).toEqual([
    `the ${service.id} service went away once (12:00:03 UTC) and came back, as one that is stopped and is started again. 1 request found nobody to take it. These fail by messages from before and after, and may come of what it forgot:\n${report.requirements[0]?.id}`,
  ])
  const moment = idle.map((each, index) => ({ ...each, sentAt: 1000 + 20 * index, endedAt: 1010 + 20 * index }))
  expect(causes(moment, ['x1', 'x3'])).toEqual([])
  // Before its first request a run asks whether somebody is there.
  expect(causes(idle.slice(1), ['x3'])).toEqual([
    `the ${service.id} service went away once (12:00:03 UTC) and came back, as one that is stopped and is started again. 1 request found nobody to take it`,
  ])
  expect(causes(moment.slice(1), ['x3'])).toEqual([])
  expect(causes(idle.slice(1, 2), ['x2'])).toEqual([])
})

test('what was answered in the moment in which it went was shown before it', () => {
  const id = '0d00ad4d-0000-4000-8000-000000000001'
  const body = `{"id":"${id}"}`
  const made = {
    ...sent('x1', 1, '{}', { response: { ...answered.response, body } }),
    endedAt: Date.UTC(2026, 0, 1, 12, 0, 2) + 15,
  }
  const exchanges = [
    made,
    sent('x2', 2, '{"days":4}', cut),
    sent('x3', 3, '{}', refused),
    sent('x4', 5, '{"days":3}', answered),
  ]
  const [cause = ''] = likelyCauses({
    ...report,
    services: [service],
    exchanges,
    deliveries: [],
    requirements: [
      { ...failing(['x4']), judgements: [{ ...failing(['x4']).judgements[0]!, expected: `2xx, the loan ${id}` }] },
    ],
  })
  expect(cause).toContain(`may come of what it forgot:\n${report.requirements[0]?.id}`)
})

test('what went with it one time does not go with it again', () => {
  // Between two times it answers one request, which comes back only once it is gone again.
  const exchanges = [
    sent('x1', 1, '{"days":3}', answered),
    sent('x2', 2, '{}', cut),
    sent('x3', 3, '{"days":5}', refused),
    { ...sent('x4', 5, '{"days":6}', answered), endedAt: Date.UTC(2026, 0, 1, 12, 0, 7) },
    sent('x5', 6, '[', cut),
    { ...sent('x6', 6, '{"days":5}', refused), endedAt: Date.UTC(2026, 0, 1, 12, 0, 7) },
    sent('x7', 9, '{"days":5}', answered),
  ]
  const [first = ''] = causes(exchanges, [])
  expect(first).toContain('2 times (12:00:02, 12:00:06 UTC)')
  expect(first).toContain('2 requests were broken off with it, and 2 more found nobody')
})

test('times that only notes tell are counted beside those that requests met', () => {
  const [note = ''] = [
    cameBackNote(
      [
        { ...crashes[0]!, endedAt: 1 },
        { ...crashes[1]!, endedAt: 2 },
      ] as never,
      { service: service.id, from: 3, to: 4 },
    ),
  ]
  const [first = ''] = likelyCauses({
    ...report,
    notes: [note, note],
    services: [service],
    exchanges: [...crashes],
    deliveries: [],
    requirements: [failing([])],
  })
  expect(first).toContain(
    'went away 2 times (12:00:02, 12:00:06 UTC) in sight of its requests, and 2 times more that notes tell, perhaps from outside this run, by',
  )
})

test('of what was lost before it answered again it may be heard a moment after that was sent', () => {
  const at = (each: ReportedExchange, from: number, to: number): ReportedExchange => ({
    ...each,
    sentAt: Date.UTC(2026, 0, 1, 12) + from,
    endedAt: Date.UTC(2026, 0, 1, 12) + to,
  })
  const exchanges = [
    at(sent('x1', 1, '{"days":3}', answered), 1000, 1500),
    at(sent('x2', 1, '{"days":4}', cut), 1100, 1693),
    at(sent('x3', 1, '{"days":5}', refused), 1300, 1567),
    at(sent('x4', 1, '{"days":6}', refused), 1600, 1740),
    at(sent('x5', 1, '{"days":7}', answered), 1692, 1776),
  ]
  const [first = ''] = causes(exchanges, ['x1', 'x5'])
  expect(first).toContain('went away once (12:00:01 UTC), perhaps from outside this run, or by POST /loans')
  expect(first).toContain('1 request was broken off with it, and 2 more found nobody to take them')
  expect(first).toContain(`may come of what it forgot:\n${report.requirements[0]?.id}`)
})

test('one that came back and went by the next requests at once was gone twice', () => {
  const exchanges = [
    sent('x1', 1, '{}', answered),
    sent('x2', 2, '{}', cut),
    sent('x3', 3, '{}', refused),
    sent('x4', 5, '{"a":1}', cut),
    sent('x5', 6, '{"a":1}', refused),
    sent('x6', 8, '{}', answered),
  ]
  const [cause = ''] = causes(exchanges, ['x2'])
  expect(cause).toContain('went away 2 times')
  expect(cause).toContain('curl x4')
})
