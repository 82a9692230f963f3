import { expect, test } from 'vitest'
import type { Report } from '../../../kit/report/report.ts'
import { emptyFolder } from '../../../tests/command.ts'
import { sampleReport } from '../../../tests/made-up/sample-report.ts'
import { elsewhereText } from './elsewhere.ts'
import { keeping } from './keeping.ts'
import { aboutOf, keepRun, keptRuns } from './kept-run.ts'
import { lastFailed } from './last-failed.ts'

const sample = sampleReport(10)
const assembly = { name: 'assay', description: '', suites: [] }

/** A run of the service at a port, and of one that has a name. */
const at = (port: number, minute: number, name = `127.0.0.1:${port}`): Report => ({
  ...sample,
  run: { ...sample.run, id: `asy${port}${minute}`, startedAt: `2026-03-01T12:0${minute}:00.000Z` },
  target: { ...sample.target, name, baseUrls: { payment: `http://127.0.0.1:${port}` } },
})

/** A folder in which these are kept, of one target file. */
async function keptFolder(...reports: readonly Report[]): Promise<string> {
  const cwd = emptyFolder()
  for (const report of reports)
    await keepRun(cwd, report, aboutOf(report, { command: 'assay', flags: { config: 'pay.yaml' } }))
  return cwd
}

const MOVED =
  'kept at another address: 2 of 127.0.0.1:4000; a name in the target file (name: …) keeps the runs of all addresses together'

test('runs of a target without a name are told of where its port changed', async () => {
  const cwd = await keptFolder(at(4000, 1), at(4000, 2), at(5000, 3, 'staging'))
  expect(await elsewhereText('127.0.0.1:4001', await keptRuns(cwd, 'assay'))).toBe(MOVED)
  await expect(lastFailed({ name: '127.0.0.1:4001', baseUrls: {} }, {}, [], assembly, cwd)).rejects.toThrow(
    `--last-failed: of 127.0.0.1:4001 no run is kept in this folder; ${MOVED}`,
  )
})

test('the first run at another port says so, once, and where it was named in the same way', async () => {
  const cwd = await keptFolder(at(4000, 1), at(4000, 2))
  const said = (report: Report, config: string): Promise<string> => keeping({ config }, assembly, cwd)(report)
  expect(await said(at(4001, 3, 'staging'), 'pay.yaml')).toBe('')
  expect(await said(at(4002, 4), 'other.yaml')).toBe('')
  expect(await said(at(4001, 5), 'pay.yaml')).toBe(`the first run of 127.0.0.1:4001 that is kept here; ${MOVED}\n`)
  expect(await said(at(4001, 6), 'pay.yaml')).toMatch(/^since the last run/)
})

test('what failed is compared with a run at the same address, where there is one, though another judged more', async () => {
  const [first, second, ...others] = sample.requirements.map((each) => ({ ...each, verdict: 'pass' as const }))
  if (first === undefined || second === undefined) throw new Error('a sample without requirements')
  const judging = (report: Report, ...requirements: Report['requirements']): Report => ({ ...report, requirements })
  const failed = { ...first, verdict: 'fail' as const }
  const there = judging(at(4000, 1, 'staging'), first, second, ...others)
  const here = judging(at(4001, 2, 'staging'), failed)
  const said = async (...earlier: readonly Report[]): Promise<string> => {
    const cwd = await keptFolder(...earlier)
    const again = judging(at(4001, 5, 'staging'), first, second)
    return keeping({ config: 'pay.yaml', lastFailed: true }, assembly, cwd)(again)
  }
  expect(await said(there, here)).toMatch(new RegExp(`^since the last run \\([^,]*\\): fixed 1: ${first.id}`))
  expect(await said(there)).toContain('at http://127.0.0.1:4000')
})

test('nothing is said where there is none', async () => {
  const cwd = await keptFolder(at(4000, 1), at(5000, 2, 'staging'))
  expect(await elsewhereText('127.0.0.1:4000', await keptRuns(cwd, 'assay'))).toBeUndefined()
})
