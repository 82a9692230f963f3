import { heldAgainstBaseline, withBaseline } from '../../../kit/report/baseline.ts'
import type { Report } from '../../../kit/report/report.ts'
import { consoleReport } from '../../../reporters/console/console.ts'
import { paintFor } from '../../../reporters/console/paint.ts'
import { readBaseline } from '../baseline.ts'
import type { Judged } from '../seal.ts'
import { printedOn, tellGithub } from './ci-page.ts'
import { type FileFlags, writeReports } from './report-files.ts'

export interface PublishFlags extends FileFlags {
  /** File of known failures. */
  readonly baseline?: string
  readonly certify?: boolean
  readonly verbose?: boolean
}

/**
 * Prints a report and writes it to the files asked for. Gives back the exit code: the gate's where there is a baseline.
 * @param keep takes the report for later, and gives back what is to be said behind it
 */
export async function publish(
  judged: Judged,
  flags: PublishFlags,
  keep: (report: Report) => Promise<string> = async () => '',
): Promise<number> {
  const report = await gated(judged, flags)
  const text = consoleReport(report, { paint: paintFor(process.stdout, process.env), verbose: flags.verbose === true })
  process.stdout.write(printedOn(process.env, text))
  process.stdout.write(await keep(report))
  await tellGithub(report, process.env)
  await writeReports(report, flags)
  return report.gate?.exitCode ?? report.outcome.exitCode
}

async function gated({ report, record }: Judged, { baseline, certify }: PublishFlags): Promise<Report> {
  // A certificate knows no excuses; the report has said so.
  if (baseline === undefined || certify === true) return report
  const gate = heldAgainstBaseline(report, await readBaseline(baseline), new Date().toISOString().slice(0, 10))
  return withBaseline(report, { ...gate, baseline }, record)
}
