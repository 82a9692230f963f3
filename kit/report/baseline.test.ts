import { expect, test } from 'vitest'
import type { Verdict } from '../check/verdict.ts'
import { recorder } from '../evidence/recorder.ts'
import { heldAgainstBaseline, type KnownFailure, withBaseline } from './baseline.ts'
import type { Report, ReportedRequirement } from './schema/report.ts'

const requirement = (id: string, verdict: Verdict, why?: ReportedRequirement['why']) => ({ id, verdict, why })

const report = (exitCode: number, ...requirements: ReturnType<typeof requirement>[]): Report =>
  ({ outcome: { exitCode }, requirements }) as unknown as Report

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
  const made = report(1, requirement('a', 'fail'), requirement('b', 'pass'))
  expect(statesOf(made, entry('a'))).toEqual([0, 'holds'])
  expect(statesOf(made, entry('a', '2026-06-01'))).toEqual([0, 'holds'])
})

test('a failure that nobody knows closes it', () => {
  const made = report(1, requirement('a', 'fail'), requirement('b', 'fail'))
  const gate = heldAgainstBaseline(made, [entry('a')], '2026-06-01')
  expect(gate).toMatchObject({ exitCode: 1, fresh: ['b'] })
})

test.each([
  ['stale: it is kept', requirement('a', 'pass'), 'stale'],
  ['stale: it only warns', requirement('a', 'warn'), 'stale'],
  ['unmatched: it is not exercised', requirement('a', 'unexercised', 'not claimed'), 'unmatched'],
  ['unmatched: there is no such requirement', requirement('b', 'pass'), 'unmatched'],
])('%s: closed although nothing fails', (_, found, state) => {
  expect(statesOf(report(0, found), entry('a'))).toEqual([1, state])
})

test('an entry whose day is over closes the gate, and its failure counts again', () => {
  const gate = heldAgainstBaseline(report(1, requirement('a', 'fail')), [entry('a', '2026-05-31')], '2026-06-01')
  expect(gate).toMatchObject({ exitCode: 1, fresh: ['a'], known: [{ state: 'expired' }] })
})

test('what this run did not come to says nothing of an entry', () => {
  expect(statesOf(report(0, requirement('a', 'unexercised', 'not selected')), entry('a'))).toEqual([0, 'aside'])
})

test('what people wrote into a baseline is kept without secrets, what they have seen without people, and who they are', () => {
  const key = 'lib_live_0123456789abcdef'
  const record = recorder({ target: { secrets: [key] }, bodies: [], usual: new Map() })
  const made = report(1, requirement('a', 'fail'))
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

test('no verdict stays no verdict', () => {
  expect(statesOf(report(3, requirement('a', 'blocked')), entry('a'))).toEqual([3, 'aside'])
  expect(statesOf(report(4, requirement('a', 'broken')), entry('a'))).toEqual([4, 'aside'])
})
