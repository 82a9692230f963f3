/** Mutual exclusion by name, first come first served. */
export class Locks {
  readonly #tails = new Map<string, Promise<void>>()

  held(name: string): boolean {
    return this.#tails.has(name)
  }

  /** Waits for the name and takes it; the result gives it back. */
  async take(name: string): Promise<() => void> {
    const before = this.#tails.get(name)
    let release = () => {}
    const tail = new Promise<void>((resolve) => {
      release = resolve
    })
    this.#tails.set(name, tail)
    await before
    return () => {
      if (this.#tails.get(name) === tail) this.#tails.delete(name)
      release()
    }
  }
}
