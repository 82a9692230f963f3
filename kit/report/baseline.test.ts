import { expect, test } from 'vitest'
import { WAITS } from '../check/signals.ts'
import type { Verdict } from '../check/verdicts/verdict.ts'
import { recorder } from '../evidence/recorder.ts'
import { heldAgainstBaseline, type KnownFailure, withBaseline } from './baseline.ts'
import type { Report, ReportedRequirement } from './schema/report.ts'

const requirement = (id: string, verdict: Verdict, why?: ReportedRequirement['why']) => ({
  id,
  verdict,
  why,
  level: 'must' as const,
  judgements: [{ verdict, evidence: [] as string[] }],
})

type Requirements = readonly ReturnType<typeof requirement>[]

const reportOf = (requirements: Requirements, run: Partial<Report['run']> = {}): Report =>
  ({ requirements, faults: [], run: { only: [], skip: [], certify: false, ...run } }) as unknown as Report
const report = (...requirements: Requirements): Report => reportOf([requirement('kept', 'pass'), ...requirements])

const entry = (id: string, expires = '2026-12-31'): KnownFailure => ({
  requirement: id,
  reason: 'r',
  owner: 'o',
  expires,
})

const statesOf = (made: Report, ...known: KnownFailure[]) => {
  const gate = heldAgainstBaseline(made, known, '2026-06-01')
  return [gate.exitCode, ...gate.known.map(({ state }) => state)]
}

test('known failures open the gate', () => {
  const made = report(requirement('a', 'fail'), requirement('b', 'pass'))
  expect(statesOf(made, entry('a'))).toEqual([0, 'holds'])
  expect(statesOf(made, entry('a', '2026-06-01'))).toEqual([0, 'holds'])
})

test('a run that judged nothing but what is known opens the gate', () => {
  const asked = { only: ['a'] }
  const made = reportOf([requirement('a', 'fail'), requirement('b', 'unexercised', 'not selected')], asked)
  expect(heldAgainstBaseline(made, [entry('a')], '2026-06-01')).toMatchObject({ exitCode: 0, fresh: [] })
  const nothing = reportOf([requirement('a', 'unexercised', 'not selected')], asked)
  expect(heldAgainstBaseline(nothing, [entry('a')], '2026-06-01')).toMatchObject({ exitCode: 3 })
})

test('a failure that nobody knows closes it', () => {
  const made = report(requirement('a', 'fail'), requirement('b', 'fail'))
  const gate = heldAgainstBaseline(made, [entry('a')], '2026-06-01')
  expect(gate).toMatchObject({ exitCode: 1, fresh: ['b'] })
})

test.each([
  ['stale: it is kept', requirement('a', 'pass'), 'stale'],
  ['unmatched: it is not exercised', requirement('a', 'unexercised', 'not claimed'), 'unmatched'],
  ['unmatched: there is no such requirement', requirement('b', 'pass'), 'unmatched'],
])('%s: closed although nothing fails', (_, found, state) => {
  expect(statesOf(report(found), entry('a'))).toEqual([1, state])
})

test('an entry whose day is over closes the gate, and its failure counts again', () => {
  const gate = heldAgainstBaseline(report(requirement('a', 'fail')), [entry('a', '2026-05-31')], '2026-06-01')
  expect(gate).toMatchObject({ exitCode: 1, fresh: ['a'], known: [{ state: 'expired' }] })
})

test('an entry whose day is over is stale where its statement is kept, and aside where a run of a part did not judge it for good', () => {
  expect(statesOf(report(requirement('a', 'pass')), entry('a', '2026-05-31'))).toEqual([1, 'stale'])
  expect(statesOf(report(requirement('a', 'blocked')), entry('a', '2026-05-31')).slice(1)).toEqual(['expired'])
  const [open, other] = [
    requirement('a', 'unexercised', 'not selected'),
    requirement('a', 'unexercised', 'not claimed'),
  ]
  expect(statesOf(report(open), entry('a', '2026-05-31'))).toEqual([0, 'aside'])
  expect(statesOf(report(other), entry('a', '2026-05-31'))).toEqual([1, 'expired'])
  for (const part of [{ only: ['a'] }, { skip: ['b/c'] }]) {
    const of = (found: typeof open) => reportOf([requirement('kept', 'pass'), found], part)
    expect(statesOf(of(requirement('a', 'pass')), entry('a', '2026-05-31'))).toEqual([0, 'aside'])
    expect(statesOf(of(other), entry('a', '2026-05-31'))).toEqual([0, 'aside'])
    expect(statesOf(of(requirement('a', 'fail')), entry('a', '2026-05-31'))).toEqual([1, 'expired'])
    expect(statesOf(of(requirement('a', 'pass')), entry('a'))).toEqual([0, 'aside'])
  }
})

test('a day that is over is told of an entry that is left aside, where no state says so', () => {
  const overIn = (found: ReturnType<typeof requirement>, expires: string) =>
    heldAgainstBaseline(report(found), [entry('a', expires)], '2026-06-01').known.map(({ isOver }) => isOver)
  const open = requirement('a', 'unexercised', 'not selected')
  expect(overIn(open, '2026-05-31')).toEqual([true])
  expect(overIn(open, '2026-06-01')).toEqual([undefined])
  expect(overIn(requirement('a', 'fail'), '2026-05-31')).toEqual([undefined])
})

test('what a quick run keeps in a part of what a statement is judged by is left aside', () => {
  const judged = (reason: string) => ({
    check: 'a/late',
    verdict: 'unexercised' as const,
    why: 'not selected' as const,
    reason,
    evidence: [],
  })
  const found = (reason: string) => ({ ...requirement('a', 'pass'), judgements: [judged(reason)] })
  expect(statesOf(report(found(WAITS)), entry('a'))).toEqual([0, 'aside'])
  expect(statesOf(report(found('the seed chose another')), entry('a'))).toEqual([1, 'stale'])
})

test('what this run did not come to says nothing of an entry', () => {
  expect(statesOf(report(requirement('a', 'unexercised', 'not selected')), entry('a'))).toEqual([0, 'aside'])
})

test('what people wrote into a baseline is kept without secrets, what they have seen without people, and who they are', () => {
  const key = 'lib_live_0123456789abcdef'
  const record = recorder({ target: { secrets: [key] }, bodies: [], usual: new Map() })
  const made = report(requirement('a', 'fail'))
  const known = [
    { ...entry('a'), reason: `${key} of 255712345678`, owner: `asha@example.com with ${key}` },
    entry(`b-${key}`),
  ]
  const { gate } = withBaseline(
    made,
    { ...heldAgainstBaseline(made, known, '2026-06-01'), baseline: `/${key}.yaml` },
    record,
  )
  expect(JSON.stringify(gate)).not.toMatch(/0123456789abcdef|255712345678/)
  expect(gate?.known[0]).toMatchObject({ requirement: 'a', state: 'holds', owner: 'asha@example.com with [secret]' })
  expect(gate).toMatchObject({ exitCode: 1, fresh: [], known: [{}, { state: 'unmatched' }] })
})

test('a known failure does not hide what kept the run from a verdict', () => {
  const known = [requirement('a', 'fail'), requirement('kept', 'pass')]
  const blocked = reportOf([...known, requirement('b', 'blocked')])
  expect(heldAgainstBaseline(blocked, [entry('a')], '2026-06-01')).toMatchObject({
    exitCode: 3,
    because: '1 must blocked: b',
  })
  const few = reportOf([...known, requirement('b', 'unexercised', 'not claimed')], { minExercised: 0.9 })
  expect(heldAgainstBaseline(few, [entry('a')], '2026-06-01')).toMatchObject({
    exitCode: 3,
    because: expect.stringMatching(/^66\.6 % of the statements were exercised .* 90 % are asked for$/),
  })
  expect(statesOf(reportOf(few.requirements as never, { minExercised: 0.6 }), entry('a'))).toEqual([0, 'holds'])
  // What nobody knows is told before what is missing.
  expect(statesOf(reportOf([...known, requirement('b', 'blocked'), requirement('c', 'fail')]), entry('a'))).toEqual([
    1,
    'holds',
  ])
})

test('what a known failure is about stands in the way of nobody while it is known', () => {
  const judged = (id: string, verdict: Verdict, ...evidence: string[]) => ({
    ...requirement(id, verdict),
    judgements: [{ verdict, evidence }],
  })
  const made = reportOf([requirement('kept', 'pass'), judged('a', 'fail', 'x1'), judged('b', 'blocked', 'x1')] as never)
  expect(heldAgainstBaseline(made, [entry('a')], '2026-06-01')).toMatchObject({ exitCode: 0, behind: ['b'] })
  expect(heldAgainstBaseline(made, [], '2026-06-01')).toMatchObject({ exitCode: 1, fresh: ['a'] })
  const other = [requirement('kept', 'pass'), judged('a', 'fail', 'x1'), judged('b', 'blocked', 'x2')]
  const gate = heldAgainstBaseline(reportOf(other as never), [entry('a')], '2026-06-01')
  expect(gate.exitCode).toBe(3)
  expect(gate).not.toHaveProperty('behind')
})

test('where warnings fail a run they are known or close the gate', () => {
  const warned = [requirement('kept', 'pass'), requirement('a', 'warn')]
  const strict = reportOf(warned, { failOn: 'warn' })
  expect(heldAgainstBaseline(strict, [], '2026-06-01')).toMatchObject({ exitCode: 1, fresh: ['a'] })
  expect(statesOf(strict, entry('a'))).toEqual([0, 'holds'])
  // The same entry serves jobs that count warnings and jobs that do not.
  expect(statesOf(reportOf(warned), entry('a'))).toEqual([0, 'warned'])
  expect(statesOf(reportOf(warned), entry('a', '2026-05-31'))).toEqual([1, 'expired'])
})

test('no verdict stays no verdict', () => {
  expect(statesOf(report(requirement('a', 'blocked')), entry('a'))).toEqual([3, 'aside'])
  expect(statesOf(report(requirement('a', 'broken')), entry('a'))).toEqual([4, 'aside'])
})

test('what a run of a part, or one that ended early, has kept is left aside: it may fail in what was not sent', () => {
  const kept = [requirement('a', 'pass'), requirement('b', 'fail')]
  for (const run of [{ only: ['a'] }, { skip: ['c'] }, { stopped: 'gone' as const }])
    expect(statesOf(reportOf(kept, run), entry('a'), entry('b')).slice(1)).toEqual(['aside', 'holds'])
  expect(statesOf(reportOf(kept), entry('a'), entry('b'))).toEqual([1, 'stale', 'holds'])
})

test('what a run of less depth keeps than the one that a baseline was made of is left aside', () => {
  const kept = report(requirement('a', 'pass'))
  const states = (depth?: 'deep' | 'quick') =>
    heldAgainstBaseline({ ...kept, run: { ...kept.run, depth: 'standard' } }, [entry('a')], '2026-06-01', depth).known
  expect(states('deep').map(({ state }) => state)).toEqual(['aside'])
  expect(states('quick').map(({ state }) => state)).toEqual(['stale'])
  expect(states().map(({ state }) => state)).toEqual(['stale'])
})
