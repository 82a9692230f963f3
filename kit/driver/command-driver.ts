import type { Driver } from './driver.ts'
import { DriverProcess, ENDING_MS } from './process.ts'
import { type Answer, type Asked, DriverFault } from './protocol.ts'

export interface CommandOptions {
  readonly command: string
  readonly folder: string | undefined
  /** Each operation has a process of its own, whose input ends after the line. */
  readonly once: boolean
  /** At the same time. */
  readonly processes: number
}

/**
 * A client behind a command. A process that has answered and lives on is given the next operation; one that ended is
 * followed by another: so authors need not say which of the two theirs does.
 */
export class CommandDriver implements Driver {
  readonly #options: CommandOptions
  readonly #processes = new Set<DriverProcess>()
  /** Those who wait for a process, first come, first served. */
  readonly #queue: (() => void)[] = []
  #closed = false

  constructor(options: CommandOptions) {
    this.#options = options
  }

  async ask(asked: Asked, withinMs: number, signal: AbortSignal): Promise<Answer> {
    const { process, line } = await this.#given(asked, signal)
    const answer = await inTime(line, withinMs, signal)
      .catch(async (fault: DriverFault) => {
        // What hangs is not asked again, and what it does later is no part of another operation.
        this.#processes.delete(process)
        await process.close(fault.message)
        throw fault
      })
      .finally(() => this.#next())
    if (this.#options.once) {
      this.#processes.delete(process)
      void process.close()
    }
    return answer
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#next()
    await Promise.all([...this.#processes].map((each) => each.close()))
    this.#processes.clear()
  }

  /** Gives a line to the first process that is free, in one turn with the look at it. */
  async #given(asked: Asked, signal: AbortSignal): Promise<{ process: DriverProcess; line: Promise<Answer> }> {
    const { once, processes } = this.#options
    const give = (process: DriverProcess) => ({ process, line: process.ask(asked, { isLast: once }) })
    for (;;) {
      if (this.#closed || signal.aborted) throw new DriverFault('the run was stopped')
      for (const each of this.#processes) if (each.isOver) this.#processes.delete(each)
      const free = once ? undefined : [...this.#processes].find(({ isFree }) => isFree)
      if (free !== undefined) return give(free)
      if (this.#processes.size < processes) {
        const started = new DriverProcess({ ...this.#options, env: once ? variablesOf(asked) : {} })
        this.#processes.add(started)
        return give(started)
      }
      await new Promise<void>((resolve) => {
        this.#queue.push(resolve)
        setTimeout(resolve, ENDING_MS)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }

  #next(): void {
    for (const each of this.#queue.splice(0)) each()
  }
}

/** What a process of its own is told in its environment besides: shells read that with less trouble than a line. */
const variablesOf = (asked: Asked): Readonly<Record<string, string>> => ({
  ASSAY_OPERATION: asked.operation,
  ASSAY_BASE_URL: asked.baseUrl,
  ASSAY_LINE: JSON.stringify(asked),
})

/** @throws DriverFault where it takes longer, or the run is stopped */
export function inTime<T>(answer: Promise<T>, withinMs: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new DriverFault(`the driver gave no answer within ${withinMs / 1000} s`)),
      withinMs,
    )
    const stop = (): void => reject(new DriverFault('the run was stopped'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    answer.then(resolve, reject).finally(() => {
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
    })
  })
}
