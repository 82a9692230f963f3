import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { REPORT_FORMAT, type Report } from '../../../kit/report/report.ts'
import { jsonReport } from '../../../reporters/json.ts'
import { inFolder, LAST_REPORT, writeInFolder } from '../../files/folder.ts'
import { reportProblems } from '../../files/read-report.ts'

/** A folder for each run, named by its time. */
const RUNS = 'runs'
/** The report in the folder of a run. */
export const RUN_REPORT = 'report.json'

/** Runs that are kept of a target, of either kind: those of everything, and those of a part, which are soon many. */
const MOST = 10

const FORMAT = 'assay-kept/1'

/** What runs are found by, without their reports. */
export interface About {
  readonly format: typeof FORMAT
  /** That ran it, as people type it. */
  readonly command: string
  /** As reports write it. */
  readonly startedAt: string
  readonly target: string
  /** Ids of those that were judged. */
  readonly services: readonly string[]
  /** Equal for runs that were asked for the same. */
  readonly selection: string
  readonly isPart: boolean
  /** How the target was named: flags by name. */
  readonly flags: Readonly<Record<string, unknown>>
}

/** A run that was kept: what it is found by, and its report on demand. */
export interface KeptRun {
  readonly about: About
  /** Of the report. */
  readonly path: string
  /** Undefined where it cannot be read: another version may have written it. */
  report(): Promise<Report | undefined>
}

export interface Asked {
  readonly command: string
  readonly flags: Readonly<Record<string, unknown>>
}

/** Those of the flags that say which target it is: where its variables come from does not. */
export const placingFlags = ({ dotenv: _, ...flags }: About['flags']): About['flags'] => flags

/** What a run is found by. */
export const aboutOf = ({ run, target, services }: Report, { command, flags }: Asked): About => ({
  format: FORMAT,
  command,
  startedAt: run.startedAt,
  target: target.name,
  services: services.map(({ id }) => id),
  selection: JSON.stringify([run.depth, run.certify, run.only, run.skip, ...(run.shard ? [run.shard] : [])]),
  isPart: run.only.length > 0 || run.skip.length > 0 || run.shard !== undefined,
  flags,
})

/** Keeps a run, and lets the oldest of its kind go. Rejects where it cannot be written. */
export async function keepRun(cwd: string, report: Report, about: About): Promise<void> {
  const name = folderOf(report)
  const text = jsonReport(report)
  try {
    await writeInFolder(cwd, [RUNS, name, RUN_REPORT], text)
    // Of runs beside each other the one that began last is the last one, here as everywhere.
    if (await isLast(cwd, name)) await writeInFolder(cwd, [LAST_REPORT], text)
    // Without it the run is not there: it comes last.
    await writeInFolder(cwd, [RUNS, name, 'about.json'], `${JSON.stringify(about, undefined, 2)}\n`)
  } catch (error) {
    await removed(inFolder(cwd, RUNS, name)).catch(() => undefined)
    throw error
  }
  await prune(cwd, about)
}

/** A merged run has the id of its first shard, which stays beside it, and comes behind the last one: it is what became of them. */
function folderOf({ run: { id, startedAt, endedAt, merged } }: Report): string {
  const moment = merged === undefined ? startedAt : endedAt
  return `${moment.replaceAll(':', '-')}-${id}${merged === undefined ? '' : '-merged'}`
}

async function isLast(cwd: string, name: string): Promise<boolean> {
  const names = await readdir(inFolder(cwd, RUNS))
  return names.every((each) => each <= name)
}

/** The runs of a command that are kept in a folder, the last one first. */
export async function keptRuns(cwd: string, command: string): Promise<readonly KeptRun[]> {
  const names = await readdir(inFolder(cwd, RUNS)).catch(() => [])
  const found = await Promise.all(names.toSorted().map((name) => keptIn(inFolder(cwd, RUNS, name))))
  return found.flatMap((each) => (each?.about.command === command ? [each] : [])).reverse()
}

async function keptIn(folder: string): Promise<KeptRun | undefined> {
  const about = await json(join(folder, 'about.json'))
  if ((about as Partial<About> | undefined)?.format !== FORMAT) return undefined
  const path = join(folder, RUN_REPORT)
  return { about: about as About, path, report: () => wholeReport(path) }
}

async function wholeReport(path: string): Promise<Report | undefined> {
  const value = await json(path)
  const isReport = (value as Partial<Report> | undefined)?.format === REPORT_FORMAT
  return isReport && reportProblems(value) === undefined ? (value as Report) : undefined
}

async function json(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

async function prune(cwd: string, { command, target }: About): Promise<void> {
  const runs = (await keptRuns(cwd, command)).filter(({ about }) => about.target === target)
  const old = [true, false].flatMap((isPart) => runs.filter(({ about }) => about.isPart === isPart).slice(MOST))
  await Promise.all(old.map(({ path }) => removed(dirname(path))))
}

const removed = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
