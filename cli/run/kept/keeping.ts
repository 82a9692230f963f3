import type { Report } from '../../../kit/report/report.ts'
import { paintFor } from '../../../reporters/console/paint.ts'
import { sinceText } from '../../../reporters/console/since.ts'
import { type Assembly, sectionsOf } from '../../assembly.ts'
import { type TargetFlags, targetFlagsOf } from '../target.ts'
import { aboutOf, keepRun, keptRuns } from './kept-run.ts'

export interface KeepFlags extends TargetFlags {
  /** False: nothing of the run is kept. */
  readonly keep?: boolean
  readonly lastFailed?: boolean
}

/**
 * What keeps the report of a run that is over, and gives back what is to be said of it: what changed since the last run of
 * the same target that was asked for the same, or of any where this one asks again for what had failed.
 */
export function keeping(flags: KeepFlags, assembly: Assembly, cwd: string): (report: Report) => Promise<string> {
  const command = assembly.name
  return async (report) => {
    if (flags.keep === false) return ''
    const about = aboutOf(report, { command, flags: targetFlagsOf(flags, sectionsOf(assembly)) })
    const earlier = (await keptRuns(cwd, command)).find(
      (each) =>
        each.about.target === about.target &&
        each.about.services.join() === about.services.join() &&
        (flags.lastFailed === true || each.about.selection === about.selection),
    )
    const before = await earlier?.report()
    try {
      await keepRun(cwd, report, about)
    } catch (error) {
      process.stderr.write(
        `${command}: this run is not kept: ${(error as Error).message}; --no-keep leaves it out without a word\n`,
      )
    }
    return before === undefined ? '' : sinceText(before, report, paintFor(process.stdout, process.env))
  }
}
