import { type FinishedRun, type StartOptions, startRun } from '../run/lifecycle.ts'
import { buildReport, type Report } from './report.ts'
import { unclaimed } from './unclaimed.ts'

/**
 * The report of a run that is over, with what it left behind and what it met that nobody claimed.
 * @param command that ran it, as people type it
 */
export function reportOf({ run, record, notes, ...rest }: FinishedRun, command?: string): Report {
  const { store, runId, services } = run.session
  const left = services.flatMap((service) => service.leftovers?.(store.exchanges, runId) ?? [])
  return buildReport(run, record, {
    ...rest,
    ...(command === undefined ? {} : { command }),
    notes: [...notes, ...left, ...unclaimed(run.session, store.deliveries)],
  })
}

/** Judges a target from the first request to the report. */
export async function judgeTarget(options: StartOptions): Promise<Report> {
  const handle = await startRun(options)
  return reportOf(await handle.complete())
}
