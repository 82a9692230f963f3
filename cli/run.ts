import { randomInt } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Depth } from '../kit/check.ts'
import { preflightTarget } from '../kit/preflight.ts'
import { type Report, servicesOf, withFaults } from '../kit/report.ts'
import { meant } from '../kit/selection.ts'
import type { Target } from '../kit/target/target.ts'
import { consoleReport } from '../reporters/console.ts'
import { writeJson } from '../reporters/json.ts'
import { paintFor } from '../reporters/paint.ts'
import { consent } from './consent.ts'
import { nearestOf } from './nearest-ids.ts'
import { Progress } from './progress.ts'
import { chooseTarget, type TargetFlags } from './run-target.ts'
import { runUnderVitest } from './runner.ts'
import type { StopReason } from './stop.ts'
import { checksOf } from './suites.ts'
import { UsageError } from './usage-error.ts'

export interface RunFlags extends TargetFlags {
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly seed?: number
  readonly depth?: Depth
  readonly runs?: number
  readonly path?: string
  readonly json?: string
  readonly certify?: boolean
  /** Seconds. */
  readonly maxTime?: number
  readonly yes?: boolean
  readonly verbose?: boolean
}

/** Judges a target and prints the report. Gives back the exit code. */
export async function run(flags: RunFlags): Promise<number> {
  if (flags.json !== undefined) assertWritable(flags.json)
  const { target, notes, variables, embedded } = await chooseTarget(flags, process.cwd(), process.env)
  const stop = new AbortController()
  const stops = listenForStops(stop, flags.maxTime)
  try {
    await assertMeaningful(flags, target)
    if (!(await consent(target, flags.yes === true))) throw new UsageError('not started: nobody agreed to the cost')
    await preflightTarget(target, stop.signal)
    const progress = new Progress(process.stderr, paintFor(process.stderr, process.env))
    stop.signal.addEventListener('abort', () => progress.stopping(stop.signal.reason as StopReason))
    const { only = [], skip = [], certify = false, seed = randomInt(2 ** 31), depth, runs, path } = flags
    const ending = await runUnderVitest({
      task: {
        target,
        seed,
        ...(depth && { depth }),
        ...(runs !== undefined && { runs }),
        ...(path !== undefined && { path }),
        only,
        skip,
        certify,
        notes,
        variables,
      },
      progress,
      stop: stop.signal,
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

async function publish(report: Report, { json, verbose = false }: RunFlags): Promise<number> {
  process.stdout.write(consoleReport(report, { paint: paintFor(process.stdout, process.env), verbose }))
  if (json !== undefined) await writeJson(json, report)
  return report.outcome.exitCode
}

/** Finds out before the run, not after it. */
function assertWritable(path: string): void {
  const folder = dirname(resolve(path))
  const refuse = (reason: string): never => {
    throw new UsageError(`--json ${path}: ${reason}`)
  }
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    refuse(`the folder ${folder} cannot be written to; name a file in one that exists`)
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    refuse('is a folder; name a file, such as report.json')
}

/** A pattern that means nothing is a slip of the pen, and a run without it would be taken for one with it. */
async function assertMeaningful({ only = [], skip = [] }: RunFlags, target: Target): Promise<void> {
  if (only.length + skip.length === 0) return
  const checks = await checksOf(servicesOf(target))
  const ids = checks.flatMap((check) => [check.id, ...check.covers])
  for (const [flag, patterns] of [
    ['--only', only],
    ['--skip', skip],
  ] as const) {
    for (const pattern of patterns) {
      if (checks.some((check) => meant(check, pattern))) continue
      const near = nearestOf(pattern.replaceAll('*', ''), ids)
      const hint = near.length === 0 ? '' : `did you mean ${near.join(', ')}? `
      throw new UsageError(
        `${flag} ${pattern}: no check and no requirement of this target has such an id; ${hint}assay list shows them, * stands for any text`,
      )
    }
  }
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
