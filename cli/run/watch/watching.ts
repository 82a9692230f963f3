import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { TargetUnreachable } from '../../../kit/run/preflight/preflight-fault.ts'
import type { Assembly } from '../../assembly.ts'
import { exitCodeOfError, messageOf } from '../../errors.ts'
import { interrupted } from '../interrupted.ts'
import { NothingFailed } from '../kept/last-failed.ts'
import { Changes } from './changes.ts'
import { KEYS_TEXT, type Key, keysHelp, nextKey } from './keys.ts'
import { Restarts } from './restart.ts'

/** A service that does not answer yet: for how long it is tried, and the pause between, ms. */
const PATIENCE = 20_000
const PAUSE = 250
/** Restarts in the middle of a run after which it is left at that. */
const RESTARTS = 5

/** Empties the screen and what was scrolled off it. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H'

/** A run that is over. */
export interface Done {
  readonly code: number
  /** Base URLs of a service that is started and stopped on this machine; none of any other. */
  readonly listensAt: readonly string[]
}

/** What ends a run before its time: the service goes away to be restarted. */
export interface Cut {
  readonly signal: AbortSignal
  /** Looks once more: a run may be over before that was seen. */
  happened(): Promise<boolean>
}

export interface Watch {
  readonly paths: readonly string[]
  /** Files and folders that a run writes. */
  readonly written: readonly string[]
  readonly command: Pick<Assembly, 'name' | 'typed'>
  /** Whether it begins with what failed. */
  readonly failedOnly: boolean
  /** Judges, prints and keeps; nothing of the last two where it was cut off. */
  run(lastFailed: boolean, cut: Cut): Promise<Done>
  open(): Promise<unknown>
}

type Event = 'changed' | 'restarted' | 'over' | Key

/**
 * Runs again whenever something under the paths changes, until it is interrupted. Gives back the exit code of the last run.
 * @throws UsageError for a path that does not exist
 */
export async function watching(watch: Watch): Promise<number> {
  const changes = new Changes(watch.paths, watch.written, (text) => say(`${text}\n`))
  // An interrupt during a run ends that one with a report, and then this.
  const leaving = new AbortController()
  // Every wait of every round listens to it.
  setMaxListeners(0, leaving.signal)
  void interrupted().then(() => leaving.abort())
  try {
    return await new Loop(watch, changes, leaving).endless()
  } finally {
    await changes.close()
  }
}

class Loop {
  readonly #watch: Watch
  readonly #changes: Changes
  readonly #leaving: AbortController
  readonly #restarts = new Restarts()
  #failedOnly: boolean
  #code = 0
  #hasJudged = false
  /** Of the change that the last run was for; undefined where it was for none. */
  #changedAt: number | undefined

  constructor(watch: Watch, changes: Changes, leaving: AbortController) {
    this.#watch = watch
    this.#failedOnly = watch.failedOnly
    this.#changes = changes
    this.#leaving = leaving
  }

  async endless(): Promise<number> {
    await Promise.all([this.#judge(), this.#changes.ready])
    while (!this.#leaving.signal.aborted) {
      const event = await this.#next()
      if (event === 'over' || event === 'q') break
      if (event === 'h') say(keysHelp())
      else if (event === 'o') await this.#watch.open().catch((error: Error) => say(`${error.message}\n`))
      else await this.#again(event)
    }
    return this.#code
  }

  async #again(event: Exclude<Event, 'over' | 'q' | 'h' | 'o'>): Promise<void> {
    const { signal } = this.#leaving
    if (event === 'a' || event === 'f') this.#failedOnly = event === 'f'
    if (event === 'changed') {
      this.#changedAt = performance.now()
      await this.#restarts.settled(this.#changes, signal)
    } else if (event === 'restarted') await this.#restarts.back(signal)
    else this.#changedAt = undefined
    if (signal.aborted) return
    const names = this.#changes.take()
    if (event === 'changed' && names.length === 0) return
    if (process.stdout.isTTY === true) process.stdout.write(CLEAR)
    if (event === 'restarted') say('the service was restarted after it was judged: once more\n')
    else if (names.length > 0) say(`changed: ${shortened(names)}\n`)
    await this.#judge()
  }

  /** Waits for something to do. */
  async #next(): Promise<Event> {
    const over = new AbortController()
    const { signal } = over
    const left = new Promise<Event>((resolve) => {
      this.#leaving.signal.addEventListener('abort', () => resolve('over'), { signal })
      if (this.#leaving.signal.aborted) resolve('over')
    })
    const keys = process.stdin.isTTY === true ? KEYS_TEXT : 'Ctrl-C leaves'
    say(`waiting for a change in ${this.#watch.paths.join(', ')}; ${keys}\n`)
    const changedAt = this.#changedAt
    const late = changedAt === undefined ? never() : this.#restarts.goneLate(changedAt, signal)
    try {
      return await Promise.race([
        left,
        this.#changes.next().then(() => 'changed' as const),
        nextKey(process.stdin, signal),
        late.then((isGone) => (isGone ? ('restarted' as const) : never())),
      ])
    } finally {
      over.abort()
    }
  }

  async #judge(): Promise<void> {
    for (let again = 0; again < RESTARTS; again += 1) {
      try {
        if (await this.#whole()) return
      } catch (error) {
        // What worked before will work again, after another change.
        if (!this.#hasJudged && !(error instanceof TargetUnreachable)) throw error
        this.#code = exitCodeOfError(error)
        return say(`${messageOf(error, this.#watch.command)}\n`)
      }
      say('the service was restarted meanwhile: once more as soon as it listens\n')
      if (!(await this.#restarts.back(this.#leaving.signal))) return
    }
  }

  /** One run; false where a restart cut it off. */
  async #whole(): Promise<boolean> {
    const [over, restart] = [new AbortController(), new AbortController()]
    if (this.#changedAt !== undefined)
      void this.#restarts.goneLate(this.#changedAt, over.signal).then((isGone) => isGone && restart.abort())
    const happened = async (): Promise<boolean> => {
      if (this.#changedAt !== undefined && !(await this.#restarts.isUp())) restart.abort()
      return restart.signal.aborted
    }
    try {
      const done = await this.#patiently({ signal: restart.signal, happened })
      if (restart.signal.aborted) return false
      if (done === undefined) return true
      this.#hasJudged = true
      this.#code = done.code
      this.#restarts.follows(done.listensAt)
      return true
    } finally {
      over.abort()
    }
  }

  /** Undefined where it was left before there was anything to judge. */
  async #patiently(cut: Cut): Promise<Done | undefined> {
    const { signal } = this.#leaving
    const until = performance.now() + PATIENCE
    for (let isTold = false; ; ) {
      try {
        return await this.#watch.run(this.#failedOnly, cut)
      } catch (error) {
        if (error instanceof NothingFailed && this.#failedOnly) {
          say('nothing has failed: all is judged\n')
          this.#failedOnly = false
          continue
        }
        if (cut.signal.aborted || signal.aborted) return undefined
        if (!(error instanceof TargetUnreachable) || performance.now() >= until) throw error
        if (!isTold) say(`${messageOf(error, this.#watch.command)}; trying again\n`)
        isTold = true
        await sleep(PAUSE, undefined, { signal }).catch(() => undefined)
        if (signal.aborted) return undefined
      }
    }
  }
}

const NAMED = 3

function shortened(names: readonly string[]): string {
  const rest = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

const never = (): Promise<never> => new Promise(() => undefined)

const say = (text: string): void => {
  process.stderr.write(text)
}
