import type { TestCase, TestModule } from 'vitest/node'
import type { Phase } from '../../kit/check/check.ts'
import type { Forecast } from '../../kit/plan/forecast.ts'
import type { Queue } from '../../kit/rate/pacer.ts'
import { PHASES } from '../../kit/run/run.ts'
import type { Paint } from '../../reporters/console/paint.ts'
import type { StopReason } from './stop.ts'
import { leftText, secondsLeft } from './time-left.ts'

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
  readonly #forecast: Forecast
  readonly #counts = new Map<string, number>()
  readonly #started = Date.now()
  readonly unhandled: string[] = []
  #total = 0
  #phase: Phase | undefined
  #phaseSince = Date.now()
  #queue: Queue | undefined
  #timer: NodeJS.Timeout | undefined
  #stopping = false
  #waiting: string | undefined

  constructor(terminal: Terminal, paint: Paint, forecast: Forecast) {
    this.#terminal = terminal
    this.#paint = paint
    this.#forecast = forecast
  }

  /** Whether anybody observes the line. */
  get isWatched(): boolean {
    return this.#terminal.isTTY === true
  }

  begin(): void {
    if (this.isWatched) this.#timer = setInterval(() => this.#draw(), TICK_MS).unref()
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

  /** Takes the keys that requests wait for, the longest wait first. */
  queues([longest]: readonly Queue[]): void {
    this.#queue = longest
  }

  onTestModuleCollected(module: TestModule): void {
    this.#total = [...module.children.allTests()].length
  }

  onTestCaseReady(test: TestCase): void {
    const group = test.parent.type === 'suite' ? test.parent.name : ''
    const phase = PHASES.find((each) => each === group)
    if (phase === undefined || phase === this.#phase) return
    this.#phase = phase
    this.#phaseSince = Date.now()
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
    const line = this.#stopping ? this.#counted('stopping') : (this.#waiting ?? this.#told())
    this.#terminal.write(`${CLEAR_LINE}${this.#paint('dim', line.slice(0, (this.#terminal.columns || 80) - 1))}`)
  }

  #told(): string {
    const { waiting = 0, key = '', freeInMs = 0 } = this.#queue ?? {}
    const wait = waiting === 0 ? '' : `, ${waiting} wait ${Math.ceil(freeInMs / 1000)} s for the rate of ${key}`
    const left = secondsLeft(this.#forecast, this.#phase, (Date.now() - this.#phaseSince) / 1000)
    return `${this.#counted(this.#phase ?? 'starting')}${wait}, ${leftText(left)}`
  }

  #counted(phase: string): string {
    const done = [...this.#counts.values()].reduce((sum, each) => sum + each, 0)
    const bad = (['fail', 'broken', 'blocked', 'warn'] as const)
      .filter((verdict) => this.#counts.has(verdict))
      .map((verdict) => `, ${this.#counts.get(verdict)} ${verdict}`)
    const seconds = Math.round((Date.now() - this.#started) / 1000)
    return `${phase}: ${done} of ${this.#total} checks${bad.join('')}, ${seconds} s`
  }
}
