import { expect, test } from 'vitest'
import type { Plan } from '../../kit/plan/plan.ts'
import type { Target } from '../../kit/target/target.ts'
import { scarceBudgets } from './scarce-budgets.ts'

const of = (wanted: number, allowed: number): readonly string[] =>
  scarceBudgets(
    { spends: { payments: { usual: wanted, wanted } } } as unknown as Plan,
    { allow: { budgets: { payments: allowed } } } as unknown as Target,
  )

test.for([
  [87, 30, 'allow.payments: 110'],
  [91, 104, 'allow.payments: 120'],
])('about %i of which %i are allowed may be used up: %s', ([wanted, allowed, line]) => {
  expect(of(Number(wanted), Number(allowed))).toEqual([expect.stringContaining(String(line))])
})

test.for([
  ['what is proposed for an estimate that has become a little larger', 91, 110],
  ['none at all, which spends nothing', 91, 0],
] as const)('%s is left alone', ([_, wanted, allowed]) => {
  expect(of(wanted, allowed)).toEqual([])
})
