import type { Depth } from '../../../kit/check/depth.ts'
import type { Report } from '../../../kit/report/report.ts'
import { type Assembly, typedName } from '../../assembly.ts'
import { readReport } from '../../files/read-report.ts'
import { UsageError } from '../../usage-error.ts'
import { type About, type KeptRun, keptRuns, placingFlags } from './kept-run.ts'
import { namedRun } from './named-run.ts'

type Command = Pick<Assembly, 'name' | 'typed'>

/** A report, and where it comes from. */
export interface Found {
  readonly report: Report
  readonly path: string
  /** Present for a run that was kept. */
  readonly about?: About
}

/**
 * The report that a word means, or that of the last run that was kept.
 * @param word a file, or a run that is kept: its folder, its name or `last`
 * @throws UsageError where there is none
 */
export async function reportOrLast(word: string | undefined, assembly: Assembly, cwd: string): Promise<Found> {
  if (word === undefined) return lastWhere(assembly, cwd, () => true)
  const { path, kept } = await namedRun(word, assembly, cwd)
  return { report: await readReport(path), path, ...(kept && { about: kept.about }) }
}

/**
 * The last run that was kept and is of use.
 * @throws UsageError where none is; its message for those that are not is the last word on them
 */
export async function lastWhere(
  assembly: Command,
  cwd: string,
  isOfUse: (report: Report, about: About) => boolean,
  otherwise?: (newest: Report) => string,
): Promise<Found> {
  let newest: Report | undefined
  for (const kept of await keptRuns(cwd, assembly.name)) {
    const report = await kept.report()
    if (report === undefined) continue
    if (isOfUse(report, kept.about)) return found(kept, report)
    newest ??= report
  }
  throw new UsageError(newest === undefined || otherwise === undefined ? noRun(assembly) : otherwise(newest))
}

/** The reports that are kept, the last one first; those of one target where it is named. */
export async function keptReports({ name }: Command, cwd: string, target?: string): Promise<readonly Found[]> {
  const runs = (await keptRuns(cwd, name)).filter(({ about }) => target === undefined || about.target === target)
  const all = await Promise.all(runs.map(async (kept) => ({ kept, report: await kept.report() })))
  return all.flatMap(({ kept, report }) => (report === undefined ? [] : [found(kept, report)]))
}

/** Whether two runs were asked for the same, of what was named in the same way. */
export const isAlike = (a: About, b: About): boolean =>
  a.target === b.target && a.services.join() === b.services.join() && a.selection === b.selection && isSamePlace(a, b)

/**
 * A file may lead elsewhere as ports change; what flags name is another target where they differ, and so is what a file says
 * more of than flags can.
 */
export const isSamePlace = ({ flags }: About, { flags: others }: About): boolean =>
  (isByFile(flags) && isByFile(others)) || JSON.stringify(placingFlags(flags)) === JSON.stringify(placingFlags(others))

/** Whether a file named the target: one that was given, or without any flag the one of the usual name. */
const isByFile = (flags: About['flags']): boolean => 'config' in flags || Object.keys(placingFlags(flags)).length === 0

/**
 * The depth by which a run is asked for again. One that was deep only since its checks were named by their whole names
 * tried no generated values, and is so again where no depth is given: by name, deep would try them.
 */
export const depthAgain = ({ run: { depth }, plan: { generated } }: Pick<Report, 'run' | 'plan'>): Depth | undefined =>
  depth === 'deep' && generated === 0 ? undefined : depth

/** That no run is kept, with what keeps one. */
export const noneKept = (assembly: Command): string =>
  `no run is kept in this folder: ${typedName(assembly)} run keeps each that found its target in .assay, unless --no-keep is given`

/** The same where a file does as well. */
export const noRun = (assembly: Command): string =>
  `${noneKept(assembly)}; or name the file that ${typedName(assembly)} run --json has written`

const found = ({ path, about }: KeptRun, report: Report): Found => ({ report, path, about })
