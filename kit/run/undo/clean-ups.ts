import type { FixtureContext } from '../../check/context.ts'
import { unlessGivenUp } from '../end/grace.ts'

/** Something that a run changed, and how it is undone. */
export interface CleanUp {
  readonly title: string
  /** Name of the check or fixture that changed it. */
  readonly owner: string
  /** The service that it was changed at. */
  readonly service: string
  undo(context: FixtureContext): Promise<void>
  /** By which name among the `restorers` of its suite a later run does the same, should this one be cut off. */
  readonly restorer?: string
}

/** Told of all that has to be undone still, whenever that changes: before a change is made, and after it was undone. */
export type OnChange = (open: readonly CleanUp[]) => void

/** What the run changed and has to be undone when it is over. */
export class CleanUps {
  readonly #open: CleanUp[] = []
  readonly #onChange: OnChange
  /** Being undone, and could not be: the last change stands last. */
  #rest: readonly CleanUp[] = []

  constructor(onChange: OnChange = () => undefined) {
    this.#onChange = onChange
  }

  add(cleanUp: CleanUp): void {
    this.#open.push(cleanUp)
    this.#tell()
  }

  /**
   * Undoes everything, the last change first, each once.
   * @param contextFor what the undoing of one service's changes is done with
   * @param signal aborted when there is no more time for it
   * @returns titles of what could not be undone, each with its reason
   */
  async undo(contextFor: (service: string) => FixtureContext, signal: AbortSignal): Promise<string[]> {
    const failed: string[] = []
    const taken = this.#open.splice(0)
    this.#rest = [...this.#rest, ...taken]
    for (const cleanUp of taken.reverse()) {
      const { title, service, undo } = cleanUp
      try {
        // Also one that throws before it gives back a promise keeps none of the others from being undone.
        await unlessGivenUp((async () => undo(contextFor(service)))(), signal, 0)
      } catch (error) {
        failed.push(`${title}: ${(error as Error).message}`)
        continue
      }
      this.#rest = this.#rest.filter((each) => each !== cleanUp)
      this.#tell()
    }
    return failed
  }

  #tell(): void {
    this.#onChange([...this.#rest, ...this.#open])
  }
}
