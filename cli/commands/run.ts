import { randomInt } from 'node:crypto'
import type { Report } from '../../kit/report/report.ts'
import { plannedGaps } from '../../kit/report/steps/planned-steps.ts'
import type { RunHandle } from '../../kit/run/lifecycle.ts'
import type { FirstLook } from '../../kit/run/preflight/knocking.ts'
import { preflightTarget } from '../../kit/run/preflight/preflight.ts'
import { TargetUnreachable } from '../../kit/run/preflight/preflight-fault.ts'
import { certificateGaps, shortPlan } from '../../reporters/console/plan.ts'
import { isUnchanged, isWithoutEffect } from '../../reporters/console/runs/unchanged.ts'
import { paintFor } from '../../reporters/console/text/paint.ts'
import { answeredLast } from '../../reporters/views/causes/crashes/answered-last.ts'
import { brokenOffLast } from '../../reporters/views/causes/crashes/came-back.ts'
import { suspectLines } from '../../reporters/views/evidence/commands.ts'
import { messageName } from '../../reporters/views/evidence/messages.ts'
import { printable } from '../../reporters/views/printable.ts'
import { type Assembly, typedName } from '../assembly.ts'
import { scarceBudgets } from '../certificate/scarce-budgets.ts'
import { readBaseline } from '../files/baseline.ts'
import { judgedAsPrepared, prepared } from '../run/judging.ts'
import { keeping } from '../run/kept/keeping.ts'
import { Progress } from '../run/output/progress.ts'
import { publish } from '../run/output/publish.ts'
import { assertWritable } from '../run/output/report-files.ts'
import { show, tell } from '../run/output/voice.ts'
import { assertCertifies, type Judged, sealingFor } from '../run/seal.ts'
import { isPattern } from '../run/several/configs.ts'
import type { SeveralFlags } from '../run/several/several.ts'
import { listenForStops, type StopReason, stoppable } from '../run/stop.ts'
import { takeStrays } from '../run/strays.ts'
import { consent } from '../run/terms/consent.ts'
import { planCommand } from '../run/terms/plan-command.ts'
import type { RunFlags } from '../run/terms/run-flags.ts'
import { shardOf } from '../run/terms/shard.ts'
import { hasPerson, TerminalPerson } from '../run/terms/terminal-person.ts'
import { offerUndo } from '../run/undo/undoing.ts'
import { isRead, judgedUnreachable } from '../run/unreachable.ts'
import type { Cut, Done } from '../run/watch/watching.ts'
import { UsageError } from '../usage-error.ts'
import { askedFor } from './plan.ts'

/** The flags as they are given: beside those of one target there may be more target files. */
export interface GivenFlags extends Omit<RunFlags, 'config'>, Pick<SeveralFlags, 'parallel' | 'matrix'> {
  readonly config?: readonly string[]
}

/** Judges a target and prints the report, or several of them. Gives back the exit code. */
export async function run(
  { config = [], parallel, matrix, ...flags }: GivenFlags,
  assembly: Assembly,
): Promise<number> {
  if (config.length > 1 || isPattern(config) || matrix !== undefined) {
    const { several } = await import('../run/several/several.ts')
    return several({ ...flags, config, parallel, matrix }, assembly)
  }
  if (parallel !== undefined)
    throw new UsageError(`--parallel ${parallel}: says how many targets are judged at once; name several with --config`)
  const [path] = config
  return runOne({ ...flags, ...(path === undefined ? {} : { config: path }) }, assembly)
}

async function runOne(flags: RunFlags, assembly: Assembly): Promise<number> {
  const { watch: paths, lastFailed: failedOnly = false } = flags
  if (paths === undefined) return (await once(flags, assembly)).code
  const round: Round = { plans: new Set() }
  const { watching } = await import('../run/watch/watching.ts')
  // What a run asks changes with its seed: one that is fixed has to be asked the same again.
  const seed = flags.seed ?? (failedOnly ? undefined : randomInt(2 ** 31))
  return watching({
    paths,
    failedOnly,
    written: writtenBy(flags),
    command: assembly,
    run: (lastFailed, cut) => {
      round.cut = cut
      return once({ ...flags, lastFailed, ...(seed !== undefined && !lastFailed && { seed }) }, assembly, round)
    },
    tellWhole: () => {
      if (round.before !== undefined) tell(round.before, process.stdout, { reporter: flags.reporter, verbose: true })
    },
    open: async () => (await import('./open.ts')).open(undefined, assembly),
  })
}

/** What a run of many has of those before it, and leaves to those after. */
interface Round {
  /** Ends it; then nothing is printed, kept or written. */
  cut?: Cut
  /** The report of the one before. */
  before?: Report
  /** Those that were told. */
  readonly plans: Set<string>
}

async function once(given: RunFlags, assembly: Assembly, round: Round = { plans: new Set() }): Promise<Done> {
  const { cut, before } = round
  assertWritable(given)
  assertCertifies(given)
  const flags = await seededByBaseline(given, assembly)
  shardOf(flags)
  const sealing = flags.certify === true ? await sealingFor(flags, assembly) : undefined
  const judged = await (flags.repeat === undefined
    ? judge(flags, assembly, { plans: round.plans, ...(cut && { cut: cut.signal }) })
    : repeated(flags, assembly))
  const { outcome, run, target } = judged.report
  const isAtHand = target.environment === 'local' && judged.isEmbedded !== true
  const isSame = before !== undefined && isUnchanged(before, judged.report)
  const done = {
    code: outcome.exitCode,
    listensAt: isAtHand ? Object.values(target.baseUrls) : [],
    isWithoutEffect: before !== undefined && isWithoutEffect(before, judged.report),
    endedAt: Date.parse(run.endedAt),
  }
  if ((await cut?.happened()) === true) return { ...done, ...brokenOffBy(judged.report) }
  // Between two runs of the same nobody may have been there.
  if (judged.isNobody !== true) round.before = judged.report
  // Of a run that found nobody there is one sentence to say, and nothing to keep.
  if (judged.isNobody === true) return { ...done, code: await publish(judged, { ...flags, quiet: true }) }
  return {
    ...done,
    code: await stoppable((stopped) =>
      publish(judged, flags, {
        ...(sealing && { seal: (each) => sealing(each, stopped) }),
        keep: keeping(flags, assembly, process.cwd()),
        isUnchanged: isSame,
      }),
    ),
  }
}

/** The flags with the seed of their baseline, where they have one and no seed. A mistake in it is told before the work. */
async function seededByBaseline(flags: RunFlags, { suites }: Assembly): Promise<RunFlags> {
  if (flags.baseline === undefined) return flags
  const catalogues = suites.map(({ service }) => service.contract.catalogue)
  const { seed } = await readBaseline(flags.baseline, catalogues.flatMap(Object.keys))
  // A certificate knows of no failure that is excused.
  if (flags.certify === true) {
    process.stderr.write(
      `note: --baseline ${printable(flags.baseline)}: a certification excuses no known failure, and passes over it\n`,
    )
    return flags
  }
  const hasOwn = flags.seed !== undefined || flags.lastFailed === true || seed === undefined
  return hasOwn ? flags : { ...flags, seed }
}

const writtenBy = ({ json, html, junit, markdown, ctrf, sarif, har, allure, bundle }: RunFlags): string[] =>
  [json, html, junit, markdown, ctrf, sarif, har, allure, bundle].flatMap((path) => path ?? [])

/** What a service may have gone away by, as it is named and sent once more. */
function brokenOffBy(report: Report): Pick<Done, 'brokenOff' | 'besides'> {
  const cut = brokenOffLast(report)
  return {
    brokenOff: cut.map((each) => ({ name: messageName(each), lines: suspectLines(report, each) })),
    besides: cut.length === 0 ? '' : answeredLast(report.exchanges, [cut]),
  }
}

/** What is to be known before a run is waited for that will judge little of what it was to. */
const noWebhooksText = ({ noWebhooks }: RunHandle): string | undefined =>
  noWebhooks === undefined
    ? undefined
    : `note: no webhook can come to this run, and what needs one is not judged: ${printable(noWebhooks)}; webhooks.publicUrl and webhooks.listen of the target file say where they come`

/** Judges a target several times; gives back the worst of the runs. */
async function repeated(flags: RunFlags, assembly: Assembly): Promise<Judged> {
  const { repeating } = await import('../run/repeat.ts')
  return repeating(flags, (seed, isFirst) =>
    isFirst
      ? judge({ ...flags, seed }, assembly)
      : judge({ ...flags, seed, yes: true, quiet: true }, assembly, { isAgain: true }),
  )
}

/** A bundle holds a run from its beginning to its end: what was cut off could not be judged again. */
const STOPPED_CERTIFICATION = 'what was judged is reported and kept; no bundle is made of a run that was stopped'

/** What a run has of those before it. */
interface Standing {
  /** Ends it before its time, as an interrupt does. */
  readonly cut?: AbortSignal
  /** Plans that were told before, and need not be told again. */
  readonly plans?: Set<string>
  /** It is made once more by itself: what earlier runs left changed was a matter of the first. */
  readonly isAgain?: boolean
}

/** Judges a target. */
export async function judge(
  flags: RunFlags,
  assembly: Assembly,
  { cut, plans = new Set(), isAgain = false }: Standing = {},
): Promise<Judged> {
  const [cwd, say] = [process.cwd(), (line: string) => void process.stderr.write(`note: ${printable(line)}\n`)]
  const run = await prepared(flags, assembly, cwd)
  const { target, services, plan, asked, ahead } = run
  if (!isAgain)
    await offerUndo(assembly, { cwd, env: process.env, flags, say }, { targets: [target], yes: flags.yes === true })
  const stop = new AbortController()
  const stops = listenForStops(stop, flags.maxTime)
  const cutOff = (): void => stop.abort('restart' satisfies StopReason)
  cut?.addEventListener('abort', cutOff)
  const strays = takeStrays()
  try {
    const surroundings = { seed: asked.seed ?? randomInt(2 ** 31), cwd, say, strays: () => strays.errors }
    const unreached = (error: unknown): Promise<Judged> => {
      if (!(error instanceof TargetUnreachable) || !isRead(flags)) throw error
      const nobody = { ...surroundings, signal: stop.signal, follow: () => undefined }
      return judgedUnreachable(run, error, nobody, typedName(assembly))
    }
    let firstLook: FirstLook | undefined
    try {
      firstLook = await preflightTarget(target, services, stop.signal)
    } catch (error) {
      return await unreached(error)
    }
    if (flags.quiet !== true) for (const note of ahead) if (!plans.has(note)) say(note)
    for (const note of ahead) plans.add(note)
    const costs = shortPlan(plan, planCommand(flags, assembly), flags.repeat)
    if (flags.quiet !== true && !plans.has(costs)) show(costs, process.stderr)
    plans.add(costs)
    if (flags.quiet !== true && asked.certify === true) {
      const gaps = plannedGaps(await askedFor(target, assembly, asked), ['must'])
      const isScarce = scarceBudgets(plan, target).length > 0
      show(certificateGaps(gaps, paintFor(process.stderr, process.env), isScarce), process.stderr)
    }
    if (!(await consent(target, plan, flags.yes === true, flags.repeat)))
      throw new UsageError('not started: nobody agreed to the cost')
    const progress = new Progress(process.stderr, paintFor(process.stderr, process.env), plan.forecast, {
      ...(asked.certify === true && { kept: STOPPED_CERTIFICATION }),
    })
    stop.signal.addEventListener('abort', () => progress.stopping(stop.signal.reason as StopReason))
    const person = hasPerson(process.stdin, process.stderr, process.env)
      ? new TerminalPerson(process.stdin, progress)
      : undefined
    if (flags.quiet !== true) progress.begin(plan.selected.map(({ id }) => id))
    try {
      return await judgedAsPrepared(
        { ...run, ...(firstLook && { firstLook }) },
        {
          ...surroundings,
          signal: stop.signal,
          wait: (line) => progress.wait(line),
          over: () => stops.untimed(),
          follow: (handle) => {
            progress.follow(handle)
            const told = noWebhooksText(handle)
            if (flags.quiet !== true && told !== undefined && !plans.has(told)) progress.say(told)
            if (told !== undefined) plans.add(told)
          },
          ...(person && { person: (question, signal) => person.ask(question, signal) }),
        },
        typedName(assembly),
      )
    } catch (error) {
      return await unreached(error)
    } finally {
      progress.end()
    }
  } finally {
    // One signal may be for many tries of a run.
    cut?.removeEventListener('abort', cutOff)
    strays.dispose()
    stops.dispose()
    await run.embedded?.close()
  }
}
