import { randomInt } from 'node:crypto'
import { replayLogOf } from '../../kit/certificate/replay/replay-log.ts'
import type { Check } from '../../kit/check/check.ts'
import type { Depth } from '../../kit/check/depth.ts'
import { reportOf } from '../../kit/report/of-run.ts'
import { withFaults } from '../../kit/report/report.ts'
import { startRun } from '../../kit/run/lifecycle.ts'
import { ReceiverUnavailable } from '../../kit/run/preflight/open-receiver.ts'
import { preflightTarget } from '../../kit/run/preflight/preflight.ts'
import { paintFor } from '../../reporters/console/paint.ts'
import { shortPlan } from '../../reporters/console/plan.ts'
import { printable } from '../../reporters/views/printable.ts'
import { type Assembly, loaded, suitesOf } from '../assembly.ts'
import type { Patterns } from '../options/patterns.ts'
import { readBaseline } from '../run/baseline.ts'
import { consent } from '../run/consent.ts'
import { type KeepFlags, keeping } from '../run/kept/keeping.ts'
import { lastFailed } from '../run/kept/last-failed.ts'
import { Progress } from '../run/output/progress.ts'
import { type PublishFlags, publish } from '../run/output/publish.ts'
import { assertWritable } from '../run/output/report-files.ts'
import { show } from '../run/output/voice.ts'
import { assertCertifies, type Judged, type SealFlags, sealingFor } from '../run/seal.ts'
import { listenForStops, type StopReason } from '../run/stop.ts'
import { takeStrays } from '../run/strays.ts'
import { chooseTarget, type TargetFlags } from '../run/target.ts'
import { hasPerson, TerminalPerson } from '../run/terminal-person.ts'
import { journalOf } from '../run/undo/journal.ts'
import { offerUndo } from '../run/undo/undoing.ts'
import type { Cut, Done } from '../run/watch/watching.ts'
import { UsageError } from '../usage-error.ts'
import { planFor } from './plan.ts'

export interface RunFlags extends TargetFlags, PublishFlags, SealFlags, KeepFlags, Patterns {
  /** How often it is run, each time with another seed. */
  readonly repeat?: number
  readonly seed?: number
  readonly depth?: Depth
  readonly runs?: number
  /** Seconds. */
  readonly maxTime?: number
  /** Ends the run with the nth failure; true for the first. */
  readonly bail?: number | true
  readonly failOn?: 'warn'
  /** Share of the statements, 0 to 1. */
  readonly minExercised?: number
  readonly yes?: boolean
  /** Files and folders: a change in them has it run again. */
  readonly watch?: readonly string[]
}

/** Judges a target and prints the report. Gives back the exit code. */
export async function run(flags: RunFlags, assembly: Assembly): Promise<number> {
  const { watch: paths, lastFailed: failedOnly = false } = flags
  if (paths === undefined) return (await once(flags, assembly)).code
  const { watching } = await import('../run/watch/watching.ts')
  // What a run asks changes with its seed: one that is fixed has to be asked the same again.
  const seed = flags.seed ?? (failedOnly ? undefined : randomInt(2 ** 31))
  return watching({
    paths,
    failedOnly,
    written: writtenBy(flags),
    command: assembly.name,
    run: (lastFailed, cut) =>
      once({ ...flags, lastFailed, ...(seed !== undefined && !lastFailed && { seed }) }, assembly, cut),
    open: async () => (await import('./open.ts')).open(assembly),
  })
}

/** @param cut ends it; then nothing is printed, kept or written */
async function once(flags: RunFlags, assembly: Assembly, cut?: Cut): Promise<Done> {
  assertWritable(flags)
  assertCertifies(flags)
  // A mistake in it is told before the work, not after it.
  if (flags.baseline !== undefined && flags.certify !== true) {
    const catalogues = assembly.suites.map(({ service }) => service.contract.catalogue)
    await readBaseline(flags.baseline, catalogues.flatMap(Object.keys))
  }
  const sealing = flags.certify === true ? await sealingFor(flags, assembly) : undefined
  const judged = await (flags.repeat === undefined ? judge(flags, assembly, cut?.signal) : repeated(flags, assembly))
  const { outcome, target } = judged.report
  const isAtHand = target.environment === 'local' && judged.isEmbedded !== true
  const done = { code: outcome.exitCode, listensAt: isAtHand ? Object.values(target.baseUrls) : [] }
  if ((await cut?.happened()) === true) return done
  return {
    ...done,
    code: await publish(judged, flags, { seal: sealing, keep: keeping(flags, assembly, process.cwd()) }),
  }
}

const writtenBy = ({ json, html, junit, markdown, ctrf, sarif, har, allure, bundle }: RunFlags): string[] =>
  [json, html, junit, markdown, ctrf, sarif, har, allure, bundle].flatMap((path) => path ?? [])

/** Judges a target several times; gives back the worst of the runs. */
async function repeated(flags: RunFlags, assembly: Assembly): Promise<Judged> {
  const { repeating } = await import('../run/repeat.ts')
  return repeating(flags, (seed, isFirst) =>
    judge({ ...flags, seed, ...(isFirst ? {} : { yes: true, quiet: true }) }, assembly),
  )
}

/**
 * Judges a target.
 * @param cut ends it before its time, as an interrupt does
 */
export async function judge(flags: RunFlags, assembly: Assembly, cut?: AbortSignal): Promise<Judged> {
  const [cwd, say] = [process.cwd(), (line: string) => void process.stderr.write(`note: ${printable(line)}\n`)]
  await offerUndo(assembly, { cwd, env: process.env, flags, say }, flags.yes === true)
  const {
    target: chosen,
    notes: found,
    variables,
    embedded,
    config,
  } = await chooseTarget(flags, assembly, process.cwd(), process.env)
  // A bundle is judged again from its evidence, which has no room for thousands of requests.
  const target = flags.certify === true ? { ...chosen, allow: { ...chosen.allow, generated: 0 } } : chosen
  const ignored = flags.certify === true && flags.baseline !== undefined
  const notes = ignored ? [...found, `--certify knows no excuses: ${flags.baseline} is not read`] : found
  const stop = new AbortController()
  const stops = listenForStops(stop, flags.maxTime)
  cut?.addEventListener('abort', () => stop.abort('restart' satisfies StopReason))
  const strays = takeStrays()
  try {
    const { services, checks } = await loaded(suitesOf(assembly, target))
    const asked = flags.lastFailed === true ? await onlyFailed(flags, target.name, checks, assembly.name) : flags
    const plan = await planFor(target, assembly, asked)
    await preflightTarget(target, services, stop.signal)
    if (flags.quiet !== true) show(shortPlan(plan, assembly.name), process.stderr)
    if (!(await consent(target, plan, flags.yes === true)))
      throw new UsageError('not started: nobody agreed to the cost')
    const progress = new Progress(process.stderr, paintFor(process.stderr, process.env), plan.forecast)
    stop.signal.addEventListener('abort', () => progress.stopping(stop.signal.reason as StopReason))
    const { only = [], skip = [], certify = false, seed = randomInt(2 ** 31), depth, runs } = asked
    const person = hasPerson(process.stdin, process.stderr, process.env)
      ? new TerminalPerson(process.stdin, progress)
      : undefined
    if (flags.quiet !== true) progress.begin(plan.selected.map(({ id }) => id))
    try {
      const handle = await startRun({
        target,
        services,
        checks,
        seed,
        ...(depth && { depth }),
        ...(runs !== undefined && { runs }),
        only,
        skip,
        certify,
        ...(flags.bail && { bail: flags.bail === true ? 1 : flags.bail }),
        asked: {
          ...(flags.failOn && { failOn: flags.failOn }),
          ...(flags.minExercised !== undefined && { minExercised: flags.minExercised }),
        },
        notes,
        variables,
        signal: stop.signal,
        ...(config !== undefined && {
          onChange: journalOf(cwd, config, (service) => target.services[service]?.baseUrl ?? '', say),
        }),
        ...(person && { person: (question, signal) => person.ask(question, signal) }),
      })
      progress.follow(handle)
      const finished = await handle.complete()
      const report = withFaults(reportOf(finished, assembly.name), strays.errors)
      const { run, record } = finished
      return { report, record, isEmbedded: embedded !== undefined, ...(certify && { log: replayLogOf(run, record) }) }
    } finally {
      progress.end()
    }
  } catch (error) {
    throw error instanceof ReceiverUnavailable ? new UsageError(error.message) : error
  } finally {
    strays.dispose()
    stops.dispose()
    await embedded?.close()
  }
}

/** The flags of a run that asks again for what failed. A seed that is given goes before that of the failures. */
async function onlyFailed(
  flags: RunFlags,
  target: string,
  checks: readonly Check[],
  command: string,
): Promise<RunFlags> {
  const failed = await lastFailed(target, flags, checks, command, process.cwd())
  return { ...flags, ...failed, seed: flags.seed ?? failed.seed }
}
