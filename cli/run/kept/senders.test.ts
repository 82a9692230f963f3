import { expect, test } from 'vitest'
import type { Check } from '../../../kit/check/check.ts'
import type { Report } from '../../../kit/report/report.ts'
import { withSenders } from './senders.ts'

const known = [
  { id: 'lib/one', phase: 'main' },
  { id: 'lib/two', phase: 'settled' },
  { id: 'lib/rule', phase: 'rules' },
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
