import { expect, test } from 'vitest'
import { defineCheck, defineRule, libraryService, libraryTarget } from '../../../tests/made-up/service.ts'
import type { Check } from '../../check/check.ts'
import { lastingBudgets } from './lasting-budgets.ts'
import { plannedGaps, plannedSteps } from './planned-steps.ts'

const covers = ['lib.loan.created'] as const
const asking = defineCheck({
  id: 'lib/test/asks',
  title: '',
  covers: [...covers],
  needs: ['library.bodies.loan'],
  run: async () => undefined,
})
const rule = defineRule({ id: 'lib/test/sees', title: '', covers: [...covers], run: async () => undefined })
const other = defineCheck({ id: 'lib/test/other', title: '', covers: [...covers], run: async () => undefined })

const linesOf = (...checks: readonly Check[]) =>
  plannedSteps({
    target: libraryTarget(),
    services: [libraryService],
    checks,
    depth: 'standard',
    hasPerson: false,
  }).flatMap(({ lines }) => lines)

test('what a check that runs would not say of a requirement waits for the claim that it is judged with', () => {
  const sealed = defineRule({
    id: 'lib/test/sealed',
    title: '',
    covers: ['lib.event.signed', 'lib.loan.created'],
    judgedWith: { 'lib.event.signed': ['library.signingKey'] },
    run: async () => undefined,
  })
  expect(linesOf(sealed, other)).toContain('library.signingKey: "${LIB_SIGNING_KEY}"')
  expect(linesOf(sealed, other).some((line) => line.startsWith('library.bodies'))).toBe(false)
})

test('what a check leaves to another depth waits for no line here', () => {
  const leaving = { ...asking, leaves: (_id: string, _target: unknown, depth: string) => depth === 'standard' }
  expect(linesOf(leaving)).toEqual([])
  expect(linesOf(leaving, asking)).toEqual(linesOf(asking))
})

test('a rule, which may come to see nothing, does not stand for a check that would not run', () => {
  expect(linesOf(asking, rule)).toContain('library.bodies.loan: { title: "…" }   # to fill in: title')
  expect(linesOf(asking, other)).toEqual([])
  expect(linesOf(rule)).toEqual([])
})

test('a must that a rule of the run may judge all the same is told from one that waits', () => {
  const gaps = (...checks: readonly Check[]) =>
    plannedGaps({
      target: libraryTarget({ keys: { reader: ['r'] } }),
      services: [libraryService],
      checks,
      depth: 'standard',
      hasPerson: false,
    })
  expect([...gaps(asking, rule).seenPerhaps]).toEqual(['lib.loan.created'])
  expect(gaps(asking).steps.flatMap(({ requirements }) => requirements)).toEqual(['lib.loan.created'])
  expect([...gaps(asking).seenPerhaps]).toEqual([])
  const blind = { ...rule, judgedWith: { 'lib.loan.created': ['library.signingKey'] } }
  expect([...gaps(asking, blind).seenPerhaps]).toEqual([])
  const waiting = { ...rule, needs: ['library.bodies.loan'] }
  expect([...gaps(asking, waiting).seenPerhaps]).toEqual([])
  // Without a key there is next to nothing to see.
  const keyless = { target: libraryTarget(), services: [libraryService], checks: [asking, rule] }
  expect([...plannedGaps({ ...keyless, depth: 'standard', hasPerson: false }).seenPerhaps]).toEqual([])
})

test('what takes a part of a budget of 0 waits for more of it, beside what it waits for otherwise', () => {
  const cost = { spends: { loans: 1 } }
  const spending = { ...other, cost }
  const both = { ...asking, cost, covers: ['lib.loan.days'] }
  const stepsOf = (allow: object) =>
    plannedSteps({
      target: libraryTarget({ keys: { reader: ['r'] } }, { allow: { copies: 5, ...allow } }),
      services: [libraryService],
      checks: [spending, both],
      depth: 'standard',
      hasPerson: false,
    })
  expect(stepsOf({ loans: 1 }).map(({ requirements }) => requirements)).toEqual([['lib.loan.days']])
  expect(stepsOf({ loans: 0 })).toEqual([
    { lines: ['allow.loans: 12'], requirements: ['lib.loan.created'] },
    { lines: ['library.bodies.loan: { title: "…" }   # to fill in: title'], requirements: ['lib.loan.days'] },
  ])
})

test('a budget that is proposed to a certification lasts for all its checks', () => {
  const spending = ['lib/test/one', 'lib/test/two'].map((id) =>
    defineCheck({
      id: id as `lib/${string}`,
      title: '',
      covers: [...covers],
      tier: 'write',
      cost: { spends: { loans: 40 } },
      run: async () => undefined,
    }),
  )
  const proposed = (certify: boolean): string[] =>
    plannedSteps({
      target: libraryTarget({}, { environment: 'test' }),
      services: [libraryService],
      checks: spending,
      depth: 'standard',
      hasPerson: false,
      certify,
    }).flatMap(({ lines }) => lines.filter((line) => line.startsWith('allow.loans')))
  expect(proposed(false)).not.toEqual(proposed(true))
  expect(proposed(true)).toEqual(['allow.loans: 100'])
})

test('of limits that are too low a certification is proposed the one that lasts for all', () => {
  const days: Readonly<Record<string, number>> = { 'library.bodies.loan': 20, 'library.outcomes.returned': 90 }
  const overLimit = (_target: unknown, claim: string) =>
    days[claim] === undefined ? undefined : { reason: '', line: `allow.days: ${days[claim]}   # in place of 14` }
  const returning = defineCheck({
    id: 'lib/test/returns',
    title: '',
    covers: ['lib.event.signed'],
    needs: ['library.outcomes.returned'],
    run: async () => undefined,
  })
  const options = {
    target: libraryTarget(
      { keys: { reader: ['a'] }, bodies: { loan: {} }, outcomes: { returned: { run: 'x' } } },
      { allow: { days: 14 } },
    ),
    services: [{ ...libraryService, overLimit }],
    checks: [asking, returning],
    depth: 'deep' as const,
    hasPerson: false,
  }
  const line = 'allow.days: 90   # in place of 14'
  expect(plannedSteps(options).map(({ lines }) => lines)).toEqual([[line]])
  const proposed = (certify: boolean): string =>
    lastingBudgets({ ...options, certify })('allow.days: 20   # in place of 14')
  expect([proposed(true), proposed(false)]).toEqual([line, 'allow.days: 20   # in place of 14'])
})

test('what may not be used for a limit is known to wait for it where a check that runs looks at it', () => {
  const overLimit = (_target: unknown, claim: string) =>
    claim === 'library.outcomes.returned' ? { reason: '', line: 'allow.days: 90' } : undefined
  const looking = defineCheck({
    id: 'lib/test/looks',
    title: '',
    covers: ['lib.event.signed'],
    judgedWith: { 'lib.event.signed': ['library.outcomes.returned'] },
    run: async () => undefined,
  })
  const [step] = plannedSteps({
    target: libraryTarget({ keys: { reader: ['a'] }, outcomes: { returned: { run: 'x' } } }, { allow: { days: 14 } }),
    services: [{ ...libraryService, overLimit }],
    checks: [looking],
    depth: 'deep',
    hasPerson: false,
  })
  expect(step).toMatchObject({ lines: ['allow.days: 90'], requirements: ['lib.event.signed'] })
})
