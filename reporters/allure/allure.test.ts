import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Report } from '../../kit/report/report.ts'
import { sampleReport } from '../../tests/made-up/sample-report.ts'
import { writeAllure } from './allure.ts'

interface Result {
  readonly fullName: string
  readonly status: string
  readonly start: number
  readonly stop: number
  readonly statusDetails: { readonly message?: string; readonly known?: boolean }
  readonly labels: readonly { readonly name: string; readonly value: string }[]
  readonly steps: readonly { readonly name: string; readonly status: string; readonly steps: readonly unknown[] }[]
}

const CHECK = 'one/area/check'
const folders: string[] = []
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true })
})

/** A report whose one check judges these verdicts, each for a requirement of its own. */
function judging(verdicts: readonly Report['checks'][number]['verdict'][], verdict = verdicts[0] ?? 'pass'): Report {
  const report = sampleReport()
  return {
    ...report,
    requirements: report.requirements.slice(0, verdicts.length).map((each, index) => ({
      ...each,
      judgements: [{ check: CHECK, verdict: verdicts[index] ?? 'pass', subject: 'it', evidence: [] }],
    })),
    checks: [{ id: CHECK, title: 'It is so', verdict, startedAt: 1000, ms: 250 }],
  }
}

async function written(report: Report): Promise<readonly Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-allure-'))
  folders.push(folder)
  await writeAllure(report, folder)
  return readdirSync(folder)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

test.for([
  ['pass', 'passed'],
  ['noted', 'passed'],
  ['warn', 'passed'],
  ['fail', 'failed'],
  ['blocked', 'broken'],
  ['broken', 'broken'],
  ['unexercised', 'skipped'],
] as const)('a check that is %s is %s', async ([verdict, status]) => {
  const [result] = await written(judging([verdict]))
  expect(result).toMatchObject({ fullName: CHECK, status, start: 1000, stop: 1250 })
  expect(result?.steps).toMatchObject([{ status }])
})

test('a result has a step for each judgement, and is labelled by what it judges', async () => {
  const report = judging(['fail', 'pass', 'warn'], 'fail')
  const [result] = await written(report)
  const ids = report.requirements.map(({ id }) => id)
  expect(result?.steps.map(({ name }) => name)).toEqual([`${ids[0]}: fail`, `${ids[1]}: pass`, `${ids[2]}: warn`])
  // What decided has its words attached, a pass has nothing to tell.
  expect(result?.steps.map(({ steps }) => steps.length)).toEqual([1, 0, 1])
  expect(result?.statusDetails.message).toContain(ids[0])
  expect(result?.statusDetails.message).not.toContain(ids[1])
  const labels = (wanted: string) => result?.labels.filter(({ name }) => name === wanted).map(({ value }) => value)
  expect(labels('story')).toEqual(ids)
  expect(labels('epic')).toEqual([report.requirements[0]?.at.split(' › ')[0]])
  expect(labels('check')).toEqual([CHECK])
  expect(labels('suite')).toEqual(['area'])
  expect(labels('severity')).toHaveLength(1)
})

test('a contradiction is known where the baseline knows all that the check contradicts', async () => {
  const report = judging(['fail', 'fail'])
  const entry = { reason: 'r', owner: 'o', expires: '9999-12-31', state: 'holds' as const }
  const gated = (many: number): Report => ({
    ...report,
    gate: {
      baseline: 'known.yaml',
      known: report.requirements.slice(0, many).map(({ id }) => ({ requirement: id, ...entry })),
      fresh: report.requirements.slice(many).map(({ id }) => id),
      exitCode: many === 2 ? 0 : 1,
    },
  })
  expect((await written(gated(2)))[0]?.statusDetails.known).toBe(true)
  expect((await written(gated(1)))[0]?.statusDetails.known).toBeUndefined()
})

test('a warning is failed where warnings fail the run, and known where a baseline knows it', async () => {
  const report = judging(['warn', 'pass'], 'warn')
  const counting = { ...report, run: { ...report.run, failOn: 'warn' as const } }
  const [result] = await written(counting)
  expect(result).toMatchObject({ status: 'failed', steps: [{ status: 'failed' }, { status: 'passed' }] })
  const [first] = report.requirements
  const entry = { requirement: first!.id, state: 'holds', owner: 'us', expires: '2026-12-31', reason: 'ticket 1' }
  const gate = { baseline: 'known.yaml', exitCode: 0, known: [entry], fresh: [] } as unknown as NonNullable<
    Report['gate']
  >
  const [known] = await written({ ...counting, gate })
  expect(known?.statusDetails.known).toBe(true)
})

test('what kept the run from a verdict is a result of its own: skipped ones alone would look like success', async () => {
  const report = judging(['unexercised'])
  const outcome = { ...report.outcome, headline: 'no target', because: 'the target went away', exitCode: 5 } as const
  const results = await written({ ...report, outcome, run: { ...report.run, stopped: 'gone' } })
  const own = results.find(({ fullName }) => fullName === 'target')
  expect(own).toMatchObject({ status: 'broken', statusDetails: { message: 'no target: the target went away' } })
  expect(results).toHaveLength(2)
})
