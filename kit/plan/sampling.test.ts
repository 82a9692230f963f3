import { expect, test } from 'vitest'
import { sections } from '../../tests/made-up/sections.ts'
import { defineCheck } from '../../tests/made-up/service.ts'
import type { Cost } from '../check/order/cost.ts'
import { WAITS } from '../check/signals.ts'
import { resolveTarget } from '../target/target.ts'
import { leftOut } from './depth.ts'
import { costOf, generatedBudget, samplingOf, withinBudget, withoutUnaskedValues } from './sampling.ts'

const target = (environment: 'local' | 'test', generated?: number) =>
  resolveTarget(
    {
      environment,
      library: { baseUrl: 'http://127.0.0.1:9' },
      ...(generated === undefined ? {} : { allow: { generated } }),
    },
    { sections, secrets: [] },
  )

const runs = { standard: 40, deep: 300 }
const check = defineCheck({
  id: 'lib/generated/some',
  title: 'Some values',
  covers: ['lib.loan.created'],
  generated: runs,
  cost: { requests: { reader: 120 } },
  run: () => Promise.resolve(),
})

test.each([
  ['local', 'quick', undefined, 0],
  ['local', 'standard', undefined, 0],
  ['local', 'standard', 200, 200],
  ['local', 'deep', undefined, 20_000],
  ['local', 'deep', 0, 0],
  ['test', 'deep', undefined, 0],
  ['test', 'standard', 50, 50],
  ['test', 'quick', 50, 0],
] as const)(
  'a %s target at the depth %s that allows %s may be sent %d requests',
  (environment, depth, allowed, expected) => {
    expect(generatedBudget({ target: target(environment, allowed), depth })).toBe(expected)
  },
)

test('values by depth, by --runs, and smaller ones on local targets only', () => {
  const asked = { target: target('local'), depth: 'deep', seed: 7, runs: undefined, path: undefined } as const
  expect(samplingOf(runs, asked)).toEqual({ runs: 300, seed: 7, shrinks: true })
  expect(samplingOf(runs, { ...asked, depth: 'standard' }).runs).toBe(40)
  expect(samplingOf(runs, { ...asked, runs: 5 }).runs).toBe(5)
  expect(samplingOf(runs, { ...asked, target: target('test', 50) }).shrinks).toBe(false)
})

test('the price grows with the number of values', () => {
  expect(costOf(check, { runs: 40 }).requests).toEqual({ reader: 120 })
  expect(costOf(check, { runs: 300 }).requests).toEqual({ reader: 900 })
  expect(costOf({ cost: { spends: { loans: 2 } } }, { runs: 300 })).toEqual({ spends: { loans: 2 } })
})

test('what is left out says which line changes it', () => {
  expect(leftOut(check, { depth: 'standard', target: target('local') })).toMatchObject({
    why: 'not permitted',
    line: 'allow.generated: 200',
  })
  expect(leftOut(check, { depth: 'deep', target: target('local') })).toBeUndefined()
  expect(
    leftOut({ depth: 'standard', phase: 'exclusive', cost: {} }, { depth: 'quick', target: target('local') }),
  ).toMatchObject({
    why: 'not selected',
  })
  expect(
    leftOut({ depth: 'standard', phase: 'main', cost: {} }, { depth: 'quick', target: target('local') }),
  ).toBeUndefined()
})

test('what the standard depth leaves out as well is not left to it by a quick run, and no line brings it there', () => {
  const waiting = { ...check, phase: 'exclusive' as const }
  const left = (generated?: number) => leftOut(waiting, { depth: 'quick', target: target('local', generated) })
  expect(left()).toMatchObject({ why: 'not permitted', line: undefined })
  expect(left(0)).toMatchObject({ why: 'not permitted', line: undefined })
  expect(left(200)).toMatchObject({ why: 'not selected', message: WAITS })
})

test('a run that was not asked to go deep tries no values that the file does not allow', () => {
  expect(withoutUnaskedValues(target('local'), { depth: 'deep' }).allow.generated).toBeUndefined()
  expect(withoutUnaskedValues(target('local'), {}).allow.generated).toBe(0)
  expect(withoutUnaskedValues(target('local', 9), {}).allow.generated).toBe(9)
})

test('a certification tries no values, whatever the file allows, and says so of what it leaves out', () => {
  expect(withoutUnaskedValues(target('local', 200), { certify: true }).allow.generated).toBe(0)
  expect(withoutUnaskedValues(target('local'), { certify: true, depth: 'deep' }).allow.generated).toBe(0)
  const left = leftOut(check, { depth: 'deep', target: target('local', 0), certify: true })
  expect(left).toMatchObject({ why: 'not selected' })
  expect(left?.line).toBeUndefined()
})

test('checks with generated values share their budget, each as much as the others until it has enough', () => {
  const { generated: _, ...plain } = check
  const priced = (requests: Cost['requests'] = {}, more: object = { generated: runs }) => ({
    ...plain,
    cost: { requests },
    ...more,
  })
  const shared = withinBudget(
    [priced({ reader: 900 }), priced({ reader: 10 }), priced({ reader: 60, other: 300 }), priced({ reader: 500 }, {})],
    200,
  )
  expect(shared.map(({ cost }) => cost.requests)).toEqual([
    { reader: 95 },
    { reader: 10 },
    { reader: 60, other: 35 },
    { reader: 500 },
  ])
  expect(withinBudget([priced({ reader: 10 })], 200)[0]?.cost.requests).toEqual({ reader: 10 })
})
