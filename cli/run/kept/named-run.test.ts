import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { emptyFolder } from '../../../tests/command.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { reportOrLast } from './find.ts'
import { aboutOf, keepRun, keptRuns } from './kept-run.ts'

const sample = sampleReport(10)
const assembly = { name: 'assay', description: '', suites: [] }

/** A folder in which two runs are kept. */
async function keptFolder(): Promise<{ readonly cwd: string; readonly folders: readonly string[] }> {
  const cwd = emptyFolder()
  for (const [minute, id] of [
    [1, 'first1'],
    [2, 'second2'],
  ] as const) {
    const startedAt = `2026-03-01T12:0${minute}:00.000Z`
    const report: Report = { ...sample, run: { ...sample.run, id, startedAt } }
    await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: { config: 'pay.yaml' } }))
  }
  const runs = await keptRuns(cwd, 'assay')
  return { cwd, folders: runs.map(({ path }) => dirname(path)).toReversed() }
}

test('a run is named by its report, its folder, the name of that, its id, or as the last one', async () => {
  const { cwd, folders } = await keptFolder()
  const [first = '', second = ''] = folders
  const idOf = async (word: string): Promise<string> => (await reportOrLast(word, assembly, cwd)).report.run.id
  for (const word of [join(first, 'report.json'), first, `${first}/`, basename(first), 'first1', 'rst1'])
    expect([word, await idOf(word)]).toEqual([word, 'first1'])
  for (const word of [second, 'second2', 'last', join(cwd, '.assay')])
    expect([word, await idOf(word)]).toEqual([word, 'second2'])
  // How its target was named comes along.
  expect((await reportOrLast('first1', assembly, cwd)).about?.flags).toEqual({ config: 'pay.yaml' })
})

test('what names nothing is said to, and a folder that holds no report', async () => {
  const { cwd } = await keptFolder()
  const empty = join(cwd, 'empty')
  mkdirSync(empty)
  await expect(reportOrLast(empty, assembly, cwd)).rejects.toThrow('is a folder without a report; name a file')
  // Too short an end, and one of both.
  for (const word of ['st1', '-12T']) await expect(reportOrLast(word, assembly, cwd)).rejects.toThrow('does not exist')
  await expect(reportOrLast('third3', assembly, cwd)).rejects.toThrow('third3: does not exist; name a file')
  await expect(reportOrLast('last', assembly, emptyFolder())).rejects.toThrow('last: does not exist')
})

test('a folder with a report of CI in it is that report', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'report.json'), JSON.stringify(sample))
  expect((await reportOrLast(folder, assembly, emptyFolder())).report.run.id).toBe(sample.run.id)
})

test('of two runs beside each other the one that began last is the last one, whichever ends first', async () => {
  const cwd = emptyFolder()
  for (const [minute, id] of [
    [2, 'later'],
    [1, 'earlier'],
  ] as const) {
    const report: Report = { ...sample, run: { ...sample.run, id, startedAt: `2026-03-01T12:0${minute}:00.000Z` } }
    await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: {} }))
  }
  expect((await reportOrLast('last', assembly, cwd)).report.run.id).toBe('later')
  expect((await reportOrLast(join(cwd, '.assay'), assembly, cwd)).report.run.id).toBe('later')
})
