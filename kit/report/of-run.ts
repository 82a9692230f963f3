import type { Step } from '../check/steps.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import { type Exchange, wasSent } from '../http/exchange.ts'
import { type FinishedRun, type StartOptions, startRun } from '../run/lifecycle.ts'
import { astray } from './astray.ts'
import { buildReport, type Report } from './report.ts'
import { unclaimed } from './steps/unclaimed.ts'

/**
 * The report of a run that is over, with what it left behind and what it met that nobody claimed.
 * @param command that ran it, as people type it
 */
export async function reportOf({ run, record, notes, ...rest }: FinishedRun, command?: string): Promise<Report> {
  const { store, runId, services } = run.session
  const left = services.flatMap((service) => leftBy(service, store.exchanges, runId, run.session.log.steps))
  return buildReport(run, record, {
    ...rest,
    ...(command === undefined ? {} : { command }),
    notes: [
      ...notes.map((each) => typed(each, command)),
      ...left,
      ...unclaimed(run.session, store.deliveries),
      ...astray(run.session.capture?.noise ?? []),
    ],
  })
}

/** A note with the command that it names as people type it. */
const typed = (note: string, command: string | undefined): string =>
  command === undefined ? note : note.replace(/`undo`(?= tries again$)/, () => `\`${command} undo\``)

/** What was sent is in the report, whatever a service says of it. */
function leftBy(
  service: ServiceDefinition,
  exchanges: readonly Exchange[],
  runId: string,
  steps: readonly Step[],
): readonly string[] {
  try {
    return service.leftovers?.(exchanges.filter(wasSent), runId, steps) ?? []
  } catch (error) {
    const { message } = error as Error
    return [`leftovers of ${service.contract.id} failed: ${message}; what the run left behind is not known`]
  }
}

/** Judges a target from the first request to the report. */
export async function judgeTarget(options: StartOptions): Promise<Report> {
  const handle = await startRun(options)
  return reportOf(await handle.complete())
}
