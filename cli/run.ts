import { randomInt } from 'node:crypto'
import type { Depth } from '../kit/check.ts'
import { preflightTarget } from '../kit/preflight.ts'
import { type Report, withFaults } from '../kit/report.ts'
import { consoleReport } from '../reporters/console.ts'
import { paintFor } from '../reporters/paint.ts'
import { shortPlan } from '../reporters/plan.ts'
import { printedOn, tellGithub } from './ci-page.ts'
import { consent } from './consent.ts'
import type { Patterns } from './patterns.ts'
import { planFor } from './plan.ts'
import { Progress } from './progress.ts'
import { assertWritable, type FileFlags, writeReports } from './report-files.ts'
import { chooseTarget, type TargetFlags } from './run-target.ts'
import { runUnderVitest } from './runner.ts'
import type { StopReason } from './stop.ts'
import { hasPerson, TerminalPerson } from './terminal-person.ts'
import { UsageError } from './usage-error.ts'

export interface RunFlags extends TargetFlags, FileFlags, Patterns {
  readonly seed?: number
  readonly depth?: Depth
  readonly certify?: boolean
  /** Seconds. */
  readonly maxTime?: number
  readonly yes?: boolean
  readonly verbose?: boolean
}

/** Judges a target and prints the report. Gives back the exit code. */
export async function run(flags: RunFlags): Promise<number> {
  assertWritable(flags)
  const { target, notes, variables, embedded } = await chooseTarget(flags, process.cwd(), process.env)
  const stop = new AbortController()
  const stops = listenForStops(stop, flags.maxTime)
  try {
    const plan = await planFor(target, flags)
    await preflightTarget(target, stop.signal)
    process.stderr.write(shortPlan(plan))
    if (!(await consent(target, plan, flags.yes === true)))
      throw new UsageError('not started: nobody agreed to the cost')
    const progress = new Progress(process.stderr, paintFor(process.stderr, process.env), plan.forecast)
    stop.signal.addEventListener('abort', () => progress.stopping(stop.signal.reason as StopReason))
    const person = new TerminalPerson(process.stdin, progress)
    const { only = [], skip = [], certify = false, seed = randomInt(2 ** 31), depth } = flags
    const ending = await runUnderVitest({
      task: { target, seed, ...(depth && { depth }), only, skip, certify, notes, variables },
      progress,
      stop: stop.signal,
      ...(hasPerson(process.stdin, process.stderr, process.env) && {
        person: (question, signal) => person.ask(question, signal),
      }),
    })
    if (ending.kind === 'usage') throw new UsageError(ending.message)
    if (ending.kind !== 'report') {
      throw new Error([ending.message, ...progress.unhandled].join('; '), { cause: ending.stack })
    }
    return await publish(withFaults(ending.report, progress.unhandled), flags)
  } finally {
    stops.dispose()
    await embedded?.close()
  }
}

async function publish(report: Report, flags: RunFlags): Promise<number> {
  const paint = paintFor(process.stdout, process.env)
  const text = consoleReport(report, { paint, verbose: flags.verbose === true })
  process.stdout.write(printedOn(process.env, text))
  await tellGithub(report, process.env)
  await writeReports(report, flags)
  return report.outcome.exitCode
}

function listenForStops(stop: AbortController, maxTime: number | undefined): { dispose(): void } {
  const halt = (reason: StopReason): void => stop.abort(reason)
  const onSignal = (): void => {
    // The second time nobody waits for a report.
    if (stop.signal.aborted && stop.signal.reason === 'interrupt') process.exit(130)
    if (stop.signal.aborted) process.exit(3)
    halt('interrupt')
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  const timer = maxTime === undefined ? undefined : setTimeout(() => halt('time'), maxTime * 1000)
  return {
    dispose: () => {
      clearTimeout(timer)
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}
