import { expect, test } from 'vitest'
import { WAITS } from '../../../kit/check/signals.ts'
import type { Plan } from '../../../kit/plan/plan.ts'
import { defineCheck } from '../../../tests/made-up/service.ts'
import { nothingToSee } from './nothing-to-see.ts'

const run = () => Promise.resolve()
const sends = defineCheck({ id: 'lib/loan/asks', title: 'one', covers: ['lib.loan.days'], run })
const looks = defineCheck({ id: 'lib/loan/looks', title: 'two', covers: ['lib.loan.limit'], phase: 'rules', run })
const planned = (
  selected: readonly (typeof sends)[],
  ...excluded: Plan['excluded']
): Pick<Plan, 'selected' | 'excluded'> => ({
  selected: selected.map(({ id, title, phase }) => ({ id, title, phase })),
  excluded,
})
const both = [sends, looks]

test('where all that is selected looks on, what selects somebody who sends is named', () => {
  expect(nothingToSee({ only: ['lib.loan.limit'] }, both, planned([looks]))).toEqual([
    'lib/loan/looks looks at what other checks send, and none of those is selected: --only "lib.loan.limit" "lib.loan.*" selects some as well',
  ])
  expect(nothingToSee({}, both, planned([looks]))).toEqual([])
  expect(nothingToSee({ only: ['lib.loan.*'] }, both, planned(both))).toEqual([])
})

test.for([
  ['is left to another depth', WAITS, /those that send wait for time to pass, .*: --depth standard asks them/],
  ['lacks a line of the target file', 'it needs a key', /those that send lack something, as the plan says/],
] as const)('where who sends %s, that is said', ([_, reason, expected]) => {
  const plan = planned([looks], { why: 'not claimed', reason, line: 'allow: 1', checks: [sends.id] })
  expect(nothingToSee({ only: ['lib.loan.*'] }, both, plan).join()).toMatch(expected)
})
