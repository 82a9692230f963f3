import { type Capture, startCapture } from './capture/server.ts'
import type { Check, Depth } from './check.ts'
import { type Recorder, recorder } from './recorded.ts'
import { buildReport, type Report } from './report.ts'
import { Run } from './run.ts'
import { selects } from './selection.ts'
import type { SessionOptions } from './session.ts'
import type { Target } from './target/target.ts'

export interface ConductOptions extends Pick<SessionOptions, 'signal' | 'onExchange'> {
  readonly target: Target
  readonly checks: readonly Check[]
  readonly seed: number
  /** When absent: `deep` to certify, and where checks are selected by their whole names; else `standard`. */
  readonly depth?: Depth
  /** Generated values that each check tries; by its depth when absent. */
  readonly runs?: number
  /** Path of the one counterexample that is tried again. */
  readonly path?: string
  /** Patterns of check and requirement ids. */
  readonly only?: readonly string[]
  readonly skip?: readonly string[]
  readonly certify?: boolean
  /** Said in the report before anything else. */
  readonly notes?: readonly string[]
  /** Secret to the name of its environment variable, for the commands in the report. */
  readonly variables?: ReadonlyMap<string, string>
  /** A listener to use instead of one of the run's own; the caller closes it. */
  readonly capture?: Capture
}

/** A run with all it needs, from the listener for webhooks to the report. */
export interface Conduct {
  readonly run: Run
  readonly record: Recorder
  /** The report so far. Closes what was opened; a second call gives the same report. */
  finish(): Promise<Report>
}

/** The listener of the target file cannot be had: its author can change that. */
export class CaptureUnavailable extends Error {
  override readonly name = 'CaptureUnavailable'
}

/**
 * Opens the listener, proves that it is reachable, and makes the run. Nothing is sent to the target yet.
 * @throws CaptureUnavailable when the address of the target file cannot be listened on.
 */
export async function conduct(options: ConductOptions): Promise<Conduct> {
  const { target, seed, checks, only = [], skip = [], certify = false, signal, onExchange } = options
  const depth = options.depth ?? (certify || only.some((each) => !each.includes('*')) ? 'deep' : 'standard')
  const notes = [...(options.notes ?? [])]
  const capture = options.capture ?? (await listen(target))
  const own = options.capture === undefined ? capture : undefined
  // Waits for webhooks end with the run.
  let stoppedAt: number | undefined
  const halt = (): void => {
    stoppedAt = Date.now()
    void own?.close()
  }
  if (signal?.aborted === true) halt()
  signal?.addEventListener('abort', halt, { once: true })
  const note = capture === undefined ? undefined : await unfit(capture)
  if (note !== undefined) notes.push(`webhooks are not exercised: ${note}`)
  const run = new Run({
    target,
    seed,
    depth,
    ...(options.runs === undefined ? {} : { runs: options.runs }),
    ...(options.path === undefined ? {} : { path: options.path }),
    checks,
    selected: (check) => selects(check, { only, skip }),
    ...(capture === undefined || note !== undefined ? {} : { capture }),
    ...(signal === undefined ? {} : { signal }),
    ...(onExchange === undefined ? {} : { onExchange }),
  })
  const record = recorder(target, options.variables)
  const finish = async (): Promise<Report> => {
    const report = buildReport(run, record, {
      certify,
      only,
      skip,
      notes,
      ...(stoppedAt === undefined ? {} : { stoppedAt }),
    })
    signal?.removeEventListener('abort', halt)
    await Promise.all([run.close(), own?.close()])
    return report
  }
  let finished: Promise<Report> | undefined
  return {
    run,
    record,
    finish: () => {
      finished ??= finish()
      return finished
    },
  }
}

/** The whole run in this process, without a test runner. */
export async function runInProcess(options: ConductOptions): Promise<Report> {
  const { run, finish } = await conduct(options)
  try {
    await run.all()
  } catch (error) {
    await finish()
    throw error
  }
  return finish()
}

async function listen({ webhooks }: Target): Promise<Capture | undefined> {
  if (webhooks === undefined) return undefined
  const { listen: address, publicUrl, tls } = webhooks
  try {
    return await startCapture({
      ...address,
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(tls === undefined ? {} : { tls }),
    })
  } catch (error) {
    throw new CaptureUnavailable(`webhooks.listen: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Why webhooks that come this way cannot be judged. */
async function unfit(capture: Capture): Promise<string | undefined> {
  const { reachable, bytesFaithful, note } = await capture.preflight()
  return reachable && bytesFaithful ? undefined : `${capture.url}: ${note}`
}
