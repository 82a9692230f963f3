/** Values that are tried at the same moment in one run: enough to keep every key busy, few enough to keep receivers prompt. */
const AT_ONCE = 24

/** Lets a number of tasks through at a time, first come first served. */
class Semaphore {
  #free = AT_ONCE
  readonly #waiting: (() => void)[] = []

  async through<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}

const semaphores = new WeakMap<object, Semaphore>()

/** The gate of the run that a target is judged in. */
export function semaphoreOf(target: object): Semaphore {
  const gate = semaphores.get(target) ?? new Semaphore()
  semaphores.set(target, gate)
  return gate
}
