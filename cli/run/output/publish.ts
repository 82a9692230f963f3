import { heldAgainstBaseline, withBaseline } from '../../../kit/report/baseline.ts'
import { type Report, uncertified } from '../../../kit/report/report.ts'
import { readBaseline } from '../../files/baseline.ts'
import type { Judged, Sealed } from '../seal.ts'
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

/** Exit code of a run without a fault whose report could not be written where it was asked for. */
export const UNWRITTEN = 2

/** What becomes of a report beside what is printed and written. */
export interface Afterwards {
  /** Seals the run. */
  readonly seal?: ((judged: Judged) => Promise<Sealed>) | undefined
  /** Takes the report for later, and gives back what is to be said behind it. */
  readonly keep?: (report: Report) => Promise<string>
  /** It came to the same as one that was told a moment ago. */
  readonly isUnchanged?: boolean
  /** Id or file of the run of which it repeats a part. */
  readonly replayOf?: string
  /** Flags that name its target, behind a blank, where the run does not. */
  readonly replayWith?: string
}

/**
 * Prints a report, has it kept and sealed, and writes it to the files asked for. Gives back the exit code: the gate's where
 * there is a baseline.
 */
export async function publish(
  judged: Judged,
  flags: PublishFlags,
  { seal = async () => ({}), keep = async () => '', isUnchanged = false, replayOf, replayWith }: Afterwards = {},
): Promise<number> {
  const told = await gated(judged, flags)
  const taken = takerOfStdout(filesOf(flags), flags.reporter) !== undefined
  const output = taken ? process.stderr : process.stdout
  if (flags.reporter !== 'json') tell(told, output, { ...flags, isUnchanged, replayOf, replayWith, said: judged.said })
  // Sealing takes its time: what is recorded is kept before.
  const changed = (await keep(told)) || (isUnchanged ? 'nothing changed\n' : '')
  if (flags.reporter === undefined || flags.reporter === 'default') output.write(changed)
  const sealed = await seal(judged)
  const report = sealed.uncertified === undefined ? told : uncertified(told, sealed.uncertified)
  if (report !== told) await keep(report)
  if (flags.reporter === 'json') {
    // A program reads one report: that which knows what became of the seal.
    tell(report, process.stdout, { reporter: 'json' })
    tell(report, process.stderr, { quiet: true })
  }
  await tellGithub(report, process.env, output)
  const unwritten = [
    ...(sealed.unwritten === undefined ? [] : [sealed.unwritten]),
    ...(await writeReports(report, flags)),
  ]
  // Behind the verdict that they put right.
  for (const each of unsealedLines(told, report)) output.write(`${each}\n`)
  for (const each of unwritten) process.stderr.write(`${each}\n`)
  const code = report.gate?.exitCode ?? report.outcome.exitCode
  // What nobody could read is no success, and no fault of the suite.
  return code === 0 && unwritten.length > 0 ? UNWRITTEN : code
}

/** Why there is no bundle, behind what the run comes to without one where it was told another outcome before. */
function unsealedLines(told: Report, { run, outcome }: Report): string[] {
  if (run.uncertified === undefined) return []
  return [outcome.headline === told.outcome.headline ? run.uncertified : `${outcome.headline}: ${run.uncertified}`]
}

/** The report of a run with what a baseline makes of it, where one is named. */
export async function gated({ report, record }: Judged, { baseline, certify }: PublishFlags): Promise<Report> {
  // A certificate knows no excuses; the report has said so.
  if (baseline === undefined || certify === true) return report
  const { known, seed, depth } = await readBaseline(baseline)
  if (seed !== undefined && seed !== report.run.seed)
    process.stderr.write(
      `note: ${baseline} is of a run with seed ${seed}, and this one had ${report.run.seed}: what is stale by it may only not have been asked\n`,
    )
  const gate = heldAgainstBaseline(report, known, new Date().toISOString().slice(0, 10), depth)
  return withBaseline(report, { ...gate, baseline }, record)
}
