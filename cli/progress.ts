import type { TestCase, TestModule } from 'vitest/node'
import type { Paint } from '../reporters/paint.ts'
import type { StopReason } from './stop.ts'

const TICK_MS = 200
const CLEAR_LINE = '\r\u001b[2K'

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** A vitest reporter: one line that is written over and over on a terminal, and nothing elsewhere. */
export class Progress {
  readonly #terminal: Terminal
  readonly #paint: Paint
  readonly #counts = new Map<string, number>()
  readonly #started = Date.now()
  readonly unhandled: string[] = []
  #total = 0
  #phase = 'starting'
  #timer: NodeJS.Timeout | undefined
  #stopping = false
  #waiting: string | undefined

  constructor(terminal: Terminal, paint: Paint) {
    this.#terminal = terminal
    this.#paint = paint
  }

  begin(): void {
    if (this.#terminal.isTTY === true) this.#timer = setInterval(() => this.#draw(), TICK_MS).unref()
  }

  /** Takes the line away. */
  end(): void {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#terminal.write(CLEAR_LINE)
  }

  stopping(reason: StopReason): void {
    this.#stopping = true
    const why = reason === 'time' ? 'the time is over: stopping' : 'stopping; once more to leave without a report'
    this.#terminal.write(`${this.#timer === undefined ? '' : CLEAR_LINE}${why}\n`)
  }

  /** Writes a line that stays, above the one that is written over. */
  say(line: string): void {
    this.#terminal.write(`${CLEAR_LINE}${line}\n`)
  }

  /** Shows a line in place of the counts; undefined shows the counts again. */
  wait(line: string | undefined): void {
    this.#waiting = line
    if (this.#timer !== undefined) this.#draw()
  }

  onTestModuleCollected(module: TestModule): void {
    this.#total = [...module.children.allTests()].length
  }

  onTestCaseReady(test: TestCase): void {
    if (test.parent.type === 'suite') this.#phase = test.parent.name
  }

  onTestCaseResult(test: TestCase): void {
    const verdict = test.meta().assay?.verdict ?? 'unexercised'
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { readonly message: string }[]): void {
    const errors = [...unhandled, ...modules.flatMap((module) => module.errors())]
    this.unhandled.push(...errors.map(({ message }) => message))
  }

  #draw(): void {
    const done = [...this.#counts.values()].reduce((sum, each) => sum + each, 0)
    const bad = (['fail', 'broken', 'blocked', 'warn'] as const)
      .filter((verdict) => this.#counts.has(verdict))
      .map((verdict) => `, ${this.#counts.get(verdict)} ${verdict}`)
    const seconds = Math.round((Date.now() - this.#started) / 1000)
    const phase = this.#stopping ? 'stopping' : this.#phase
    const counts = `${phase}: ${done} of ${this.#total} checks${bad.join('')}, ${seconds} s`
    const line = this.#stopping ? counts : (this.#waiting ?? counts)
    this.#terminal.write(`${CLEAR_LINE}${this.#paint('dim', line.slice(0, (this.#terminal.columns || 80) - 1))}`)
  }
}
