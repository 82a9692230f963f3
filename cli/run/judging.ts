import { replayLogOf } from '../../kit/certificate/replay/replay-log.ts'
import type { Check } from '../../kit/check/check.ts'
import type { ServiceDefinition } from '../../kit/contract/service.ts'
import { type Plan, planOf } from '../../kit/plan/plan.ts'
import { reportOf } from '../../kit/report/of-run.ts'
import { withFaults } from '../../kit/report/report.ts'
import { type RunHandle, type StartOptions, startRun } from '../../kit/run/lifecycle.ts'
import type { FirstLook } from '../../kit/run/preflight/knocking.ts'
import { ReceiverUnavailable } from '../../kit/run/preflight/open-receiver.ts'
import { typedIn } from '../../reporters/views/evidence/repeating.ts'
import { type Assembly, loaded, suitesOf } from '../assembly.ts'
import { scarceBudgets } from '../certificate/scarce-budgets.ts'
import { askedFor, quickerRun } from '../commands/plan.ts'
import { readBaseline } from '../files/baseline.ts'
import { flagsText } from '../options/flags-text.ts'
import { UsageError } from '../usage-error.ts'
import { NothingAsked } from './kept/last-failed.ts'
import { onlyFailed, placed } from './kept/only-failed.ts'
import type { Judged } from './seal.ts'
import { nothingToSee } from './terms/nothing-to-see.ts'
import { outOfReach } from './terms/out-of-reach.ts'
import type { RunFlags } from './terms/run-flags.ts'
import { shardOf } from './terms/shard.ts'
import { type ChosenTarget, chooseTarget, targetFlagsOf } from './terms/target.ts'
import { sharedState } from './turn/shared-state.ts'
import { takeTurn } from './turn/turn.ts'
import { journalOf } from './undo/journal.ts'

/** A run that could begin: everything is known, and nothing was sent. */
export interface PreparedRun extends ChosenTarget {
  readonly services: readonly ServiceDefinition[]
  readonly checks: readonly Check[]
  readonly plan: Plan
  /** The flags, with what `--last-failed` makes of them. */
  readonly asked: RunFlags
  /** What of the flags is to be said before it begins. */
  readonly ahead: readonly string[]
  /** What came of asking whether the services are there. */
  readonly firstLook?: FirstLook
}

const HASTY_GATE =
  'a quick run does not wait for what comes late, so that one judges what the next does not: a gate says the same each time at the standard depth'

/**
 * Reads the target and prices the run.
 * @param canAsk whether somebody can carry out what recipes ask of a person
 * @throws TargetFileError, and UsageError for flags that do not fit
 */
export async function prepared(
  flags: RunFlags,
  assembly: Assembly,
  cwd: string,
  canAsk?: boolean,
): Promise<PreparedRun> {
  const chosen = await chooseTarget(flags, assembly, cwd, process.env)
  try {
    const { target } = chosen
    const ignored = flags.certify === true && flags.baseline !== undefined
    const isHasty = flags.baseline !== undefined && flags.depth === 'quick'
    const notes = [
      ...chosen.notes,
      ...(ignored ? [`--certify knows no excuses: ${flags.baseline} excuses nothing here`] : []),
      ...(flags.certify === true && flags.runs !== undefined
        ? [`--certify tries no generated values: --runs ${flags.runs} has no effect`]
        : []),
      ...(isHasty ? [HASTY_GATE] : []),
    ]
    const { services, checks } = await loaded(suitesOf(assembly, target))
    const { asked, notes: ahead } =
      flags.lastFailed === true
        ? await onlyFailed(flags, placed(target), checks, assembly, cwd)
        : { asked: flags, notes: [] }
    const options = await askedFor(target, assembly, asked, canAsk)
    const plan = planOf(options)
    if (flags.lastFailed === true && plan.selected.length === 0) throw new NothingAsked(notAskedSo(plan, asked))
    const selected = new Set(plan.selected.map(({ id }) => id))
    const short = outOfReach({
      services,
      selected: checks.filter(({ id }) => selected.has(id)),
      minExercised: shardOf(asked) === undefined ? asked.minExercised : undefined,
    })
    return {
      ...chosen,
      notes: [...notes, ...nothingToSee(asked, checks, plan)],
      services,
      checks,
      plan,
      asked,
      ahead: [
        ...ahead,
        ...short,
        ...(asked.certify === true ? scarceBudgets(plan, target) : quickerRun(plan, options, asked)),
      ],
    }
  } catch (error) {
    await chosen.embedded?.close()
    throw error
  }
}

/** Checks that are named of those that failed and would not run. */
const NAMED = 3

/** What failed last, and why nothing of it would be asked. */
function notAskedSo({ excluded }: Plan, { only = [], depth }: RunFlags): string {
  const ids = only.slice(0, NAMED).join(', ')
  const more = only.length > NAMED ? ` and ${only.length - NAMED} more` : ''
  const reasons = excluded.flatMap(({ checks, reason }) => (checks.some((id) => only.includes(id)) ? [reason] : []))
  const why = [...new Set(reasons)].slice(0, NAMED).join('; ')
  const deeper = depth === 'quick' ? '; --depth standard asks more' : ''
  return `--last-failed: nothing that failed last would be asked: ${ids}${more}${why === '' ? '' : ` (${why})`}${deeper}`
}

/** What a baseline excuses today: a run that is to end with the first failure does not end with one of these. */
async function knownFailures({ baseline, certify }: RunFlags): Promise<ReadonlySet<string>> {
  if (baseline === undefined || certify === true) return new Set()
  const today = new Date().toISOString().slice(0, 10)
  const { known } = await readBaseline(baseline)
  return new Set(known.filter(({ expires }) => expires >= today).map(({ requirement }) => requirement))
}

const ANOTHER_RUN = 'starting: waiting for another run of this machine; nothing is asked meanwhile'

/** What surrounds a run. */
export interface Surroundings extends Pick<StartOptions, 'person'> {
  readonly seed: number
  readonly signal: AbortSignal
  readonly cwd: string
  /** Takes a line for whoever watches. */
  readonly say: (line: string) => void
  /** Takes what is to be said in place of how far the run has come, until it takes nothing again. */
  readonly wait?: (line: string | undefined) => void
  /** Errors that nobody awaited, as far as there were any since it began. */
  readonly strays: () => readonly string[]
  /** Told as soon as the run goes on. */
  readonly follow: (handle: RunHandle) => void
  /** Told once it is over: what comes then is its report. */
  readonly over?: () => void
}

/**
 * Judges what was prepared.
 * @throws UsageError where webhooks cannot be received as the target file says
 */
export async function judgedAsPrepared(
  { target, services, checks, plan, notes, firstLook, variables, config, said, embedded, asked }: PreparedRun,
  { seed, signal, cwd, say, wait, strays, follow, over, person }: Surroundings,
  command: string,
): Promise<Judged> {
  const { only = [], skip = [], certify = false, depth, runs } = asked
  const shard = shardOf(asked)
  const ids = new Set(plan.selected.map(({ id }) => id))
  const selected = checks.filter(({ id }) => ids.has(id))
  // Nobody else knows an embedded one, and shards are dealt so that one alone changes a thing.
  const shared = embedded === undefined && shard === undefined ? sharedState(target, services, selected) : []
  const release = await takeTurn(
    shared,
    (line) => {
      say(line)
      wait?.(ANOTHER_RUN)
    },
    signal,
  )
  wait?.(undefined)
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
      ...(shard && { shard }),
      ...(asked.bail && { bail: asked.bail === true ? 1 : asked.bail, known: await knownFailures(asked) }),
      asked: {
        ...(asked.failOn && { failOn: asked.failOn }),
        ...(asked.minExercised !== undefined && { minExercised: asked.minExercised }),
      },
      notes,
      ...(firstLook && { firstLook }),
      variables,
      signal,
      ...(config !== undefined && {
        onChange: journalOf(cwd, config, (service) => target.services[service]?.baseUrl ?? '', say),
      }),
      ...(person && { person }),
    })
    follow(handle)
    const finished = await handle.complete()
    over?.()
    const { run, record } = finished
    const sections = services.map(({ section }) => section)
    // A later run of another target may be the last that is kept.
    const named = record.text(flagsText(targetFlagsOf(asked, sections)))
    const report = withFaults(typedIn(await reportOf(finished, command), command, named), strays())
    return {
      report,
      record,
      isEmbedded: embedded !== undefined,
      ...(said && { said }),
      ...(certify && { log: replayLogOf(run, record) }),
    }
  } catch (error) {
    throw error instanceof ReceiverUnavailable ? new UsageError(error.message) : error
  } finally {
    release()
  }
}
