import type { FixtureContext } from '../../check/context.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Awaited } from '../awaited.ts'
import { type CleanUp, CleanUps, type OnChange } from './clean-ups.ts'

/**
 * How long what the run changed may take to be undone, ms: a limiter that counts by the minute lets it through by then.
 * Less where somebody waits for it to stop.
 */
const USUAL_MS = 90_000
const STOPPED_MS = 5_000

export interface UndoingOptions {
  /** Told of what has to be undone still. */
  readonly onChange?: OnChange | undefined
  /** What the changes of a service are undone with, until the signal is aborted. */
  contextFor(signal: AbortSignal): (service: string) => FixtureContext
  /** Aborted once the run is stopped. */
  readonly stopped: AbortSignal
  /** What is waited for at the moment. */
  readonly awaited: Set<Awaited>
  readonly clock: Pick<Clock, 'now'>
}

/** What a run changed, and its undoing: when the run is over, or as soon as nobody needs it any more. */
export class Undoing {
  readonly #options: UndoingOptions
  readonly #cleanUps: CleanUps
  readonly #owners = new Set<string>()
  /** Titles of what could not be undone, each with its reason. */
  readonly #left: string[] = []
  #underWay: Promise<void> = Promise.resolve()

  constructor(options: UndoingOptions) {
    this.#options = options
    this.#cleanUps = new CleanUps(options.onChange)
  }

  add(cleanUp: CleanUp): void {
    this.#owners.add(cleanUp.owner)
    this.#cleanUps.add(cleanUp)
  }

  /** Names of the checks and fixtures whose changes stand. */
  get owners(): ReadonlySet<string> {
    return this.#owners
  }

  /** Undoes what stands, while the run goes on; resolves when that is done, or given up. */
  ahead(): Promise<void> {
    this.#owners.clear()
    this.#underWay = this.#underWay.then(() => this.#undo())
    return this.#underWay
  }

  /**
   * Undoes what stands, also after the run was stopped. Returns the titles of what could not be undone, each with its
   * reason.
   */
  async rest(): Promise<readonly string[]> {
    await this.ahead()
    return this.#left
  }

  async #undo(): Promise<void> {
    const { contextFor, stopped, awaited, clock } = this.#options
    const given = new AbortController()
    const endWith = (signal: AbortSignal): void =>
      signal.addEventListener('abort', () => given.abort(signal.reason), { once: true })
    const hasten = (): void => endWith(AbortSignal.timeout(STOPPED_MS))
    const withinMs = stopped.aborted ? STOPPED_MS : USUAL_MS
    endWith(AbortSignal.timeout(withinMs))
    if (!stopped.aborted) stopped.addEventListener('abort', hasten, { once: true })
    const seconds = withinMs / 1000
    const waited = { what: 'what was changed to be put back', since: clock.now(), seconds, member: 'at most' }
    awaited.add(waited)
    try {
      this.#left.push(...(await this.#cleanUps.undo(contextFor(given.signal), given.signal)))
    } finally {
      awaited.delete(waited)
      stopped.removeEventListener('abort', hasten)
    }
  }
}
