import { outcomeOf } from '../../kit/report/outcome.ts'
import type { TargetUnreachable } from '../../kit/run/preflight/preflight-fault.ts'
import { judgedAsPrepared, type PreparedRun, type Surroundings } from './judging.ts'
import { isSet } from './output/ci-page.ts'
import type { VoiceFlags } from './output/destinations.ts'
import type { FileFlags } from './output/report-files.ts'
import { filesOf } from './output/report-files.ts'
import type { Judged } from './seal.ts'

/** Whether something reads what comes of a run: it is not to find nothing where there was no target. */
export const isRead = (flags: FileFlags & VoiceFlags): boolean =>
  flags.reporter === 'json' ||
  isSet(process.env.GITHUB_STEP_SUMMARY) ||
  Object.values(filesOf(flags)).some((path) => path !== undefined)

/** The report of a run that found nobody to judge: it ends before its first request, and says why. */
export async function judgedUnreachable(
  run: PreparedRun,
  error: TargetUnreachable,
  surroundings: Surroundings,
  command: string,
): Promise<Judged> {
  const judged = await judgedAsPrepared(run, { ...surroundings, signal: AbortSignal.abort('interrupt') }, command)
  const ended = { ...judged.report.run, stopped: 'gone', because: judged.record.text(error.message) } as const
  // A line of the target file brings nobody there.
  const { nextSteps: _, ...found } = judged.report
  const report = { ...found, run: ended }
  return { report: { ...report, outcome: outcomeOf(report) }, record: judged.record, isNobody: true }
}
