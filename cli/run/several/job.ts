import { type Report, uncertified } from '../../../kit/report/report.ts'
import type { RunHandle } from '../../../kit/run/lifecycle.ts'
import { preflightTarget } from '../../../kit/run/preflight/preflight.ts'
import { TargetUnreachable } from '../../../kit/run/preflight/preflight-fault.ts'
import { verdictLine } from '../../../reporters/console/console.ts'
import { paintFor } from '../../../reporters/console/text/paint.ts'
import { gateText } from '../../../reporters/views/baseline-words.ts'
import { counted } from '../../../reporters/views/counted.ts'
import { spoken } from '../../../reporters/views/plan/amounts.ts'
import { printable } from '../../../reporters/views/printable.ts'
import { type Assembly, typedName } from '../../assembly.ts'
import { exitCodeOfError, isMistake } from '../../errors.ts'
import { readBaseline } from '../../files/baseline.ts'
import { UsageError } from '../../usage-error.ts'
import { judgedAsPrepared, type PreparedRun, prepared } from '../judging.ts'
import { keeping } from '../kept/keeping.ts'
import { printedOn } from '../output/ci-page.ts'
import { gated, UNWRITTEN } from '../output/publish.ts'
import { assertWritable, writeReports } from '../output/report-files.ts'
import { show, tell } from '../output/voice.ts'
import { type Judged, type Seal, sealingFor } from '../seal.ts'
import type { RunFlags } from '../terms/run-flags.ts'
import { isRead, judgedUnreachable } from '../unreachable.ts'
import type { Board } from './board.ts'
import type { NamedConfig } from './configs.ts'
import { flagsFor } from './places.ts'

/** One of several targets, ready to be judged. */
export interface Job {
  readonly config: NamedConfig
  readonly flags: RunFlags
  readonly run: PreparedRun
  readonly seal: Seal | undefined
  /** That of its baseline; undefined where it has none. */
  readonly seed: number | undefined
}

/** What became of it. */
export interface JobEnd {
  readonly job: Job
  readonly code: number
  /** Without its exchanges and deliveries, which the files have. */
  readonly report?: Report
  /** Why nothing was judged: there is no report, or one of nobody there, which its files have. */
  readonly reason?: string
  /** Seals it: what became of it by that, and what is to be said of it. */
  readonly sealed?: (stopped: AbortSignal) => Promise<{ readonly end: JobEnd; readonly said: readonly string[] }>
}

/**
 * Everything that can be known before anything is sent.
 * @throws UsageError naming every target file that cannot be used
 */
export async function jobsOf(
  configs: readonly NamedConfig[],
  flags: Omit<RunFlags, 'config'>,
  assembly: Assembly,
  cwd: string,
): Promise<readonly Job[]> {
  const jobs: Job[] = []
  const problems: string[] = []
  for (const config of configs) {
    const own = flagsFor(flags, config)
    try {
      assertWritable(own)
      const baseline = own.baseline === undefined || own.certify === true ? undefined : await readBaseline(own.baseline)
      const seal = own.certify === true ? await sealingFor(own, assembly) : undefined
      // Nobody can do what several runs ask for at one time.
      jobs.push({
        config,
        flags: own,
        run: await prepared(own, assembly, cwd, false),
        seal,
        seed: own.seed ?? baseline?.seed,
      })
    } catch (error) {
      if (!isMistake(error)) throw error
      const { message } = error as Error
      problems.push(message.includes(config.path) ? message : `${config.path}: ${message}`)
    }
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  return jobs
}

/** A line for what a run will do and cost. */
export function planLine({ config, run: { plan } }: Job): string {
  const { selected, forecast, spends } = plan
  const costs = Object.entries(spends).flatMap(([name, { most }]) => (most === 0 ? [] : [`up to ${most} ${name}`]))
  return `${config.name}: ${[counted(selected.length, 'check'), `about ${spoken(forecast.seconds)}`, ...costs].join(', ')}\n`
}

export interface JobTerms {
  readonly seed: number
  readonly cwd: string
  readonly signal: AbortSignal
  readonly strays: { readonly errors: readonly string[] }
  readonly board: Board
  /** Has something done when nobody else writes. */
  readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>
}

/** Judges one of them, and writes and tells what it came to. Never throws: whatever happens is its end. */
export async function withJob(job: Job, terms: JobTerms, assembly: Assembly): Promise<JobEnd> {
  const { config, run } = job
  const { signal, board, strays, inTurn, seed, cwd } = terms
  const before = strays.errors.length
  board.add(
    config.name,
    run.plan.forecast,
    run.plan.selected.map(({ id }) => id),
  )
  const say = (line: string): void =>
    board.above(() => process.stderr.write(`note: ${config.name}: ${printable(line)}\n`))
  const surroundings = {
    seed: job.seed ?? seed,
    cwd,
    say,
    signal,
    // Whose they are nobody knows: every run that was under way tells them.
    strays: () => strays.errors.slice(before),
    follow: (handle: RunHandle) => board.follow(config.name, handle),
  }
  const judgedOrNobody = async (): Promise<Judged> => {
    try {
      const firstLook = await preflightTarget(run.target, run.services, signal)
      return await judgedAsPrepared({ ...run, firstLook }, surroundings, typedName(assembly))
    } catch (error) {
      if (!(error instanceof TargetUnreachable) || !isRead(job.flags)) throw error
      return judgedUnreachable(run, error, { ...surroundings, follow: () => undefined }, typedName(assembly))
    }
  }
  try {
    const judged = await judgedOrNobody()
    board.over(config.name)
    return await inTurn(() => published(job, judged, terms, assembly))
  } catch (error) {
    board.over(config.name)
    const reason = error instanceof Error ? error.message : String(error)
    board.above(() =>
      process.stdout.write(
        `${config.name}: ${error instanceof TargetUnreachable ? 'no target' : 'no report'}: ${printable(reason)}\n`,
      ),
    )
    return { job, code: exitCodeOfError(error), reason }
  }
}

/** Broken requirements that a line names. */
const NAMED = 5

/** `; broken: lib.loan.days, lib.loan.limit and 3 more`; empty where nothing is. */
function brokenText({ requirements }: Report): string {
  const ids = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const rest = ids.length - NAMED
  return ids.length === 0 ? '' : `; broken: ${ids.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

async function published(job: Job, judged: Judged, { board, cwd }: JobTerms, assembly: Assembly): Promise<JobEnd> {
  const { config, flags, seal } = job
  const report = await gated(judged, flags)
  const isNobody = judged.isNobody === true
  const paint = paintFor(process.stdout, process.env)
  board.above(() => {
    const { headline, because } = report.outcome
    const line = isNobody ? `${headline}: ${printable(because)}` : verdictLine(report, paint)
    const gate = report.gate === undefined ? brokenText(report) : `; ${printable(gateText(report.gate))}`
    show(printedOn(process.env, `${printable(config.name)}: ${line}${gate}\n`), process.stdout)
    if (!isNobody && (flags.verbose === true || flags.reporter === 'line')) tell(report, process.stdout, flags)
  })
  if (!isNobody) await keeping(flags, assembly, cwd)(report)
  const unwritten = await writeReports(report, flags)
  for (const each of unwritten) board.above(() => process.stderr.write(`${config.name}: ${each}\n`))
  // It stands in the matrix as one that is not there.
  if (isNobody) return { job, code: codeOf(report, unwritten), reason: report.outcome.because }
  const endOf = (each: Report, problems: readonly string[]): JobEnd => ({
    job,
    code: codeOf(each, problems),
    report: { ...each, exchanges: [], deliveries: [], steps: [] },
  })
  if (seal === undefined) return endOf(report, unwritten)
  return {
    ...endOf(report, unwritten),
    sealed: async (stopped) => {
      const came = await seal(judged, stopped)
      const problems = came.unwritten === undefined ? [] : [came.unwritten]
      if (came.uncertified === undefined) return { end: endOf(report, [...unwritten, ...problems]), said: problems }
      // Its files and what is kept of it say so, too.
      const after = uncertified(report, came.uncertified)
      await keeping(flags, assembly, cwd)(after)
      const again = [...problems, ...(await writeReports(after, flags))]
      return { end: endOf(after, again), said: [came.uncertified, ...again] }
    },
  }
}

/** What nobody could read is no success, and no fault of the suite. */
function codeOf({ gate, outcome }: Report, unwritten: readonly string[]): number {
  const code = gate?.exitCode ?? outcome.exitCode
  return code === 0 && unwritten.length > 0 ? UNWRITTEN : code
}
