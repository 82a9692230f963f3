import { describe, expect, test } from 'vitest'
import { UNSELECTED } from '../plan/selection.ts'
import { exitCodeOf, type JudgedFacts, outcomeOf } from './outcome.ts'
import type { ReportedRequirement } from './schema/report.ts'

const requirement = (verdict: ReportedRequirement['verdict'], rest: Partial<ReportedRequirement> = {}) =>
  ({ id: 'lib.loan.created', level: 'must', at: 'Loans › Create', text: '', verdict, judgements: [], ...rest }) as const

const facts = (
  requirements: readonly ReportedRequirement[],
  run: Partial<JudgedFacts['run']> = {},
  faults: readonly string[] = [],
): JudgedFacts => ({
  requirements,
  faults,
  run: {
    id: 'asy1',
    seed: 1,
    depth: 'standard',
    startedAt: '',
    endedAt: '',
    seconds: { total: 0, working: 0, waiting: 0 },
    certify: false,
    only: [],
    skip: [],
    ...run,
  },
})

const pass = requirement('pass')
const fail = requirement('fail')

describe('exitCodeOf', () => {
  test.for<[string, JudgedFacts, number]>([
    ['kept', facts([pass, requirement('warn'), requirement('noted')]), 0],
    ['a failure', facts([pass, fail]), 1],
    ['a failure beside something blocked', facts([fail, requirement('blocked')]), 1],
    ['a broken check outranks a failure', facts([fail, requirement('broken')]), 4],
    ['a fault outside of checks', facts([pass], {}, ['2 of 3 checks did not run']), 4],
    ['a blocked must', facts([pass, requirement('blocked')]), 3],
    ['a blocked should', facts([pass, requirement('blocked', { level: 'should' })]), 0],
    ['nothing at all', facts([]), 3],
    ['nothing exercised', facts([requirement('unexercised'), requirement('noted')]), 3],
    ['stopped, kept so far', facts([pass], { stopped: 'time' }), 3],
    ['stopped after a failure', facts([fail], { stopped: 'interrupt' }), 1],
    ['gone midway, after a failure', facts([fail], { stopped: 'gone' }), 5],
    ['gone midway, after a fault of the suite', facts([requirement('broken')], { stopped: 'gone' }), 4],
    ['certifying with a gap', facts([pass, requirement('unexercised', { why: 'not claimed' })], { certify: true }), 3],
    ['a gap without certifying', facts([pass, requirement('unexercised', { why: 'not claimed' })]), 0],
    [
      'certifying with what nobody can see',
      facts([pass, requirement('unexercised', { why: 'unobservable' })], { certify: true }),
      0,
    ],
    [
      'certifying with an optional gap',
      facts([pass, requirement('unexercised', { level: 'should', why: 'not met' })], { certify: true }),
      0,
    ],
  ])('%s', ([, given, code]) => {
    expect(exitCodeOf(given)).toBe(code)
  })

  test('says why it is inconclusive', () => {
    expect(outcomeOf(facts([pass, requirement('blocked'), requirement('blocked')])).because).toBe(
      '2 musts blocked: lib.loan.created and 1 more',
    )
    const both = outcomeOf(facts([pass, requirement('blocked')], { minExercised: 0.8 }))
    expect(both).toMatchObject({ exitCode: 3, headline: 'inconclusive' })
    expect(both.because).toBe(
      '1 must blocked: lib.loan.created; 50 % of the statements were exercised (1 of 2), and 80 % are asked for',
    )
  })

  test('counts what was not exercised', () => {
    const open = requirement('unexercised', { why: 'not claimed' })
    expect(outcomeOf(facts([pass, open])).because).toBe(`1 of 2 musts was not exercised (${open.id})`)
    expect(outcomeOf(facts([pass, open, open])).because).toBe(
      `2 of 3 musts were not exercised (${open.id}, ${open.id})`,
    )
    const late = requirement('unexercised', { why: 'not met', reason: 'it came late' })
    const early = requirement('unexercised', { why: 'not met', reason: 'it came early' })
    expect(outcomeOf(facts([pass, late, early])).because).toBe(
      `2 of 3 musts were not exercised (${late.id}: it came late; ${early.id}: it came early)`,
    )
    expect(outcomeOf(facts([pass, late, late])).because).toBe(
      `2 of 3 musts were not exercised (${late.id}, ${late.id}: it came late)`,
    )
  })

  test('says of what the exercised are a share', () => {
    const open = requirement('unexercised', { why: 'not claimed' })
    const unseen = requirement('unexercised', { why: 'unobservable' })
    expect(outcomeOf(facts([pass, open, unseen, requirement('inapplicable')], { minExercised: 0.8 })).because).toBe(
      '50 % of the statements were exercised (1 of 2; 2 inapplicable or unobservable left out), and 80 % are asked for',
    )
    expect(outcomeOf(facts([pass, open], { minExercised: 0.8 })).because).toContain('(1 of 2), and')
  })
})

describe('a run that left out a part of what a must is judged by', () => {
  const left = (check: string) => ({
    check,
    verdict: 'unexercised' as const,
    why: 'not selected' as const,
    reason: UNSELECTED,
    evidence: [],
  })
  const kept = (check: string, rest: Partial<ReportedRequirement> = {}) =>
    requirement('pass', { judgements: [left(check)], ...rest })
  const said = (made: ReportedRequirement, run: Partial<JudgedFacts['run']>): string => {
    const { headline, because } = outcomeOf(facts([pass, made], run))
    return because === '' ? headline : `${headline}: ${because}`
  }

  test('is not conformant, and says what --skip left out', () => {
    const skip = ['lib/late']
    expect(said(kept('lib/late'), { skip })).toBe('nothing broken: lib/late was left out')
    expect(said(kept('lib/late'), { skip: [...skip, 'lib.x'] })).toBe('nothing broken: lib/late, lib.x were left out')
    const open = requirement('unexercised', { id: 'lib.x', judgements: [left('lib/late')], reason: UNSELECTED })
    expect(said(open, { skip })).toBe(
      `nothing broken: lib/late was left out; 1 of 2 musts was not exercised (lib.x: ${UNSELECTED})`,
    )
    expect(exitCodeOf(facts([kept('lib/late')], { skip }))).toBe(0)
  })

  test('is conformant where it would not have asked it, or where no must is judged by it', () => {
    expect(said(pass, { skip: ['lib/late'] })).toBe('conformant')
    expect(said(kept('lib/generated/many'), { skip: ['*/generated/*'] })).toBe('conformant')
    expect(said(kept('lib/late', { level: 'should' }), { skip: ['lib/late'] })).toBe('conformant')
  })
})
