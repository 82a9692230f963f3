import { expect, test } from 'vitest'
import { defineCheck, defineFixture, libraryTarget } from '../../../tests/made-up/service.ts'
import type { Judgement } from '../../check/verdicts/judgement.ts'
import { withSufficientBudgets } from './sufficient-budgets.ts'

const made = defineFixture({ name: 'made', cost: { spends: { loans: 4 } }, make: async () => undefined })
const shared = defineFixture({ name: 'shared', cost: { spends: { loans: 100 } }, make: async () => undefined })
const check = (id: `lib/${string}`, loans: number, uses: readonly (typeof made | typeof shared)[]) =>
  defineCheck({
    id,
    title: '',
    covers: ['lib.loan.created'],
    uses,
    cost: { spends: { loans } },
    run: async () => undefined,
  })
const checks = [
  check('lib/test/a', 3, [made, shared]),
  check('lib/test/b', 0, [made]),
  check('lib/test/c', 9, [shared]),
]

const lacking = (id: string, line: string, more: Partial<Judgement> = {}): Judgement =>
  ({
    requirement: 'lib.loan.created',
    check: id,
    verdict: 'unexercised',
    why: 'not permitted',
    reason: '',
    line,
    evidence: [],
    ...more,
  }) as Judgement

const linesWith = (loans: number, ...judgements: readonly Judgement[]) =>
  withSufficientBudgets(judgements, checks, libraryTarget({}, { allow: { loans } })).map(({ line }) => line)

test('a budget that was used up is proposed with what is in force and what is left takes', () => {
  // 20, 3 of one check, 1 of the other, 4 of the fixture that they alone use.
  expect(linesWith(20, lacking('lib/test/a', 'allow.loans: 12'), lacking('lib/test/b', 'allow.loans: 12'))).toEqual([
    'allow.loans: 28   # in place of 20',
    'allow.loans: 28   # in place of 20',
  ])
})

test('less than was planned is proposed as a plan proposes it', () => {
  const judgements = [lacking('lib/test/c', 'allow.loans: 12')]
  const lined = (allowed: number, wanted: number) =>
    withSufficientBudgets(judgements, checks, libraryTarget({}, { allow: { loans: allowed } }), {
      loans: { usual: allowed, most: allowed, wanted },
    }).map(({ line }) => line)
  expect(lined(40, 88)).toEqual(['allow.loans: 110   # in place of 40'])
  expect(lined(90, 88)).toEqual(['allow.loans: 110   # at most so many, usually about 88: in place of 90'])
})

test('other lines stay as they are', () => {
  const others = [
    lacking('lib/test/a', 'allow.days: 20'),
    lacking('lib/test/a', 'allow.loans: 12', { why: 'not claimed' }),
    lacking('lib/test/a', 'allow.loans: 12\nlibrary.signingKey: "${K}"'),
  ]
  expect(linesWith(20, ...others)).toEqual(others.map(({ line }) => line))
  expect(linesWith(0, lacking('lib/test/a', 'allow.loans: 12'))).toEqual(['allow.loans: 12'])
})
