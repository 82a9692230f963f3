import type { Check, Fixture } from '../../check/check.ts'
import { phaseNamed } from '../../check/order/phases.ts'
import { nameOfFixture } from '../owner.ts'
import type { Undoing } from './undoing.ts'

/** Requests that are kept of the rate of a key for what needs the change, and for its undoing. */
const KEPT = 10
/** How long others are held back for it at most, ms: outcomes and events of a hasty run are there by then. */
const HOLD_MS = 5_000

export interface EarlyUndoingOptions {
  readonly checks: readonly Check[]
  readonly undoing: Pick<Undoing, 'owners' | 'ahead'>
  /** Requests that the document allows with a key in one window; undefined where it shows no number. */
  allowed(key: string): number | undefined
  /** Requests with a key that the target may count within one window with the next. */
  recent(key: string): number
  /** Waits so many ms; cut short when the run is stopped. */
  pause(ms: number): Promise<void>
}

/**
 * Has a run that waits for nobody undo what it changed before it meets the limiter, which would have it wait a minute at
 * its end: as soon as the last check is over that needs the change. Until then what is left of the rate of a key is for
 * those checks and for the undoing.
 */
export class EarlyUndoing {
  readonly #options: EarlyUndoingOptions
  readonly #open: Set<Check>
  readonly #names = new Map<string, ReadonlySet<string>>()
  #held: Promise<void> | undefined
  #release: () => void = () => undefined

  constructor(options: EarlyUndoingOptions) {
    this.#options = options
    this.#open = new Set(options.checks.filter(({ phase }) => phaseNamed(phase).sends))
  }

  /** A check is over. */
  ended(check: Check): void {
    this.#open.delete(check)
    const { undoing } = this.#options
    const { owners } = undoing
    if (owners.size === 0) return
    const isNeeded = (owner: string): boolean => [...this.#open].some((each) => namesOf(each).has(owner))
    if ([...owners].some(isNeeded)) return
    void undoing.ahead().then(() => this.#release())
  }

  /** Holds a request back that would take the rest of the rate of its key from those who need it more. */
  hold(key: string, sender: string): Promise<void> | undefined {
    const { allowed, recent, pause, undoing } = this.#options
    const { owners } = undoing
    if (owners.size === 0) return undefined
    if (recent(key) < (allowed(key) ?? Number.POSITIVE_INFINITY) - KEPT) return undefined
    if ([...owners].some((owner) => this.#neededBy(owner).has(sender))) return undefined
    this.#held ??= Promise.race([new Promise<void>((resolve) => (this.#release = resolve)), pause(HOLD_MS)])
    return this.#held
  }

  /** Names of the checks that need the change of an owner, and of all that they use. */
  #neededBy(owner: string): ReadonlySet<string> {
    const known = this.#names.get(owner)
    if (known !== undefined) return known
    const users = this.#options.checks.map(namesOf).filter((names) => names.has(owner))
    const names = new Set(users.flatMap((each) => [...each]))
    this.#names.set(owner, names)
    return names
  }
}

/** The name of a check, and those of the fixtures that it uses. */
function namesOf({ id, uses }: Check): ReadonlySet<string> {
  const all = (fixtures: readonly Fixture[]): readonly string[] =>
    fixtures.flatMap((each) => [nameOfFixture(each), ...all(each.uses)])
  return new Set([id, ...all(uses)])
}
