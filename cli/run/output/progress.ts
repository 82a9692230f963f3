import type { Forecast } from '../../../kit/plan/forecast.ts'
import type { Paint } from '../../../reporters/console/text/paint.ts'
import { clipped } from '../../../reporters/views/clipped.ts'
import type { StopReason } from '../stop.ts'
import { ProgressLine, type Watched } from './progress-line.ts'

const TICK_MS = 200
/** Where nobody sees a line being written over: how often one is written that stays. */
const HEARTBEAT_MS = 15_000
const CLEAR_LINE = '\r\u001b[2K'

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Why a run ends before its checks do, as it is said at once. */
export const STOPPING: Readonly<Record<StopReason, string>> = {
  interrupt: 'stopping; once more to leave without a report',
  time: 'the time is over: stopping',
  restart: 'the service goes away: stopping',
}

/** How a run goes on: one line that is written over and over on a terminal, and elsewhere one now and then. */
export class Progress {
  readonly #terminal: Terminal
  readonly #paint: Paint
  readonly #run: ProgressLine
  #timer: NodeJS.Timeout | undefined
  readonly #kept: string
  #stopping = false
  #waiting: string | undefined

  /**
   * @param kept what is left of the run when it is stopped, `no bundle`; nothing is said when absent
   */
  constructor(terminal: Terminal, paint: Paint, forecast: Forecast, { kept }: { readonly kept?: string } = {}) {
    this.#terminal = terminal
    this.#paint = paint
    this.#run = new ProgressLine(forecast)
    this.#kept = kept === undefined ? '' : `; ${kept}`
  }

  /** Whether anybody sees the line. */
  get isWatched(): boolean {
    return this.#terminal.isTTY === true
  }

  /** @param selected ids of the checks that are to run: the others are not counted */
  begin(selected: readonly string[]): void {
    this.#run.select(selected)
    const [draw, ms] = this.isWatched ? [() => this.#draw(), TICK_MS] : [() => this.#beat(), HEARTBEAT_MS]
    this.#timer = setInterval(draw, ms).unref()
  }

  /** Takes the line away. */
  end(): void {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    if (this.isWatched) this.#terminal.write(CLEAR_LINE)
  }

  stopping(reason: StopReason): void {
    this.#stopping = true
    this.#run.stop()
    this.#terminal.write(`${this.isWatched ? CLEAR_LINE : ''}${STOPPING[reason]}${this.#kept}\n`)
  }

  /** Writes a line that stays, above the one that is written over. */
  say(line: string): void {
    this.#terminal.write(`${this.isWatched ? CLEAR_LINE : ''}${line}\n`)
  }

  /** Shows a line in place of the counts; undefined shows the counts again. */
  wait(line: string | undefined): void {
    this.#waiting = line
    if (this.#timer !== undefined && this.isWatched) this.#draw()
  }

  /** Shows how a run goes on from now. */
  follow(watched: Watched): void {
    this.#run.follow(watched)
  }

  #draw(): void {
    const line = this.#line()
    this.#terminal.write(`${CLEAR_LINE}${this.#paint('dim', clipped(line, (this.#terminal.columns || 80) - 1))}`)
  }

  #beat(): void {
    this.#terminal.write(`${this.#line()}\n`)
  }

  #line(): string {
    return this.#stopping ? this.#run.text('stopping') : (this.#waiting ?? this.#run.text())
  }
}
