import { expect, test } from 'vitest'
import { messagingContract } from '../../../specs/messaging/contract.ts'
import { paymentContract } from '../../../specs/payment/contract.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import type { Report } from '../report.ts'
import { mergedReport } from './merged.ts'

const sample = sampleReport(40)
const shardOf = (index: number, more: Partial<Report> = {}, run: Partial<Report['run']> = {}): Report => ({
  ...sample,
  ...more,
  run: { ...sample.run, id: `run${index}`, certify: false, shard: { index, of: 2, ownKeys: true }, ...run },
})
const contracts = [paymentContract, messagingContract]
const merged = (...reports: readonly Report[]) =>
  mergedReport(
    reports.map((report, index) => ({ name: `r${index + 1}.json`, report })),
    contracts,
  )

test.for([
  ['r1.json, r2.json: both are of shard 1', [shardOf(1), shardOf(1)]],
  ['shard 2 of 2 is missing', [shardOf(1)]],
  ['r1.json: is no report of a shard', [{ ...sample, run: { ...sample.run } }]],
  ['r2.json: differs from r1.json in seed: 99 instead of', [shardOf(1), shardOf(2, {}, { seed: 99 })]],
  ['r1.json: is merged already', [shardOf(1, {}, { merged: ['a'] })]],
  [
    'r2.json: differs from r1.json in target: other instead of',
    [shardOf(1), shardOf(2, { target: { ...sample.target, name: 'other' } })],
  ],
] as const)('refused: %s', ([message, reports]) => {
  expect(() => merged(...reports)).toThrow(message)
})

test('what was judged goes before what another shard asks, and rules come to the worst', () => {
  const [first, second] = sample.requirements
  const away = { verdict: 'unexercised' as const, why: 'not selected' as const, reason: 'another shard asks it' }
  const withWords = (
    a: Report['requirements'][number]['judgements'],
    b: Report['requirements'][number]['judgements'],
  ) => ({
    requirements: sample.requirements.map((each) => {
      const judgements = each === first ? a : each === second ? b : each.judgements
      return { ...each, judgements }
    }),
  })
  const pass = { check: 'pay/a/one', verdict: 'pass' as const, subject: 's', expected: 'e', evidence: [] }
  const rule = { check: 'pay/a/rule', evidence: [] }
  const together = merged(
    shardOf(1, withWords([pass], [{ ...rule, verdict: 'unexercised', why: 'not met', reason: 'nothing seen' }])),
    shardOf(
      2,
      withWords(
        [{ check: 'pay/a/one', evidence: [], ...away }],
        [{ ...rule, verdict: 'fail', subject: 's', expected: 'e', actual: 'a' }],
      ),
    ),
  )
  const of = (id: string | undefined) => together.requirements.find((each) => each.id === id)
  expect(of(first?.id)).toMatchObject({ verdict: 'pass', judgements: [pass] })
  expect(of(second?.id)?.judgements.map(({ verdict }) => verdict)).toEqual(['fail'])
  expect(together.run.merged).toEqual(['run1', 'run2'])
  expect(together.run.shard).toBeUndefined()
})

test('costs add up, and what the descriptions lack is what no shard has seen', () => {
  const together = merged(shardOf(1), shardOf(2))
  const [key = '', many = 0] = Object.entries(sample.cost.requests)[0] ?? []
  expect(together.cost.requests[key]).toBe(2 * many)
  expect(together.cost.longestWaitSeconds).toBe(sample.cost.longestWaitSeconds)
  expect(together.coverage.operations.map(({ unseenStatuses }) => unseenStatuses)).toEqual(
    sample.coverage.operations.map(({ unseenStatuses }) => unseenStatuses),
  )
})

test('the seconds of a merged run are those in which a shard ran, whatever lies between them', () => {
  const at = (from: string, to: string): Partial<Report['run']> => ({
    startedAt: `2026-01-01T10:${from}.000Z`,
    endedAt: `2026-01-01T10:${to}.000Z`,
  })
  const total = (one: Partial<Report['run']>, other: Partial<Report['run']>): number =>
    merged(shardOf(1, { exchanges: [] }, one), shardOf(2, { exchanges: [] }, other)).run.seconds.total
  expect(total(at('00:00', '00:20'), at('30:00', '30:10'))).toBe(30)
  // Those that ran beside each other took the time once.
  expect(total(at('00:00', '00:20'), at('00:05', '00:25'))).toBe(25)
})

test('names that each shard has seen some of are one list, and other words stand as each saw them', () => {
  const [template] = sample.observations
  const seen = (...values: readonly string[]): Partial<Report> => ({
    observations: values.map((value, index) => ({ ...template!, id: `pay.open.${index}`, value })),
  })
  const { observations } = merged(
    shardOf(1, seen('loan.begun, loan.ended', 'epoch', 'first retry after 4, 5 s')),
    shardOf(2, seen('loan.lost', 'seconds', 'first retry after 6 s')),
  )
  expect(observations.map(({ id, value }) => `${id}: ${value}`)).toEqual([
    'pay.open.0: loan.begun, loan.ended, loan.lost',
    'pay.open.1: epoch',
    'pay.open.2: first retry after 4, 5 s',
    'pay.open.1: seconds',
    'pay.open.2: first retry after 6 s',
  ])
})
