import { type Gate, gateOf } from '../kit/gate.ts'
import type { Report } from '../kit/report.ts'
import { consoleReport } from '../reporters/console.ts'
import { gateText } from '../reporters/gate.ts'
import { paintFor } from '../reporters/paint.ts'
import { readBaseline } from './baseline.ts'
import { printedOn, tellGithub } from './ci-page.ts'
import { type FileFlags, writeReports } from './report-files.ts'

export interface PublishFlags extends FileFlags {
  /** File of known failures. */
  readonly baseline?: string
  readonly certify?: boolean
  readonly verbose?: boolean
}

/** Prints a report and writes it to the files asked for. Gives back the exit code: the gate's where there is a baseline. */
export async function publish(report: Report, flags: PublishFlags): Promise<number> {
  const paint = paintFor(process.stdout, process.env)
  const gate = await gateFor(report, flags)
  const text = consoleReport(report, { paint, verbose: flags.verbose === true })
  process.stdout.write(printedOn(process.env, gate === undefined ? text : `${text}\n${gateText(gate, paint)}`))
  await tellGithub(report, process.env)
  await writeReports(report, flags)
  return gate?.exitCode ?? report.outcome.exitCode
}

async function gateFor(report: Report, { baseline, certify }: PublishFlags): Promise<Gate | undefined> {
  // A certificate knows no excuses; the report has said so.
  if (baseline === undefined || certify === true) return undefined
  return gateOf(report, await readBaseline(baseline), new Date().toISOString().slice(0, 10))
}
