import { expect, test } from 'vitest'
import type { Check } from '../../../kit/check/check.ts'
import type { Report } from '../../../kit/report/report.ts'
import { withSenders } from './senders.ts'

const known = [
  { id: 'lib/one', phase: 'main', uses: [{ service: 'library', name: 'first', uses: [] }] },
  { id: 'lib/two', phase: 'settled', uses: [] },
  { id: 'lib/rule', phase: 'rules', uses: [] },
] as unknown as readonly Check[]

/** One request that several share, on which all that is said stands. */
const report = {
  checks: known.map(({ id }) => ({ id })),
  requirements: [
    { judgements: known.map(({ id }) => ({ check: id, verdict: 'blocked', evidence: ['x1'] })) },
    { judgements: [] },
  ],
  exchanges: [{ id: 'x1', check: 'fixture/library/first', label: '' }],
  deliveries: [],
} as unknown as Report

test('a check that was blocked before it sent anything runs alone again', () => {
  expect(withSenders(report, ['lib/one'], known)).toEqual(['lib/one'])
  expect(withSenders(report, ['lib/two', 'lib/one'], known)).toEqual(['lib/two', 'lib/one'])
})

test('one that sends nothing runs with those who told of what it saw', () => {
  expect(withSenders(report, ['lib/rule'], known)).toEqual(['lib/rule', 'lib/one', 'lib/two'])
})

test('one that sends nothing, of which only such told, runs with a check that had made what was sent', () => {
  const own = report.requirements.map(({ judgements }) => ({
    judgements: judgements.filter(({ check }) => check === 'lib/rule'),
  }))
  expect(withSenders({ ...report, requirements: own } as never, ['lib/rule'], known)).toEqual(['lib/rule', 'lib/one'])
})

test('one that has something against what another one sent runs with that', () => {
  const sent = [{ id: 'x1', check: 'lib/two', label: '' }]
  expect(withSenders({ ...report, exchanges: sent } as never, ['lib/one'], known)).toEqual(['lib/one', 'lib/two'])
})
