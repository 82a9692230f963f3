import type { Forecast } from '../../../kit/plan/forecast.ts'
import { type Paint, paintFor } from '../../../reporters/console/text/paint.ts'
import { printable } from '../../../reporters/views/printable.ts'
import { STOPPING } from '../output/progress.ts'
import { ProgressLine, type Watched } from '../output/progress-line.ts'
import type { StopReason } from '../stop.ts'

const TICK_MS = 250
/** Where nobody sees lines being written over: how often they are written anew. */
const HEARTBEAT_MS = 60_000
const CLEAR_LINE = '\r\u001b[2K'
const UP = '\u001b[1A'
const USUAL_COLUMNS = 80
const USUAL_ROWS = 24

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
}

/** How several runs go on: a line for each, written over on a terminal, and elsewhere now and then. */
export class Board {
  readonly #terminal: Terminal
  readonly #paint: Paint
  readonly #lines = new Map<string, ProgressLine>()
  readonly #all: number
  #over = 0
  #drawn = 0
  #timer: NodeJS.Timeout | undefined
  #stopping = false

  /** @param all how many there are to be judged */
  constructor(terminal: Terminal, all: number, env: NodeJS.ProcessEnv) {
    this.#terminal = terminal
    this.#paint = paintFor(terminal, env)
    this.#all = all
  }

  begin(): void {
    const isWatched = this.#terminal.isTTY === true
    const [show, ms] = isWatched ? [() => this.#draw(), TICK_MS] : [() => this.#beat(), HEARTBEAT_MS]
    this.#timer = setInterval(show, ms).unref()
  }

  /** Takes the lines away. */
  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#wipe()
  }

  /**
   * A line for a run that begins.
   * @param selected ids of the checks that are to run
   */
  add(name: string, forecast: Forecast, selected: readonly string[]): void {
    const line = new ProgressLine(forecast)
    line.select(selected)
    this.#lines.set(name, line)
  }

  follow(name: string, watched: Watched): void {
    this.#lines.get(name)?.follow(watched)
  }

  /** Takes away the line of a run that is over. */
  over(name: string): void {
    this.#over += 1
    this.#lines.delete(name)
  }

  /** Writes what stays by `write`, above the lines. */
  above(write: () => void): void {
    this.#wipe()
    write()
    if (this.#timer !== undefined && this.#terminal.isTTY === true) this.#draw()
  }

  stopping(reason: StopReason): void {
    this.#stopping = true
    this.above(() => this.#terminal.write(`${STOPPING[reason]}\n`))
  }

  #told(): string[] {
    const names = [...this.#lines.keys()]
    const width = Math.max(0, ...names.map((name) => name.length))
    const word = this.#stopping ? 'stopping' : undefined
    return [...this.#lines].map(([name, line]) => `${printable(name).padEnd(width)}  ${line.text(word)}`)
  }

  #counted(): string {
    const waiting = this.#all - this.#over - this.#lines.size
    return `${this.#over} of ${this.#all} judged, ${this.#lines.size} under way${waiting === 0 ? '' : `, ${waiting} wait`}`
  }

  #draw(): void {
    this.#wipe()
    const room = (this.#terminal.rows || USUAL_ROWS) - 2
    const all = this.#told()
    const shown = all.length > room ? [...all.slice(0, room - 1), `and ${all.length - room + 1} more`] : all
    const most = (this.#terminal.columns || USUAL_COLUMNS) - 1
    const lines = [...shown, this.#counted()].map((line) => this.#paint('dim', line.slice(0, most)))
    this.#terminal.write(lines.join('\n'))
    this.#drawn = lines.length
  }

  #wipe(): void {
    if (this.#drawn === 0) return
    this.#terminal.write(`${CLEAR_LINE}${`${UP}${CLEAR_LINE}`.repeat(this.#drawn - 1)}`)
    this.#drawn = 0
  }

  #beat(): void {
    this.#terminal.write(`${[...this.#told(), this.#counted()].join('\n')}\n`)
  }
}
