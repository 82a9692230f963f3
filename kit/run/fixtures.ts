import type { Fixture } from '../check/check.ts'

/** What fixtures made, each once per run. */
export class FixtureCache {
  readonly #made = new Map<Fixture, Promise<unknown>>()
  readonly #make: (fixture: Fixture) => Promise<unknown>

  constructor(make: (fixture: Fixture) => Promise<unknown>) {
    this.#make = make
  }

  /** Makes it for the first who asks; a failed one fails for all of them. */
  use(fixture: Fixture): Promise<unknown> {
    const known = this.#made.get(fixture)
    if (known !== undefined) return known
    const made = this.#make(fixture)
    // Whoever waits for it is told; that nobody does any more is no fault.
    made.catch(() => undefined)
    this.#made.set(fixture, made)
    return made
  }
}
