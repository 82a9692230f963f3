import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Report } from '../../../kit/report/report.ts'
import type { Assembly } from '../../assembly.ts'
import { isPlace } from '../../files/file-kind.ts'
import { LAST_REPORT } from '../../files/folder.ts'
import { readReport } from '../../files/read-report.ts'
import { type KeptRun, keptRuns, RUN_REPORT } from './kept-run.ts'

/** The word for the last run that is kept. */
const LAST = 'last'

/** Where the report of a run stands, and what is kept beside it where it is a run of this folder. */
export interface NamedRun {
  readonly path: string
  readonly kept?: KeptRun
}

/**
 * The run that a word means: a file, the folder in which a run is kept, or where neither is there `last` and the name of a
 * run that is kept, which is that of its folder, the id in it, or the end of it where that is of no other. A word that means
 * none of them is taken for a file, so that whoever reads it says what is wrong.
 */
export async function namedRun(word: string, { name }: Pick<Assembly, 'name'>, cwd: string): Promise<NamedRun> {
  const found = await stat(word).catch(() => undefined)
  if (found?.isDirectory() === true) return { path: (await reportIn(word)) ?? word }
  if (found !== undefined) return { path: word }
  const runs = await keptRuns(cwd, name)
  const kept = word === LAST ? await lastReadable(runs) : namedAmong(runs, word)
  return kept === undefined ? { path: word } : { path: kept.path, kept }
}

/** The report of a run that a word means. @throws UsageError where it means none */
export async function reportNamed(word: string, assembly: Pick<Assembly, 'name'>, cwd: string): Promise<Report> {
  return readReport((await namedRun(word, assembly, cwd)).path)
}

/** Whether somebody who typed this may have meant a run, or a file of one. */
export const isRun = async (word: string, assembly: Pick<Assembly, 'name'>, cwd: string): Promise<boolean> =>
  word === LAST || (await isPlace(word)) || (await namedRun(word, assembly, cwd)).kept !== undefined

async function reportIn(folder: string): Promise<string | undefined> {
  for (const name of [RUN_REPORT, LAST_REPORT]) {
    const path = join(folder, name)
    if ((await stat(path).catch(() => undefined))?.isFile() === true) return path
  }
  return undefined
}

async function lastReadable(runs: readonly KeptRun[]): Promise<KeptRun | undefined> {
  for (const run of runs) if ((await run.report()) !== undefined) return run
  return undefined
}

/** Letters of the end of an id that may stand for it. */
const LEAST_END = 4

function namedAmong(runs: readonly KeptRun[], word: string): KeptRun | undefined {
  const whole = runs.find((each) => namesOf(each).includes(word))
  if (whole !== undefined || word.length < LEAST_END) return whole
  const ending = runs.filter((each) => namesOf(each).some((name) => name.endsWith(word)))
  return ending.length === 1 ? ending[0] : undefined
}

/** `2026-03-01T12-00-00.000Z-k3v9`, and `k3v9`. */
function namesOf({ path }: KeptRun): readonly string[] {
  const folder = basename(dirname(path))
  const [, id] = /Z-(.+?)(?:-merged)?$/.exec(folder) ?? []
  return id === undefined ? [folder] : [folder, id]
}
