import { resolve } from 'node:path'
import type { Report } from '../../kit/report/report.ts'
import { comparisonText } from '../../reporters/console/runs/comparison-text.ts'
import { paintFor } from '../../reporters/console/text/paint.ts'
import { htmlComparison } from '../../reporters/html/comparison.ts'
import { markdownComparison } from '../../reporters/markdown/comparison.ts'
import { printable, printableJson } from '../../reporters/views/printable.ts'
import { compared } from '../../reporters/views/runs/comparison.ts'
import type { Assembly } from '../assembly.ts'
import { elsewhereText } from '../run/kept/elsewhere.ts'
import { isAlike, keptReports, reportOrLast } from '../run/kept/find.ts'
import { keptRuns } from '../run/kept/kept-run.ts'
import { namedRun } from '../run/kept/named-run.ts'
import { STDOUT, takerOfStdout } from '../run/output/destinations.ts'
import { assertFile, writeTo } from '../run/output/report-files.ts'
import { UsageError } from '../usage-error.ts'

export interface CompareFlags {
  readonly json?: boolean
  readonly html?: string
  readonly markdown?: string
}

/**
 * Prints what changed from one report to another. 1 where something got worse, or is found broken; else 3 where the
 * later run was stopped before its end.
 * @param before a file, or a run that is kept: its folder, its name or `last`; when absent, and where the last run is named
 * alone, the one before the last run of its target that was asked for the same and not stopped, or the nearest to that
 * @param after the same; the last run that is kept when absent
 * @throws UsageError where not so many runs are kept, or the two have no statement in common
 */
export async function compare(
  before: string | undefined,
  after: string | undefined,
  { json = false, html, markdown }: CompareFlags,
  assembly: Assembly,
): Promise<number> {
  const files = [
    ['html', html, htmlComparison],
    ['markdown', markdown, markdownComparison],
  ] as const
  const taker = takerOfStdout({ ...(html && { html }), ...(markdown && { markdown }) }, undefined)
  if (json && taker !== undefined)
    throw new UsageError(`${taker}: --json takes the standard output already; name a file for it`)
  const cwd = process.cwd()
  const given = [before, after].filter((each) => each !== undefined)
  const read = await Promise.all(given.map(async (each) => resolve((await namedRun(each, assembly, cwd)).path)))
  for (const [flag, path] of files) {
    if (path === undefined || path === STDOUT) continue
    const same = read.find((each) => each === resolve(path))
    if (same !== undefined) throw new UsageError(`--${flag} ${path}: is one of the reports; name another file`)
    assertFile(`--${flag} ${path}`, resolve(path))
  }
  const [a, b] = before === undefined ? await lastTwo(assembly) : await named(before, after, assembly)
  if (before !== undefined && isOneRun(a, b))
    process.stderr.write(`note: both are one run, of ${a.run.startedAt}: nothing can have changed\n`)
  assertShared(a, b)
  const comparison = compared(a, b)
  for (const [flag, path, format] of files) {
    if (path === undefined) continue
    await writeTo(flag, path, format(a, b, comparison))
  }
  const isOpen = b.run.stopped !== undefined && a.run.stopped === undefined
  // Before what it explains: there may be hundreds of lines.
  if (isOpen)
    process.stderr.write(
      `note: the run of ${b.run.startedAt} was stopped before its end: whether what it did not judge got worse is open\n`,
    )
  const output = taker === undefined ? process.stdout : process.stderr
  output.write(
    json
      ? printableJson(
          `${JSON.stringify({ ...comparison, notAskedAgain: [...comparison.notAskedAgain] }, undefined, 2)}\n`,
        )
      : comparisonText(a, b, comparison, paintFor(output, process.env)),
  )
  if (comparison.worse.length + comparison.found.length > 0) return 1
  return isOpen ? INCONCLUSIVE : 0
}

/** @throws UsageError where no statement of one is one of the other: that nothing has changed would be said of nothing. */
function assertShared(a: Report, b: Report): void {
  const ids = new Set(a.requirements.map(({ id }) => id))
  if (b.requirements.some(({ id }) => ids.has(id))) return
  const judged = ({ services }: Report): string => services.map(({ id }) => id).join(' and ')
  throw new UsageError(
    `the first report judges ${judged(a)}, the second ${judged(b)}: no statement is one of both, so there is nothing to compare; name two of one service`,
  )
}

/** As runs say it that came to no verdict. */
const INCONCLUSIVE = 3

/** A merged run has the id and the moment of its first shard. */
const isOneRun = ({ run: a }: Report, { run: b }: Report): boolean =>
  a.id === b.id && a.startedAt === b.startedAt && (a.merged === undefined) === (b.merged === undefined)

async function named(before: string, after: string | undefined, assembly: Assembly): Promise<[Report, Report]> {
  const first = await reportOrLast(before, assembly, process.cwd())
  const second = await reportOrLast(after, assembly, process.cwd())
  // Whoever names the last run alone asks what it changed: of a run and itself nobody does.
  const isLastAlone = after === undefined && first.about !== undefined && isOneRun(first.report, second.report)
  if (!isLastAlone) return [first.report, second.report]
  const both = await lastTwo(assembly)
  process.stderr.write(
    `note: ${printable(before)} is the last run: it is compared with an earlier one, ${both[0].run.id}\n`,
  )
  return both
}

async function lastTwo(assembly: Assembly): Promise<[Report, Report]> {
  const { report: last, about } = await reportOrLast(undefined, assembly, process.cwd())
  const [, ...earlier] = await keptReports(assembly, process.cwd(), last.target.name)
  const alike = earlier.filter((each) => about !== undefined && each.about !== undefined && isAlike(about, each.about))
  // As in the last lines of a run: what was stopped has little to be held against.
  const before = alike.find(({ report }) => report.run.stopped === undefined) ?? alike[0] ?? earlier[0]
  if (before === undefined) {
    const elsewhere = await elsewhereText(last.target.name, await keptRuns(process.cwd(), assembly.name))
    throw new UsageError(
      `only one run of ${last.target.name} is kept in this folder: run it again, or name the report to compare with${elsewhere === undefined ? '' : `; ${elsewhere}`}`,
    )
  }
  if (alike.length === 0)
    process.stderr.write(
      `note: no other run that is kept was asked for the same: it is compared with the last one of its target, ${before.report.run.id}\n`,
    )
  return [before.report, last]
}
