import { heldAgainstBaseline, withBaseline } from '../../../kit/report/baseline.ts'
import type { Report } from '../../../kit/report/report.ts'
import { readBaseline } from '../baseline.ts'
import type { Judged } from '../seal.ts'
import { tellGithub } from './ci-page.ts'
import { takerOfStdout, type VoiceFlags } from './destinations.ts'
import { type FileFlags, filesOf, writeReports } from './report-files.ts'
import { tell } from './voice.ts'

export interface PublishFlags extends FileFlags, VoiceFlags {
  /** File of known failures. */
  readonly baseline?: string
  readonly certify?: boolean
  readonly verbose?: boolean
}

/** Prints a report and writes it to the files asked for. Gives back the exit code: the gate's where there is a baseline. */
export async function publish(judged: Judged, flags: PublishFlags): Promise<number> {
  const report = await gated(judged, flags)
  const taken = takerOfStdout(filesOf(flags), flags.reporter) !== undefined
  if (flags.reporter === 'json') {
    tell(report, process.stdout, { reporter: 'json' })
    tell(report, process.stderr, { quiet: true })
  } else tell(report, taken ? process.stderr : process.stdout, flags)
  await tellGithub(report, process.env, taken ? process.stderr : process.stdout)
  await writeReports(report, flags)
  return report.gate?.exitCode ?? report.outcome.exitCode
}

async function gated({ report, record }: Judged, { baseline, certify }: PublishFlags): Promise<Report> {
  // A certificate knows no excuses; the report has said so.
  if (baseline === undefined || certify === true) return report
  const gate = heldAgainstBaseline(report, await readBaseline(baseline), new Date().toISOString().slice(0, 10))
  return withBaseline(report, { ...gate, baseline }, record)
}
