import { type ReplayLog, replayLogOf } from '../certificate/replay/replay-log.ts'
import type { Check, Depth } from '../check/check.ts'
import { type Recorder, recorder } from '../evidence/recorder.ts'
import { neededClaims, type PlanOptions, planOf } from '../plan/plan.ts'
import { withoutUnaskedValues } from '../plan/sampling.ts'
import { depthOf, selects } from '../plan/selection.ts'
import { leftovers } from '../report/leftovers.ts'
import { buildReport, type Report } from '../report/report.ts'
import { unclaimed } from '../report/unclaimed.ts'
import type { Claim } from '../target/claims.ts'
import type { Target, TargetWebhooks } from '../target/target.ts'
import { DeliveryFileError } from '../webhooks/imported/delivery-file.ts'
import { Imported } from '../webhooks/imported/imported.ts'
import { type SelfSigned, selfSigned } from '../webhooks/listener/self-signed.ts'
import { startCapture } from '../webhooks/listener/server.ts'
import type { Receiver } from '../webhooks/receiver.ts'
import { probeClaims } from './claims-probe.ts'
import { Context } from './context.ts'
import { Run } from './run.ts'
import type { SessionOptions } from './session.ts'

export interface ConductOptions extends Pick<SessionOptions, 'signal' | 'onExchange' | 'person'> {
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
  readonly capture?: Receiver
}

/** A run with all it needs, from the listener for webhooks to the report. */
export interface Conduct {
  readonly run: Run
  readonly record: Recorder
  /** The report so far. Closes what was opened; a second call gives the same report. */
  finish(): Promise<Report>
  /** What has it judged again from its evidence. */
  tracks(): ReplayLog
}

/** The listener of the target file cannot be had: its author can change that. */
export class CaptureUnavailable extends Error {
  override readonly name = 'CaptureUnavailable'
}

/**
 * Opens the listener, proves that it is reachable, makes the run, and asks after what the target file claims.
 * @throws CaptureUnavailable when the address of the target file cannot be listened on, or the file of deliveries not be read.
 */
export async function conduct(options: ConductOptions): Promise<Conduct> {
  const { seed, checks, only = [], skip = [], certify = false, signal, onExchange, person } = options
  const target = withoutUnaskedValues(options.target, options)
  const depth = depthOf({ depth: options.depth, certify, only })
  const asked: PlanOptions = {
    target,
    checks,
    depth,
    ...(options.runs === undefined ? {} : { values: options.runs }),
    only,
    skip,
    hasPerson: person !== undefined,
  }
  const plan = planOf(asked)
  const notes = [...(options.notes ?? [])]
  const capture = options.capture ?? (await listen(target, notes))
  const own = options.capture === undefined ? capture : undefined
  // Waits for webhooks end with the run.
  let stoppedAt: number | undefined
  const halt = (): void => {
    stoppedAt = Date.now()
    void own?.close()
  }
  if (signal?.aborted === true) halt()
  signal?.addEventListener('abort', halt, { once: true })
  const isFit = capture === undefined || (await fits(capture, notes))
  const run = new Run({
    target,
    seed,
    depth,
    ...(options.runs === undefined ? {} : { runs: options.runs }),
    ...(options.path === undefined ? {} : { path: options.path }),
    checks,
    selected: (check) => selects(check, { only, skip }),
    ...(capture === undefined || !isFit ? {} : { capture }),
    ...(capture instanceof Imported ? { deliveries: () => capture.all() } : {}),
    ...(signal === undefined ? {} : { signal }),
    ...(onExchange === undefined ? {} : { onExchange }),
    ...(person === undefined ? {} : { person }),
  })
  notes.push(...(await claimsDenied(run, neededClaims(asked))))
  const record = recorder(target, options.variables)
  const finish = async (): Promise<Report> => {
    if (capture instanceof Imported) {
      await capture.close()
      if (capture.fault !== undefined) notes.push(`deliveries are read no further: ${capture.fault}`)
    }
    const { session } = run
    const notUndone = await session.cleanUp()
    notes.push(...notUndone.map((each) => `not undone: ${each}`))
    notes.push(...leftovers(session.wire.store.exchanges, session.runId))
    notes.push(...unclaimed(target, session.wire.store.deliveries))
    const report = buildReport(run, record, {
      plan,
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
    tracks: () => replayLogOf(run, record),
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

/** Asks after the claims; what needs one that the target denies is blocked. Gives back what to tell of them. */
async function claimsDenied({ session }: Run, needed: ReadonlySet<Claim>): Promise<readonly string[]> {
  const context = new Context(session, { name: 'claims', uses: [], covers: [], cost: {} })
  const absent = await probeClaims(context, needed)
  session.miss(absent)
  return absent.map(({ reason }) => `claimed but absent: ${reason}`)
}

async function listen({ webhooks }: Target, notes: string[]): Promise<Receiver | undefined> {
  if (webhooks === undefined) return undefined
  const { listen: address, publicUrl, tls, deliveries } = webhooks
  if (deliveries !== undefined) return follow(deliveries, publicUrl)
  try {
    return await startCapture({
      ...address,
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(tls === undefined ? {} : { tls: tls === 'self-signed' ? await ownCertificate(webhooks, notes) : tls }),
    })
  } catch (error) {
    throw new CaptureUnavailable(`webhooks.listen: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function follow(path: string, publicUrl: string | undefined): Promise<Imported> {
  try {
    return await Imported.open(path, publicUrl)
  } catch (error) {
    throw error instanceof DeliveryFileError ? new CaptureUnavailable(`--deliveries ${error.message}`) : error
  }
}

async function ownCertificate({ listen: { host }, publicUrl }: TargetWebhooks, notes: string[]): Promise<SelfSigned> {
  const named = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')]
  const made = await selfSigned([host, ...named])
  notes.push(`webhooks arrive over TLS with a certificate made for this run, SHA-256 ${made.fingerprint}`)
  return made
}

/** Whether webhooks that come this way can be judged. What there is to know of the way is noted. */
async function fits(capture: Receiver, notes: string[]): Promise<boolean> {
  const { reachable, bytesFaithful, note } = await capture.preflight()
  const isFit = reachable && bytesFaithful
  const told = capture instanceof Imported && !capture.hasUrl ? note : `${capture.url}: ${note}`
  if (note !== '') notes.push(`${isFit ? 'webhooks' : 'webhooks are not exercised'}: ${told}`)
  return isFit
}
