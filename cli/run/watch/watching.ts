import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { TargetSilent, TargetUnreachable } from '../../../kit/run/preflight/preflight-fault.ts'
import { isLoopback } from '../../../kit/target/address.ts'
import type { Assembly } from '../../assembly.ts'
import { exitCodeOfError, messageOf } from '../../errors.ts'
import { interrupted } from '../interrupted.ts'
import { NothingAsked, NothingFailed } from '../kept/last-failed.ts'
import { Changes } from './changes.ts'
import { crashText, type Suspect, shortened } from './crash-text.ts'
import { KEYS_TEXT, type Key, keysHelp, nextKey } from './keys.ts'
import { Restarts } from './restart.ts'

/** A service that does not answer yet: for how long it is tried, and the pause between, ms. */
const PATIENCE = 20_000
const PAUSE = 250
/** Restarts in the middle of a run after which it is left at that. */
const RESTARTS = 5

/** Empties the screen; what was scrolled off it stays, so that an earlier round can be looked up. */
const CLEAR = '\u001b[2J\u001b[H'

/** A run that is over. */
export interface Done {
  readonly code: number
  /** Base URLs of a service that is started and stopped on this machine; none of any other. */
  readonly listensAt: readonly string[]
  /** Whether what it judged again came to the same as in the one before. */
  readonly isWithoutEffect: boolean
  /** When nothing more was asked and waited for, ms since 1970: what is printed comes after it. */
  readonly endedAt: number
  /** Of a run that was cut off: requests that the service left without an answer as it went, the likeliest reason first. */
  readonly brokenOff?: readonly Suspect[]
  /** What else it may have ended by, as it goes on after a list of those; empty where there is nothing. */
  readonly besides?: string
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
  /** Tells the last run whole. */
  tellWhole(): void
}

type Event = 'changed' | 'gone' | 'up' | 'over' | Key

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
  /** Whether nobody listens where the service did: then it is waited for. */
  #isDown = false
  /** Whether a change had an effect though the service was not restarted: then it needs no restart. */
  #isReloaded = false
  /** Whether something else answered in the place of the service before the round that is told. */
  #wasAnotherThere = false
  /** Whether it was seen to restart after a change: then what comes to something else without that has another cause. */
  #isRestarting = false
  /** Of the change that the last run was for; undefined where it was for none. */
  #changedAt: number | undefined
  /** When the last run was over, and whether the change after it came before that: nobody looked whether it restarted. */
  #overAt = Number.NEGATIVE_INFINITY
  #isUnseen = false
  /** When it had nothing more to ask, ms since 1970. */
  #endedAt = Number.NEGATIVE_INFINITY
  /** Of the last run, where it was cut off. */
  #brokenOff: readonly Suspect[] = []
  #besides = ''

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
      else if (event === 'v') this.#watch.tellWhole()
      else if (event === 'o') await this.#watch.open().catch((error: Error) => say(`${error.message}\n`))
      else await this.#again(event)
    }
    return this.#code
  }

  async #again(event: Exclude<Event, 'over' | 'q' | 'h' | 'v' | 'o'>): Promise<void> {
    const { signal } = this.#leaving
    if (event === 'a' || event === 'f') this.#failedOnly = event === 'f'
    if (event === 'gone') {
      this.#isDown = true
      return say('the service went away after it was judged\n')
    }
    let isUp = true
    if (event === 'changed') {
      this.#changedAt = performance.now()
      this.#isUnseen = this.#changes.lastAt < this.#overAt
      isUp = await this.#restarts.settled(this.#changes, signal)
    } else if (event !== 'up') this.#changedAt = undefined
    if (signal.aborted) return
    const isMixed = this.#changes.firstAt < this.#endedAt
    const names = this.#changes.take()
    if (event === 'changed' && names.length === 0) return
    if (process.stdout.isTTY === true) process.stdout.write(CLEAR)
    if (names.length > 0) say(`changed: ${shortened(names)}\n`)
    // It may have been restarted without anybody having looked.
    if (event === 'changed' && isMixed && this.#hasJudged) say(MIXED)
    else if (event === 'up') say('the service listens again: once more\n')
    this.#isDown = !isUp
    if (isUp) await this.#judge()
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
    const change = `a change in ${this.#watch.paths.join(', ')}`
    const { down } = this.#restarts
    say(
      this.#isDown
        ? `nobody listens at ${down.join(' and ')}: waiting for the service, or ${change}; ${keys}\n`
        : `waiting for ${change}; ${keys}\n`,
    )
    try {
      return await Promise.race([
        left,
        this.#changes.next().then(() => 'changed' as const),
        nextKey(process.stdin, signal),
        this.#comesOrGoes(signal),
      ])
    } finally {
      over.abort()
    }
  }

  /** Resolves when a service that is down listens, and when one goes away though it was waited for. */
  async #comesOrGoes(signal: AbortSignal): Promise<'gone' | 'up'> {
    if (this.#isDown) return (await this.#restarts.listening(signal)) ? 'up' : never()
    const isGone = await this.#restarts.gone(this.#changedAt ?? Number.NEGATIVE_INFINITY, signal)
    return isGone ? 'gone' : never()
  }

  async #judge(): Promise<void> {
    this.#isDown = false
    for (let again = 0; again < RESTARTS; again += 1) {
      try {
        if (await this.#whole(again === 0)) return
      } catch (error) {
        // What worked before will work again, after another change.
        if (!this.#hasJudged && !(error instanceof TargetUnreachable)) throw error
        this.#code = exitCodeOfError(error)
        this.#isDown = !(await this.#restarts.isUp())
        // It may have come in between.
        if (isRefused(error) && !this.#isDown) continue
        return say(`${messageOf(error, this.#watch.command)}\n`)
      }
      const names = this.#changes.take()
      if (names.length > 0) say(`changed: ${shortened(names)}\n`)
      say('the service went away meanwhile: once more as soon as it listens\n')
      this.#isDown = !(await this.#restarts.back(this.#leaving.signal))
      if (this.#isDown) return say(crashText(this.#brokenOff, this.#besides))
    }
  }

  /**
   * One run; false where a restart cut it off.
   * @param mayRestart whether the restart for the change is still to come: once it was seen, a service that goes away crashes
   */
  async #whole(mayRestart: boolean): Promise<boolean> {
    const [over, restart] = [new AbortController(), new AbortController()]
    if (this.#changedAt !== undefined && mayRestart)
      void this.#restarts.goneLate(this.#changedAt, over.signal).then((isGone) => isGone && restart.abort())
    // What is changed meanwhile has nobody wait for a verdict on what was there before, once the service is restarted for it.
    void this.#changes.next().then(async () => {
      const changedAt = performance.now()
      if (over.signal.aborted || !(await this.#restarts.goneLate(changedAt, over.signal))) return
      this.#changedAt = changedAt
      restart.abort()
    })
    const happened = async (): Promise<boolean> => {
      if (this.#changedAt !== undefined && mayRestart && !(await this.#restarts.isUp())) restart.abort()
      return restart.signal.aborted
    }
    try {
      const done = await this.#patiently({ signal: restart.signal, happened })
      this.#brokenOff = done?.brokenOff ?? []
      this.#besides = done?.besides ?? ''
      if (restart.signal.aborted) return false
      if (done === undefined) return true
      this.#hasJudged = true
      this.#overAt = performance.now()
      this.#endedAt = done.endedAt
      this.#code = done.code
      this.#restarts.follows(done.listensAt)
      this.#isDown = !(await this.#restarts.isUp())
      this.#hint(done)
      return true
    } finally {
      over.abort()
    }
  }

  /** A change without effect may not have come to the service. */
  #hint({ isWithoutEffect, listensAt }: Done): void {
    if (this.#changedAt === undefined || listensAt.length === 0) return
    if (this.#restarts.wasGoneSince(this.#changedAt)) {
      this.#isRestarting = true
      return
    }
    // What stood behind a gateway that answered for it may well have restarted there.
    if (this.#isUnseen || this.#wasAnotherThere) return
    this.#isReloaded ||= !isWithoutEffect && !this.#isRestarting
    if (!this.#isReloaded)
      say(`${listensAt.join(' and ')} was not seen to restart after the change: the old process may have answered\n`)
  }

  /** Undefined where it was left before there was anything to judge. */
  async #patiently(cut: Cut): Promise<Done | undefined> {
    const { signal } = this.#leaving
    const until = performance.now() + PATIENCE
    this.#wasAnotherThere = false
    for (let isTold = false; ; ) {
      try {
        return await this.#watch.run(this.#failedOnly, cut)
      } catch (error) {
        if (error instanceof NothingFailed && this.#failedOnly) {
          say(`${error instanceof NothingAsked ? error.message : 'nothing has failed'}: all is judged\n`)
          this.#failedOnly = false
          continue
        }
        if (cut.signal.aborted || signal.aborted) return undefined
        if (!(error instanceof TargetUnreachable) || performance.now() >= until) throw error
        // Where it has not listened yet it is followed like one that went away.
        if (isRefused(error) && !this.#restarts.urls.includes(error.url))
          this.#restarts.follows([...this.#restarts.urls, error.url])
        if (isRefused(error)) throw error
        if (!isTold) say(`${messageOf(error, this.#watch.command)}; trying again\n`)
        isTold = true
        this.#wasAnotherThere = true
        await sleep(PAUSE, undefined, { signal }).catch(() => undefined)
        if (signal.aborted) return undefined
      }
    }
  }
}

/** Whether nobody listens at a port of this machine, which can be waited for. */
const isRefused = (error: unknown): error is TargetSilent =>
  error instanceof TargetSilent && error.fault.kind === 'refused' && isLoopback(error.url)

const MIXED =
  'it changed while the last run was under way: that one may have met the code of before, of after, or both, and what differs from it now may come of that\n'

const never = (): Promise<never> => new Promise(() => undefined)

const say = (text: string): void => {
  process.stderr.write(text)
}
