import { type FinishedRun, type StartOptions, startRun } from '../run/lifecycle.ts'
import { leftovers } from './leftovers.ts'
import { buildReport, type Report } from './report.ts'
import { unclaimed } from './unclaimed.ts'

/** The report of a run that is over, with what it left behind and what it met that nobody claimed. */
export function reportOf({ run, record, notes, ...rest }: FinishedRun): Report {
  const { wire, runId, target } = run.session
  const { exchanges, deliveries } = wire.store
  return buildReport(run, record, {
    ...rest,
    notes: [...notes, ...leftovers(exchanges, runId), ...unclaimed(target, deliveries)],
  })
}

/** Judges a target from the first request to the report. */
export async function judgeTarget(options: StartOptions): Promise<Report> {
  const handle = await startRun(options)
  return reportOf(await handle.complete())
}
