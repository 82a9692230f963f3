import type { Report } from '../../kit/report/report.ts'
import { historyText } from '../../reporters/console/runs/history-text.ts'
import { paintFor } from '../../reporters/console/text/paint.ts'
import { htmlHistory } from '../../reporters/html/history.ts'
import { wholeRuns } from '../../reporters/views/runs/courses.ts'
import { historyOf } from '../../reporters/views/runs/history.ts'
import { type Assembly, typedName } from '../assembly.ts'
import { keptReports, noRun } from '../run/kept/find.ts'
import { reportNamed } from '../run/kept/named-run.ts'
import { takerOfStdout } from '../run/output/destinations.ts'
import { assertDestination, writeTo } from '../run/output/report-files.ts'
import { UsageError } from '../usage-error.ts'

export interface HistoryFlags {
  /** Name of a target. */
  readonly target?: string
  readonly html?: string
  readonly json?: boolean
}

/**
 * Prints what became of a target from run to run; of that of the last run when none is named.
 * @param paths reports, bundles and names of runs, in place of all that is kept
 * @throws UsageError where there is no run of it
 */
export async function history(
  paths: readonly string[],
  { target, html, json = false }: HistoryFlags,
  assembly: Assembly,
): Promise<number> {
  const taker = takerOfStdout({ html }, undefined)
  if (json && taker !== undefined)
    throw new UsageError(`${taker}: --json takes the standard output already; name a file for it`)
  if (html !== undefined) assertDestination('html', html)
  const all = paths.length === 0 ? await kept(assembly) : await reportsIn(paths, assembly)
  if (all.length === 0) throw new UsageError(noRun(assembly))
  const targets = [...new Set(all.map((report) => report.target.name))]
  const wanted = target ?? targets[0]
  const own = all.filter((report) => report.target.name === wanted)
  if (own.length === 0) throw new UsageError(`--target ${wanted}: there is no run of it, but of ${targets.join(', ')}`)
  const made = historyOf(own.toReversed())
  if (html !== undefined) await writeTo('html', html, htmlHistory(made))
  const output = taker === undefined ? process.stdout : process.stderr
  // A file need not be that of a run which is kept here.
  const command = paths.length === 0 ? typedName(assembly) : undefined
  output.write(
    json ? `${JSON.stringify(made, undefined, 2)}\n` : historyText(made, paintFor(output, process.env), command),
  )
  const others = targets
    .filter((each) => each !== wanted)
    .map((each) => `${each} (${wholeRuns(all.filter((report) => report.target.name === each)).length})`)
  if (target === undefined && others.length > 0)
    process.stderr.write(`there are runs of ${others.join(', ')} as well: --target shows those\n`)
  return 0
}

const kept = async (assembly: Assembly): Promise<readonly Report[]> =>
  (await keptReports(assembly, process.cwd())).map(({ report }) => report)

/** The last one first. */
async function reportsIn(paths: readonly string[], assembly: Assembly): Promise<readonly Report[]> {
  const reports: Report[] = []
  for (const path of paths) reports.push(await reportNamed(path, assembly, process.cwd()))
  return reports.toSorted((a, b) => (a.run.startedAt < b.run.startedAt ? 1 : -1))
}
