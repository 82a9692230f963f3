import type { Check } from '../check/check.ts'
import type { Depth } from '../check/depth.ts'
import type { Judgement } from '../check/verdicts/judgement.ts'
import { systemClock } from '../clock/clock.ts'
import { watchStalls } from '../clock/stalls.ts'
import { recorderFor } from '../contract/recorder.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import type { Recorder } from '../evidence/recorder.ts'
import { Volume } from '../http/volume.ts'
import { neededClaims } from '../plan/choice.ts'
import { hastened } from '../plan/haste.ts'
import { type Plan, planOf } from '../plan/plan.ts'
import { withoutUnaskedValues } from '../plan/sampling.ts'
import { depthOf, selects } from '../plan/selection.ts'
import { asShard } from '../plan/shard-plan.ts'
import { idPrefixOf, type Shard, shardNote } from '../plan/shards.ts'
import type { Queue } from '../rate/pacer.ts'
import type { Target } from '../target/target.ts'
import { Imported } from '../webhooks/imported/imported.ts'
import { countedIds } from '../webhooks/listener/server.ts'
import type { Receiver } from '../webhooks/receiver.ts'
import type { Awaited } from './awaited.ts'
import type { RunListener } from './events.ts'
import { NOT_UNDONE } from './owner.ts'
import { denyClaims } from './preflight/claims-probe.ts'
import type { FirstLook } from './preflight/knocking.ts'
import { assertPlaced } from './preflight/misplaced-by-key.ts'
import { isFit, NO_WEBHOOKS, openReceiver } from './preflight/open-receiver.ts'
import { Run } from './run.ts'
import type { SessionOptions } from './session-options.ts'
import { Stages } from './stages.ts'
import { recordAhead } from './world/record-ahead.ts'

export interface StartOptions extends Pick<SessionOptions, 'signal' | 'person' | 'onChange'> {
  readonly target: Target
  /** Those of the target that are judged. */
  readonly services: readonly ServiceDefinition[]
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
  /** Only this part of it: other machines ask the rest, with the same seed. */
  readonly shard?: Shard
  /** Ends the run once so many checks have failed. */
  readonly bail?: number
  /** Requirements whose failure is known, and ends no run. */
  readonly known?: ReadonlySet<string>
  /** What is asked of the outcome beside. */
  readonly asked?: Asked
  /** Said in the report before anything else. */
  readonly notes?: readonly string[]
  /** What came of asking whether the services are there, where that was asked before. */
  readonly firstLook?: FirstLook
  /** Secret to the name of its environment variable, for the commands in the report. */
  readonly variables?: ReadonlyMap<string, string>
  /** A listener to use instead of one of the run's own; the caller closes it. */
  readonly capture?: Receiver
  /** Told of everything that happens from the first request on. */
  readonly onEvent?: RunListener
}

/** What is asked of an outcome beside that no must is broken. */
export interface Asked {
  /** Warnings count as failures. */
  readonly failOn?: 'warn'
  /** Share of the statements that has to be exercised at least, 0 to 1. */
  readonly minExercised?: number
}

/** A run that is over: what its report is made of. */
export interface FinishedRun {
  readonly run: Run
  readonly record: Recorder
  readonly plan: Plan
  readonly certify: boolean
  readonly asked: Asked
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly notes: readonly string[]
  /** Wall clock, ms since the epoch. */
  readonly endedAt: number
  /** Present where it was stopped before its end. */
  readonly stoppedAt?: number
  /** Present where services gave no answer any more when it was stopped. */
  readonly silence?: { readonly because: string } | undefined
}

/** A run with all it needs, from the listener for webhooks on. */
export interface RunHandle {
  readonly run: Run
  readonly record: Recorder
  readonly plan: Plan
  /** Why no webhook can come to it though it was to receive some. */
  readonly noWebhooks: string | undefined
  /** The keys that requests wait for at the moment, the longest wait first. */
  queues(): readonly Queue[]
  /** What is waited for at the moment, what has been for the longest first. */
  awaited(): readonly Awaited[]
  /** Runs every check in its turn, and finishes. After a stop it takes no longer than checks and clean-up are given. */
  complete(): Promise<FinishedRun>
  /** Undoes what the run changed and closes what was opened. A second call gives the same. */
  finish(): Promise<FinishedRun>
}

/** Bytes beyond what services usually send that a run takes in. */
const MOST_SENT = 60 * 1024 * 1024

/**
 * Opens the listener, proves that it is reachable, makes the run, and asks after what the target file claims.
 * @throws ReceiverUnavailable when webhooks cannot be received as the target file says, SomethingElse where a key shows
 * that a base URL is wrong by a part of its path: what was opened is closed then
 */
export async function startRun(options: StartOptions): Promise<RunHandle> {
  const { seed, services, checks, only = [], skip = [], certify = false, signal, onEvent, person } = options
  const clock = systemClock(options.target.timeScale)
  const stalls = watchStalls()
  const depth = depthOf({ depth: options.depth, certify, only })
  const planned = asShard(
    {
      target: hastened(withoutUnaskedValues(options.target, options), depth),
      services,
      checks,
      depth,
      certify,
      ...(options.runs === undefined ? {} : { values: options.runs }),
      only,
      skip,
      hasPerson: person !== undefined,
    },
    options.shard,
    seed,
  )
  const { target, leftToOthers } = planned
  const plan = planOf(planned)
  const { firstLook: { asked: askedBefore, taken } = { asked: 0, taken: [] } } = options
  const notes = [...(options.shard === undefined ? [] : [shardNote(options.shard)]), ...(options.notes ?? []), ...taken]
  let onFlood = (): void => undefined
  const volume = new Volume(MOST_SENT, () => onFlood())
  const ids = countedIds(idPrefixOf(options.shard))
  const settings = { volume, ids, idPrefix: idPrefixOf(options.shard) }
  const capture = options.capture ?? (await openReceiver(target, services, notes, settings))
  const own = options.capture === undefined ? capture : undefined
  const receives = capture !== undefined && (await isFit(capture, notes))
  const stages = services.some(({ section }) => section.reached === 'served')
    ? await Stages.open(capture?.ids ?? ids)
    : undefined
  const run = new Run({
    target,
    services,
    clock,
    stalls,
    seed,
    depth,
    ...(options.runs === undefined ? {} : { runs: options.runs }),
    ...(options.path === undefined ? {} : { path: options.path }),
    volume,
    checks,
    selected: (check) => selects(check, { only, skip }),
    isNarrowed: only.length > 0,
    ...(leftToOthers === undefined ? {} : { leftToOthers }),
    ...(options.shard === undefined ? {} : { shard: options.shard }),
    certify,
    ...(receives ? { capture } : {}),
    ...(stages === undefined ? {} : { stages }),
    ...(capture instanceof Imported ? { deliveries: () => capture.all() } : {}),
    ...(signal === undefined ? {} : { signal }),
    ...(onEvent === undefined ? {} : { onEvent }),
    ...(person === undefined ? {} : { person }),
    ...(options.onChange === undefined ? {} : { onChange: options.onChange }),
  })
  const { session } = run
  session.ledger.askedForPresence(askedBefore)
  onFlood = () => {
    const because = `the target sends more than ${MOST_SENT / 1024 / 1024} MB beyond what services usually send`
    session.end({ reason: 'flood', at: clock.now(), because })
  }
  if (options.bail !== undefined) endWith(options.bail, run, options)
  // Waits for webhooks end with the run.
  let stoppedAt: number | undefined
  let silence: ReturnType<typeof session.silent>
  const onStop = (): void => {
    const now = clock.now()
    // Of a service that stands still nobody knows what it would have done.
    silence = session.ending === undefined ? session.silent(now) : undefined
    stoppedAt = session.ending?.at ?? silence?.since ?? now
    void own?.close()
    void stages?.close()
  }
  if (session.signal.aborted) onStop()
  else session.signal.addEventListener('abort', onStop, { once: true })
  const { denied, answered } = await denyClaims(session, neededClaims(planned))
  notes.push(...denied.map(({ reason }) => `claimed but absent: ${reason}`))
  const { variables } = options
  const record = recorderFor(target, services, { variables, isWhole: certify, runId: session.runId })
  const generated = new Set(checks.filter((check) => check.generated !== undefined).map(({ id }) => id))
  run.events.subscribe(recordAhead(record, (check) => !generated.has(check)))

  const finish = async (): Promise<FinishedRun> => {
    // Whether one that was lost last has come back is known of every run that was not stopped.
    await run.settle()
    notes.push(...session.cameBack())
    if (capture instanceof Imported) {
      await capture.close()
      if (capture.fault !== undefined) notes.push(`deliveries are read no further: ${capture.fault}`)
    }
    const notUndone = await run.close()
    const again = options.onChange === undefined ? '' : '; `undo` tries again'
    notes.push(...notUndone.map((each) => `${NOT_UNDONE}${each}${again}`))
    const endedAt = clock.now()
    stalls.close()
    const stopped = stoppedAt === undefined ? {} : { stoppedAt }
    session.signal.removeEventListener('abort', onStop)
    await Promise.all([own?.close(), stages?.close()])
    return { run, record, plan, certify, asked: options.asked ?? {}, only, skip, notes, endedAt, ...stopped, silence }
  }
  let finished: Promise<FinishedRun> | undefined
  const once = (): Promise<FinishedRun> => {
    finished ??= finish()
    return finished
  }
  try {
    await assertPlaced(session, answered)
  } catch (error) {
    await once()
    throw error
  }
  return {
    run,
    record,
    plan,
    noWebhooks: notes.find((note) => note.startsWith(NO_WEBHOOKS))?.slice(NO_WEBHOOKS.length),
    queues: () => session.pacer.queues(),
    awaited: () => [...session.awaited],
    complete: async () => {
      await run.all()
      return once()
    },
    finish: once,
  }
}

/** Ends a run with its nth failure. What ended with it, and before, counts, but for what a service did not do that had gone. */
function endWith(nth: number, run: Run, { known = new Set(), asked }: Pick<StartOptions, 'known' | 'asked'>): void {
  let failures = 0
  const fails = (verdict: Judgement['verdict']): boolean =>
    verdict === 'fail' || (verdict === 'warn' && asked?.failOn === 'warn')
  const isNews = ({ verdict, requirement }: Judgement): boolean => fails(verdict) && !known.has(requirement)
  run.events.subscribe((event) => {
    if (event.kind !== 'check ended' || !event.result.judgements.some(isNews)) return
    failures += 1
    if (failures === nth) void run.session.endUnlessGone({ reason: 'bail', at: event.result.endedAt + 1 })
  })
}
