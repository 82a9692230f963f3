import { expect, test } from 'vitest'
import { contextOf } from '../../../../tests/made-up/recorded.ts'
import type { FixtureContext } from '../../define.ts'
import { rolesOf, turnsOf } from './receiver-parts.ts'

const TRAP = 'http://127.0.0.1/trap'
const ALL = { delivered: '1', expired: '2', failed: '3', pending: '4', rejected: '5' }

const world = (depth: string, phones: object = ALL): FixtureContext =>
  contextOf<FixtureContext>({ service: { fixtures: { phones } }, context: { depth, random: () => 0 } }).t

/** The first statuses that a part is answered with; 0 for none. */
function statusesOf(depth: string, wanted: string, many: number): number[] {
  const { answers = [] } = rolesOf(world(depth), TRAP).find(({ part }) => part === wanted) ?? {}
  return answers.slice(0, many).map((answer) => (answer.kind === 'status' ? answer.status : 0))
}

test('every status of an error has its turn at one event', () => {
  expect(statusesOf('standard', 'server error', 5)).toEqual([500, 503, 502, 504, 500])
  expect(statusesOf('standard', 'client error', 5)).toEqual([410, 400, 404, 429, 400])
  expect(statusesOf('standard', 'no answer', 3)).toEqual([0, 401, 200])
  expect(statusesOf('standard', 'reset', 3)).toEqual([0, 403, 204])
})

test('an event is redirected once, and twice at full depth, and then taken', () => {
  expect(statusesOf('standard', 'redirect', 3)).toEqual([302, 501, 202])
  expect(statusesOf('deep', 'redirect', 4)).toEqual([302, 301, 501, 202])
})

test('every kind of event fails once where so many come', () => {
  expect(Object.fromEntries(turnsOf(world('standard')))).toEqual({
    'submit failed': ['server error'],
    sent: ['client error', 'other success', 'odd body'],
    delivered: ['no answer'],
    expired: ['reset'],
    'report failed': ['redirect'],
  })
})

test('where one message is all that comes its two events have what is of most worth', () => {
  expect(Object.fromEntries(turnsOf(world('standard', { delivered: '1' })))).toEqual({
    'submit failed': [],
    sent: ['server error'],
    delivered: ['client error'],
    expired: [],
    'report failed': [],
  })
})
