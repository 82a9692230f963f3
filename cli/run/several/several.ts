import { randomInt } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { matrixText } from '../../../reporters/console/runs/matrix-text.ts'
import { paintFor } from '../../../reporters/console/text/paint.ts'
import { counted } from '../../../reporters/views/counted.ts'
import { printable } from '../../../reporters/views/printable.ts'
import { type Absentee, type ColumnSource, matrixOf } from '../../../reporters/views/runs/matrix.ts'
import type { Assembly } from '../../assembly.ts'
import { UsageError } from '../../usage-error.ts'
import { printedOn, tellGithubOfSeveral } from '../output/ci-page.ts'
import { UNWRITTEN } from '../output/publish.ts'
import { show } from '../output/voice.ts'
import { assertCertifies } from '../seal.ts'
import { listenForStops, type StopReason, stoppable } from '../stop.ts'
import { takeStrays } from '../strays.ts'
import { consent } from '../terms/consent.ts'
import type { RunFlags } from '../terms/run-flags.ts'
import { offerUndo } from '../undo/undoing.ts'
import { worstCode } from '../worst-code.ts'
import { Board } from './board.ts'
import { calm } from './calm.ts'
import { assertApart, sharedElsewhere } from './clashes.ts'
import { configsIn } from './configs.ts'
import { assertForSeveral } from './fit.ts'
import { type Job, type JobEnd, jobsOf, planLine, withJob } from './job.ts'
import { matrixFiles, writeMatrix } from './matrix-files.ts'

export interface SeveralFlags extends Omit<RunFlags, 'config'> {
  /** Paths and patterns of target files. */
  readonly config: readonly string[]
  /** How many are judged at once. */
  readonly parallel?: number | undefined
  /** Files that receive the matrix. */
  readonly matrix?: readonly string[] | undefined
}

/** What one process judges at once without standing still for long: a run waits far more than it works. */
const USUAL_PARALLEL = 8

/** Exit code for those that were not begun. */
const UNBEGUN = 3

/**
 * Judges several targets side by side: one report each, one matrix. Gives back the worst of their exit codes.
 * @throws UsageError before anything is sent, for flags of one target alone, and for target files that cannot be used or
 * not at one time
 */
export async function several(flags: SeveralFlags, assembly: Assembly): Promise<number> {
  const { parallel = USUAL_PARALLEL, matrix: matrixPaths = [], config, ...rest } = flags
  const cwd = process.cwd()
  const seed = flags.seed ?? randomInt(2 ** 31)
  assertForSeveral(rest, assembly)
  assertCertifies(flags)
  const configs = configsIn(config, cwd)
  const files = matrixFiles(matrixPaths)
  const say = (line: string): void => void process.stderr.write(`note: ${printable(line)}\n`)
  const alone = await jobsOf(configs, rest, assembly, cwd)
  const filed = alone.map(({ config: { path }, run: { target } }) => ({ path, target }))
  const beside = parallel > 1 ? sharedElsewhere(filed) : []
  const jobs = alone.map(
    (job, at): Job => ({ ...job, run: { ...job.run, notes: [...job.run.notes, ...(beside[at] ?? [])] } }),
  )
  const targets = jobs.map(({ run: { target } }) => target)
  await offerUndo(assembly, { cwd, env: process.env, flags: rest, say }, { targets, yes: flags.yes === true })
  if (parallel > 1) assertApart(filed)
  if (flags.quiet !== true) {
    process.stderr.write(jobs.map(planLine).join(''))
    process.stderr.write(`${counted(jobs.length, 'target')}, up to ${parallel} at once, ${seedsText(jobs, seed)}\n`)
  }
  for (const {
    config: { path },
    run,
  } of jobs)
    if (!(await consent(run.target, run.plan, flags.yes === true)))
      throw new UsageError(`not started: nobody agreed to the cost of ${path}`)
  const judged = await sideBySide(
    jobs,
    { seed, cwd, parallel, quiet: flags.quiet === true, ...timeOf(flags) },
    assembly,
  )
  // What is sealed is judged again first, which nobody else should have to wait for.
  const ends: JobEnd[] = []
  await stoppable(async (stopped) => {
    for (const each of judged) {
      const { end, said } = (await each.sealed?.(stopped)) ?? { end: each, said: [] }
      ends.push(end)
      for (const line of said) process.stderr.write(`${each.job.config.name}: ${line}\n`)
    }
  })
  const matrix = matrixOf(
    ends.flatMap(columnOf),
    ends.flatMap((end) => absenteeOf(end, jobs)),
  )
  const paint = paintFor(process.stdout, process.env)
  if (flags.quiet !== true) show(printedOn(process.env, `\n${matrixText(matrix, paint)}`), process.stdout)
  await tellGithubOfSeveral(matrix, process.env, process.stdout)
  const unwritten = await writeMatrix(matrix, files)
  for (const each of unwritten) process.stderr.write(`${each}\n`)
  return worstCode([...ends.map(({ code }) => code), ...(unwritten.length > 0 ? [UNWRITTEN] : [])])
}

/** Those of a baseline have its seed. */
function seedsText(jobs: readonly Job[], seed: number): string {
  const seeds = [...new Set(jobs.map((job) => job.seed ?? seed))]
  return `${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}`
}

const timeOf = ({ maxTime }: SeveralFlags): { maxTime?: number } => (maxTime === undefined ? {} : { maxTime })

interface Terms {
  readonly seed: number
  readonly cwd: string
  readonly parallel: number
  readonly quiet: boolean
  /** Seconds for all of them. */
  readonly maxTime?: number
}

/** Judges so many at once, and gives back what became of each, in the order given. */
async function sideBySide(
  jobs: readonly Job[],
  { seed, cwd, parallel, quiet, maxTime }: Terms,
  assembly: Assembly,
): Promise<readonly JobEnd[]> {
  const stop = new AbortController()
  // Every run listens to it.
  setMaxListeners(0, stop.signal)
  const stops = listenForStops(stop, maxTime)
  const strays = takeStrays()
  const board = new Board(process.stderr, jobs.length, process.env)
  stop.signal.addEventListener('abort', () => board.stopping(stop.signal.reason as StopReason))
  if (!quiet) board.begin()
  const ends = new Map<Job, JobEnd>()
  const left = [...jobs]
  // One at a time is written and told: lines of two reports do not mix.
  let told: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = told.then(act)
    told = turn.catch(() => undefined)
    return turn
  }
  let begun: Promise<unknown> = Promise.resolve()
  // One after the other, each when those before it leave it room.
  const next = (): Promise<Job | undefined> => {
    const turn = begun.then(async () => {
      if (left.length > 0 && left.length < jobs.length) await calm(stop.signal)
      return left.shift()
    })
    begun = turn
    return turn
  }
  const work = async (): Promise<void> => {
    for (let job = await next(); job !== undefined && !stop.signal.aborted; job = await next())
      ends.set(job, await withJob(job, { seed, cwd, signal: stop.signal, strays, board, inTurn }, assembly))
  }
  try {
    await Promise.all(Array.from({ length: Math.min(parallel, jobs.length) }, work))
  } finally {
    board.end()
    strays.dispose()
    stops.dispose()
  }
  return jobs.map(
    (job) => ends.get(job) ?? { job, code: UNBEGUN, reason: 'the command was stopped before it was begun' },
  )
}

const columnOf = ({ job, report }: JobEnd): ColumnSource[] =>
  report === undefined ? [] : [{ report, name: job.config.name }]

/** By its own name, as the others, where no other target has it. */
function absenteeOf({ job, reason }: JobEnd, jobs: readonly Job[]): Absentee[] {
  if (reason === undefined) return []
  const { name } = job.run.target
  const isTold = jobs.every((each) => each === job || each.run.target.name !== name)
  return [{ label: isTold ? name : job.config.name, reason }]
}
