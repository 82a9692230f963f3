import { AsyncLocalStorage } from 'node:async_hooks'
import { Blocked } from '../../check/signals.ts'
import type { Step } from '../../check/steps.ts'
import { takeEnd, type WaitEnd } from '../../run/world/wait-ends.ts'

/** The evidence does not hold what a check asks for: nothing can be said of what it judges. */
export class MissingEvidence extends Error {
  override readonly name = 'MissingEvidence'
}

/** Time and outside world of one check or fixture while it is judged again from evidence. */
export class ReplayClock {
  /** Wall clock as the check sees it, ms since the epoch. */
  now: number
  readonly #steps: Step[]
  readonly #ends: WaitEnd[]
  /** What is waited for, and until when. */
  readonly #waits: { readonly time: number; readonly end: () => void }[] = []

  /**
   * @param steps of recipes that this check or fixture had carried out, in order
   * @param ends of its waits, where they are known
   */
  constructor(now: number, steps: readonly Step[], ends: readonly WaitEnd[] = []) {
    this.now = now
    this.#ends = [...ends]
    this.#steps = [...steps]
  }

  /** Steps that nobody asked for. */
  get unasked(): readonly Step[] {
    return this.#steps
  }

  /** Recorded ends of waits that nobody made. */
  get unwaited(): readonly WaitEnd[] {
    return this.#ends
  }

  /** When a wait ended that is due at a time; undefined where it was not recorded. */
  endOf(due: number): number | undefined {
    return takeEnd(this.#ends, due)?.[1]
  }

  reach(time: number): void {
    this.now = Math.max(this.now, time)
  }

  /** What a look shows at a later time: a wait looks each time that something has come. */
  seenAt<T>(time: number, look: () => T): T {
    const { now } = this
    this.reach(time)
    try {
      return look()
    } finally {
      this.now = now
    }
  }

  /** Resolves at a time, after everything that was to end before it: so several waits at once end in their order. */
  until(time: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waits.push({ time, end: resolve })
      setImmediate(() => this.#next())
    })
  }

  /** Once per wait, when whoever goes on after the wait before has come to its next one. */
  #next(): void {
    const first = this.#waits.toSorted((a, b) => a.time - b.time)[0]
    if (first === undefined) return
    this.#waits.splice(this.#waits.indexOf(first), 1)
    this.reach(first.time)
    first.end()
  }

  /** A step of a recipe or a look through a probe, which ends as it did then. Gives back what it showed. */
  async step({ recipe, kind }: Pick<Step, 'recipe' | 'kind'>): Promise<string> {
    const at = this.#steps.findIndex((each) => each.recipe === recipe && each.kind === kind)
    const [step] = at < 0 ? [] : this.#steps.splice(at, 1)
    if (step === undefined) throw new MissingEvidence(`the evidence holds no step of the recipe or probe ${recipe}`)
    await this.until(step.endedAt)
    if (step.outcome !== 'done') throw new Blocked(step.outcome)
    return step.answer ?? ''
  }
}

const clocks = new AsyncLocalStorage<ReplayClock>()

/**
 * The clock of whoever asks. What a fixture made, an inbox among it, is used by many checks, each in a time of its own:
 * so it is decided by the caller and not by whose inbox it is.
 */
export function currentReplay(): ReplayClock {
  const clock = clocks.getStore()
  if (clock === undefined) throw new TypeError('evidence is read by checks and fixtures alone')
  return clock
}

/** Undefined outside of checks and fixtures. */
export const replayUnderWay = (): ReplayClock | undefined => clocks.getStore()

export const runAt = <T>(clock: ReplayClock, act: () => Promise<T>): Promise<T> => clocks.run(clock, act)
