import { createInterface } from 'node:readline/promises'
import { Session } from '../../../kit/run/session.ts'
import type { Target } from '../../../kit/target/target.ts'
import { type Assembly, typedName } from '../../assembly.ts'
import { chooseTarget, type TargetFlags } from '../terms/target.ts'
import {
  isAbandoned,
  JournalError,
  keepInJournal,
  type OpenChange,
  type OpenRun,
  readJournals,
  without,
} from './journal.ts'

export interface UndoOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** How targets are reached; which ones they are is told by the journal. */
  readonly flags: TargetFlags
  /** Takes a line for whoever watches. */
  readonly say: (line: string) => void
}

/** For so long something is put back without a word, ms. */
const UNTOLD_MS = 3000

/** What a run says of the journal where nobody undoes it. */
const hint = (command: string): string => `${command} undo puts it back`

/**
 * Before a run: what another one was cut off before it undid is undone, where somebody agrees; else it is told.
 * @param yes agreed to beforehand, for what was changed at the targets of this run: nobody agreed to send anything elsewhere
 */
export async function offerUndo(
  assembly: Assembly,
  options: UndoOptions,
  { targets, yes }: { readonly targets: readonly Target[]; readonly yes: boolean },
): Promise<void> {
  const { say } = options
  let runs: readonly OpenRun[]
  try {
    // One at another target is nobody's matter here: `undo` knows it all the same.
    runs = abandoned(options, (run) => run.changes.some((change) => targets.some(isPlaceOf(change))))
  } catch (error) {
    if (!(error instanceof JournalError)) throw error
    return say(error.message)
  }
  for (const run of runs) {
    const told = toldOf(run)
    if ((yes && run.changes.every((change) => targets.some(isPlaceOf(change)))) || (await agreed(told)))
      await undo(run, assembly, options)
    else say(`${told}; ${hint(typedName(assembly))}`)
  }
}

/**
 * Undoes what runs of this folder were cut off before they undid.
 * @returns how much of it is left to be undone
 * @throws JournalError
 */
export async function undoAll(assembly: Assembly, options: UndoOptions): Promise<number> {
  const runs = abandoned(options)
  if (runs.length === 0) options.say('nothing is left to be undone')
  let left = 0
  for (const run of runs) left += await undo(run, assembly, options)
  return left
}

const isPlaceOf =
  ({ service, baseUrl }: OpenChange) =>
  ({ services }: Target): boolean =>
    services[service]?.baseUrl === baseUrl

/**
 * Those that are meant and whose process is gone, each change as the last of them made it. Those that go on are told, and
 * what they have changed as well is left to them.
 */
function abandoned({ cwd, say }: UndoOptions, isMeant: (run: OpenRun) => boolean = () => true): readonly OpenRun[] {
  const live: OpenRun[] = []
  const runs = readJournals(cwd)
    .filter(isMeant)
    .filter((run) => {
      if (isAbandoned(run)) return true
      live.push(run)
      say(
        `the run of ${minuteOf(run)} UTC goes on (process ${run.pid}) and puts back at its end: ${run.changes.map(placeOf).join(', ')}; two runs at one target take each other's webhooks, profile and requests, and what they say of it may be of each other`,
      )
      return false
    })
  return runs
    .map((run, at) => without(run, runs.slice(at + 1)))
    .map((run) => ({ ...run, changes: run.changes.filter((each) => !live.some(isAt(each))) }))
    .filter(({ changes }) => changes.length > 0)
}

/** Whether a run has changed the same at the same place: what is put back there while it goes on is taken from it. */
const isAt =
  ({ service, restorer, baseUrl }: OpenChange) =>
  ({ changes }: OpenRun): boolean =>
    changes.some((each) => each.service === service && each.restorer === restorer && each.baseUrl === baseUrl)

const minuteOf = ({ startedAt }: Pick<OpenRun, 'startedAt'>): string => startedAt.slice(0, 16).replace('T', ' ')

const toldOf = ({ startedAt, changes }: OpenRun): string =>
  `the run of ${minuteOf({ startedAt })} UTC left changed: ${changes.map(placeOf).join(', ')}`

const placeOf = ({ title, baseUrl }: OpenChange): string => `${title} at ${baseUrl}`

async function agreed(told: string): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('no')))
    const answer = await Promise.race([terminal.question(`${told}. Put it back now? [Y/n] `), closed])
    return !/^n(o)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}

/** Undoes what one run left, the last change first. Returns how much of it is still to be undone. */
async function undo(run: OpenRun, assembly: Assembly, options: UndoOptions): Promise<number> {
  const { cwd, say } = options
  const left: OpenChange[] = []
  // A limiter may have it wait for a minute, in which nothing else is told.
  const waiting = setTimeout(() => say(`still putting back, a limiter may have it wait: ${toldOf(run)}`), UNTOLD_MS)
  try {
    const target = await targetOf(run, assembly, options).catch((error: Error) => error)
    for (const change of run.changes.toReversed()) {
      const fault = target instanceof Error ? target.message : await undone(change, target, assembly)
      if (fault !== undefined) left.unshift(change)
      say(fault === undefined ? `put back: ${placeOf(change)}` : `not put back: ${placeOf(change)}: ${fault}`)
    }
  } finally {
    clearTimeout(waiting)
  }
  const file = keepInJournal(cwd, { ...run, changes: left }, run.changes)
  if (left.length > 0) say(`${file} keeps what is left, for \`undo\` to try again; without that file it is forgotten`)
  return left.length
}

async function targetOf({ config }: OpenRun, assembly: Assembly, { cwd, env, flags }: UndoOptions): Promise<Target> {
  const { deliveries: _, ...way } = flags
  return (await chooseTarget({ ...way, config }, assembly, cwd, env)).target
}

/** Undoes one change. Returns why it could not be done. */
async function undone(change: OpenChange, target: Target, { suites, name }: Assembly): Promise<string | undefined> {
  const suite = suites.find(({ service }) => service.contract.id === change.service)
  const restorers = await suite?.restorers?.()
  const restorer = restorers !== undefined && Object.hasOwn(restorers, change.restorer) && restorers[change.restorer]
  if (suite === undefined || restorers === undefined || !restorer) return `this ${name} does not know how`
  const { baseUrl } = target.services[change.service] ?? {}
  // Where it was changed is what the target file says, or nobody sends its keys there.
  if (baseUrl !== change.baseUrl)
    return `${baseUrl === undefined ? 'no such service is named' : `this target is ${baseUrl}`}; --${change.service} ${change.baseUrl} names it`
  const session = new Session({ target, services: [suite.service], seed: 0 })
  try {
    const { service, title } = change
    session.undoing.add({ service, owner: title, title, undo: (context) => restorer.restore(context) })
    const [failed] = await session.undoing.rest()
    return failed?.slice(`${title}: `.length)
  } finally {
    await session.close()
  }
}
