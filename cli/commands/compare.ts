import type { Report } from '../../kit/report/report.ts'
import { comparisonText } from '../../reporters/console/comparison-text.ts'
import { paintFor } from '../../reporters/console/paint.ts'
import { printableJson } from '../../reporters/views/printable.ts'
import { compared } from '../../reporters/views/runs/comparison.ts'
import type { Assembly } from '../assembly.ts'
import { keptReports, reportOrLast } from '../run/kept/find.ts'
import { readReport } from '../run/read-report.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Prints what changed from one report to another. 1 where something got worse.
 * @param before the one before the last run of its target when absent
 * @param after the last run that is kept when absent
 * @throws UsageError where not so many runs are kept
 */
export async function compare(
  before: string | undefined,
  after: string | undefined,
  { json = false }: { json?: boolean },
  assembly: Assembly,
): Promise<number> {
  const [a, b] = before === undefined ? await lastTwo(assembly) : await named(before, after, assembly)
  const comparison = compared(a, b)
  process.stdout.write(
    json
      ? printableJson(`${JSON.stringify(comparison, undefined, 2)}\n`)
      : comparisonText(a, b, comparison, paintFor(process.stdout, process.env)),
  )
  return comparison.worse.length > 0 ? 1 : 0
}

async function named(before: string, after: string | undefined, assembly: Assembly): Promise<[Report, Report]> {
  const first = await readReport(before)
  return [first, (await reportOrLast(after, assembly, process.cwd())).report]
}

async function lastTwo(assembly: Assembly): Promise<[Report, Report]> {
  const { report: last } = await reportOrLast(undefined, assembly, process.cwd())
  const [, before] = await keptReports(assembly.name, process.cwd(), last.target.name)
  if (before === undefined)
    throw new UsageError(
      `only one run of ${last.target.name} is kept in this folder: run it again, or name the report to compare with`,
    )
  return [before.report, last]
}
