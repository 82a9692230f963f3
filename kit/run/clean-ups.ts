import type { FixtureContext } from '../check/context.ts'
import { unlessGivenUp } from './grace.ts'

/** Something that a run changed, and how it is undone. */
export interface CleanUp {
  readonly title: string
  /** The service that it was changed at. */
  readonly service: string
  undo(context: FixtureContext): Promise<void>
}

/** What the run changed and has to be undone when it is over. */
export class CleanUps {
  readonly #open: CleanUp[] = []

  add(cleanUp: CleanUp): void {
    this.#open.push(cleanUp)
  }

  /**
   * Undoes everything, the last change first, each once.
   * @param contextFor what the undoing of one service's changes is done with
   * @param signal aborted when there is no more time for it
   * @returns titles of what could not be undone, each with its reason
   */
  async undo(contextFor: (service: string) => FixtureContext, signal: AbortSignal): Promise<string[]> {
    const failed: string[] = []
    for (const { title, service, undo } of this.#open.splice(0).reverse()) {
      // Also one that throws before it gives back a promise keeps none of the others from being undone.
      const undone = unlessGivenUp((async () => undo(contextFor(service)))(), signal, 0)
      await undone.catch((error: Error) => failed.push(`${title}: ${error.message}`))
    }
    return failed
  }
}
