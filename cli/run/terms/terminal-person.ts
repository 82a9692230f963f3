import { createInterface } from 'node:readline'
import type { Question, Reply } from '../../../kit/check/steps.ts'
import { printable } from '../../../reporters/views/printable.ts'

interface Input extends NodeJS.ReadableStream {
  readonly isTTY?: boolean
}

/** Where a question is shown while it is open. */
export interface Board {
  /** The question, once. */
  say(line: string): void
  /** How much time is left, over and over; undefined when the question is closed. */
  wait(line: string | undefined): void
}

const TICK_MS = 1000

/** Whether steps can be asked of somebody: a terminal on both sides, and no CI. */
export function hasPerson(input: Input, output: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  const inCi = env.CI !== undefined && env.CI !== '' && env.CI !== 'false'
  return input.isTTY === true && output.isTTY === true && !inCi
}

/** The person at a terminal: one question at a time, answered by Enter, or left out by n and Enter. */
export class TerminalPerson {
  readonly #input: Input
  readonly #board: Board
  #last: Promise<unknown> = Promise.resolve()

  constructor(input: Input, board: Board) {
    this.#input = input
    this.#board = board
  }

  ask(question: Question, signal: AbortSignal): Promise<Reply> {
    const reply = this.#last.then(() => this.#ask(question, signal))
    this.#last = reply
    return reply
  }

  #ask({ recipe, text, withinMs }: Question, signal: AbortSignal): Promise<Reply> {
    if (signal.aborted) return Promise.resolve('absent')
    const until = Date.now() + withinMs
    const show = (): void => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      this.#board.wait(`${left} s left: Enter when it is done, n and Enter to leave it out`)
    }
    this.#board.say(printable(`To do (${recipe}): ${text}`))
    show()
    const lines = createInterface({ input: this.#input, terminal: false })
    return new Promise((resolve) => {
      const ticks = setInterval(show, TICK_MS)
      const end = (reply: Reply): void => {
        clearInterval(ticks)
        clearTimeout(late)
        signal.removeEventListener('abort', stop)
        lines.removeAllListeners()
        lines.close()
        this.#board.wait(undefined)
        resolve(reply)
      }
      const stop = (): void => end('absent')
      const late = setTimeout(() => end('late'), withinMs)
      signal.addEventListener('abort', stop)
      lines.once('line', (line) => end(/^\s*n(o)?\s*$/i.test(line) ? 'declined' : 'done'))
      // The terminal has gone.
      lines.once('close', stop)
    })
  }
}
