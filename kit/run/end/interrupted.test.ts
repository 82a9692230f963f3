import { expect, test } from 'vitest'
import type { Check } from '../../check/check.ts'
import type { Judgement } from '../../check/verdicts/judgement.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { CheckResult } from '../check-result.ts'
import { observedBefore, withdrawnText, withoutCutOff } from './interrupted.ts'

test('what was observed in an answer that a stop cut off is no observation', () => {
  const exchanges = [
    { id: 'e1', endedAt: 90 },
    { id: 'e2', endedAt: 100 },
  ] as Exchange[]
  const observed = (evidence: readonly string[]) => ({ id: 'lib.open.x', check: 'lib/one', value: 'x', evidence })
  const all = [observed(['e1']), observed(['e1', 'e2']), observed([])]
  expect(observedBefore(all, exchanges, 100)).toEqual([observed(['e1']), observed([])])
})

test.for<[string, Partial<Judgement>, number, string]>([
  ['missed an answer', { verdict: 'blocked', evidence: ['e2'] }, 110, 'not reached'],
  ['was refused by the limiter before', { verdict: 'blocked', evidence: ['e1'] }, 110, 'blocked'],
  [
    'waited for what another line would have it wait for',
    { verdict: 'blocked', line: 'a: 1', evidence: ['e1'] },
    110,
    'not reached',
  ],
  ['waited for another delivery', { verdict: 'blocked', evidence: ['d1'] }, 110, 'not reached'],
  ['found a contradiction in an answer that was cut off', { verdict: 'fail', evidence: ['e2'] }, 110, 'not reached'],
  ['did not meet something', { verdict: 'unexercised', why: 'not met', evidence: [] }, 110, 'not reached'],
  ['lacked a line', { verdict: 'unexercised', why: 'not claimed', evidence: [] }, 110, 'not claimed'],
  ['did not meet something before', { verdict: 'unexercised', why: 'not met', evidence: [] }, 90, 'not met'],
  ['missed an answer before', { verdict: 'blocked', evidence: [] }, 90, 'blocked'],
])('a check that was stopped and %s', ([_, judgement, endedAt, expected]) => {
  const exchanges = [
    { id: 'e1', endedAt: 90 },
    { id: 'e2', endedAt: 100 },
  ] as Exchange[]
  const check = { id: 'lib/one', phase: 'main' } as Partial<Check> as Check
  const judgements = [{ requirement: 'lib.loan.days', check: 'lib/one', ...judgement } as Judgement]
  const results = [{ check, verdict: 'blocked', judgements, startedAt: 80, endedAt } as CheckResult]
  const [found] = withoutCutOff(results, exchanges, 100).flatMap((each) => each.judgements)
  expect(found?.why ?? found?.verdict).toBe(expected)
})

test('what a check that was stopped had held against the target before stays', () => {
  const check = { id: 'lib/one', phase: 'main' } as Partial<Check> as Check
  const judgement = (requirement: string): Judgement =>
    ({ requirement, check: 'lib/one', verdict: 'fail', evidence: ['e1'] }) as Partial<Judgement> as Judgement
  const judgements = [judgement('lib.loan.days'), judgement('lib.loan.limit'), judgement('lib.loan.end')]
  const result = { check, verdict: 'fail', judgements, judgedAt: [95, 105], startedAt: 80, endedAt: 110 } as CheckResult
  const exchanges = [{ id: 'e1', endedAt: 90 }] as Exchange[]
  const found = withoutCutOff([result], exchanges, 100).flatMap((each) => each.judgements)
  expect(found.map(({ why, verdict }) => why ?? verdict)).toEqual(['fail', 'not reached', 'not reached'])
})

test('where a check was cut off nothing of the same statement that it found is kept', () => {
  const check = { id: 'lib/race', phase: 'main' } as Partial<Check> as Check
  const judged = (requirement: string, verdict: Judgement['verdict'], ...evidence: readonly string[]): Judgement =>
    ({ requirement, check: 'lib/race', verdict, reason: 'x', evidence }) as Partial<Judgement> as Judgement
  const told = (...judgements: readonly Judgement[]): readonly string[] => {
    const result = { check, verdict: 'blocked', judgements, startedAt: 80, endedAt: 110 } as CheckResult
    const exchanges = [
      { id: 'e1', endedAt: 90 },
      { id: 'e2', endedAt: 100 },
    ] as Exchange[]
    return withoutCutOff([result], exchanges, 100).flatMap((each) => each.judgements.map(({ verdict }) => verdict))
  }
  const kept = judged('lib.loan.days', 'pass', 'e1')
  expect(told(kept, judged('lib.loan.days', 'fail', 'e1', 'e2'))).toEqual(['unexercised', 'unexercised'])
  expect(told(kept, judged('lib.loan.days', 'blocked', 'e2'))).toEqual(['unexercised', 'unexercised'])
  expect(told(kept, judged('lib.loan.end', 'fail', 'e1', 'e2'))).toEqual(['pass', 'unexercised'])
})

test('where nobody ever answered nothing was under way', () => {
  const check = { id: 'lib/rule', phase: 'rules' } as Partial<Check> as Check
  const unmet = {
    requirement: 'lib.loan.days',
    check: 'lib/rule',
    verdict: 'unexercised',
    why: 'not met',
    evidence: [],
  }
  const result = { check, verdict: 'unexercised', judgements: [unmet as Partial<Judgement> as Judgement], endedAt: 110 }
  const told = (...exchanges: readonly object[]) =>
    withoutCutOff([result as Partial<CheckResult> as CheckResult], exchanges as Exchange[], 100).flatMap(
      ({ judgements }) => judgements.map(({ why, reason }) => [why, reason]),
    )
  const unheard = { id: 'e1', endedAt: 90, fault: { kind: 'refused', message: 'refused' } }
  expect(told(unheard)).toEqual([['not reached', 'the run ended before it']])
  expect(told(unheard, { id: 'e2', endedAt: 95, response: { status: 200 } })).toEqual([
    ['not reached', 'the run was stopped while it was under way'],
  ])
})

test('a recipe that was called when a service had answered for the last time may have met its end', () => {
  const check = { id: 'lib/one', phase: 'main' } as Partial<Check> as Check
  const recipe = { requirement: 'lib.loan.days', check: 'lib/one', verdict: 'blocked', reason: 'refused', evidence: [] }
  const told = (judgement: object, endedAt: number) =>
    withoutCutOff(
      [
        {
          check,
          verdict: 'blocked',
          judgements: [{ ...recipe, ...judgement } as Judgement],
          startedAt: 80,
          endedAt,
        } as CheckResult,
      ],
      [],
      100,
      90,
    ).flatMap((each) => each.judgements.map(({ why, verdict }) => why ?? verdict))
  expect(told({}, 95)).toEqual(['not reached'])
  expect(told({}, 85)).toEqual(['blocked'])
  expect(told({ evidence: ['e1'] }, 95)).toEqual(['blocked'])
})

test('what was told of checks while they ran, and is held against nobody since, is taken back', () => {
  const having = (...verdicts: readonly CheckResult['verdict'][]) =>
    verdicts.map((verdict) => ({ verdict }) as Partial<CheckResult> as CheckResult)
  const at = Date.UTC(2026, 0, 1, 13, 5, 59)
  expect(
    withdrawnText(having('fail', 'fail', 'blocked', 'pass'), having('fail', 'unexercised', 'unexercised', 'pass'), at),
  ).toEqual([
    'of the checks 1 fail, 1 blocked came from what was asked or awaited after 13:05:59 UTC, and are not counted',
  ])
  expect(withdrawnText(having('fail'), having('unexercised'), at)).toEqual([
    'of the checks 1 fail came from what was asked or awaited after 13:05:59 UTC, and is not counted',
  ])
  expect(withdrawnText(having('fail', 'pass'), having('fail', 'pass'), at)).toEqual([])
})
