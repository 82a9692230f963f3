import { PHASE_NAMES, type Phase } from '../../../kit/check/phases.ts'
import type { Forecast } from '../../../kit/plan/forecast.ts'
import type { Queue } from '../../../kit/rate/pacer.ts'
import type { Awaited } from '../../../kit/run/context.ts'
import type { RunEvent } from '../../../kit/run/events.ts'
import type { RunHandle } from '../../../kit/run/lifecycle.ts'
import type { Paint } from '../../../reporters/console/paint.ts'
import type { StopReason } from '../stop.ts'
import { isOverdue, leftText, secondsLeft } from './time-left.ts'

const TICK_MS = 200
/** Where nobody sees a line being written over: how often one is written that stays. */
const HEARTBEAT_MS = 15_000
const CLEAR_LINE = '\r\u001b[2K'

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** What may be watched of a run. */
export type Watched = Pick<RunHandle, 'queues' | 'awaited'> & { readonly run: Pick<RunHandle['run'], 'events'> }

/** How a run goes on: one line that is written over and over on a terminal, and elsewhere one now and then. */
export class Progress {
  readonly #terminal: Terminal
  readonly #paint: Paint
  readonly #forecast: Forecast
  readonly #counts = new Map<string, number>()
  readonly #started = Date.now()
  /** The phase that each service is in; those of all services have none. */
  readonly #phases = new Map<string | undefined, Phase>()
  #queues: () => readonly Queue[] = () => []
  #awaited: () => readonly Awaited[] = () => []
  #selected: ReadonlySet<string> = new Set()
  #phase: Phase | undefined
  #phaseSince = Date.now()
  #timer: NodeJS.Timeout | undefined
  #stopping = false
  #waiting: string | undefined

  constructor(terminal: Terminal, paint: Paint, forecast: Forecast) {
    this.#terminal = terminal
    this.#paint = paint
    this.#forecast = forecast
  }

  /** Whether anybody sees the line. */
  get isWatched(): boolean {
    return this.#terminal.isTTY === true
  }

  /** @param selected ids of the checks that are to run: the others are not counted */
  begin(selected: readonly string[]): void {
    this.#selected = new Set(selected)
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
    const why = {
      interrupt: 'stopping; once more to leave without a report',
      time: 'the time is over: stopping',
      restart: 'the service goes away: stopping',
    }[reason]
    this.#terminal.write(`${this.isWatched ? CLEAR_LINE : ''}${why}\n`)
  }

  /** Writes a line that stays, above the one that is written over. */
  say(line: string): void {
    this.#terminal.write(`${CLEAR_LINE}${line}\n`)
  }

  /** Shows a line in place of the counts; undefined shows the counts again. */
  wait(line: string | undefined): void {
    this.#waiting = line
    if (this.#timer !== undefined && this.isWatched) this.#draw()
  }

  /** Shows how a run goes on from now. */
  follow({ run, queues, awaited }: Watched): void {
    this.#queues = queues
    this.#awaited = awaited
    run.events.subscribe((event) => this.#note(event))
  }

  #note(event: RunEvent): void {
    if (event.kind === 'phase begun') this.#phases.set(event.service, event.phase)
    if (event.kind === 'phase ended') this.#phases.delete(event.service)
    if (event.kind !== 'check ended' || !this.#selected.has(event.result.check.id)) return
    const { verdict } = event.result
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1)
  }

  /** A run is in the phase of the service that has come the least far. */
  #look(): void {
    const least = PHASE_NAMES.find((phase) => [...this.#phases.values()].includes(phase))
    if (least === undefined || least === this.#phase) return
    this.#phase = least
    this.#phaseSince = Date.now()
  }

  #draw(): void {
    const line = this.#line()
    this.#terminal.write(`${CLEAR_LINE}${this.#paint('dim', line.slice(0, (this.#terminal.columns || 80) - 1))}`)
  }

  #beat(): void {
    this.#terminal.write(`${this.#line()}\n`)
  }

  #line(): string {
    this.#look()
    return this.#stopping ? this.#counted('stopping') : (this.#waiting ?? this.#told())
  }

  #told(): string {
    const { waiting = 0, key = '', freeInMs = 0 } = this.#queues()[0] ?? {}
    const wait = waiting === 0 ? '' : `, ${waiting} wait ${Math.ceil(freeInMs / 1000)} s for the rate of ${key}`
    const [awaited] = this.#awaited()
    const forIt = awaited === undefined ? '' : `, ${awaitedText(awaited, Date.now())}`
    const inPhase = (Date.now() - this.#phaseSince) / 1000
    const left = secondsLeft(this.#forecast, this.#phase, inPhase)
    const overdue = isOverdue(this.#forecast, this.#phase, inPhase)
    return `${this.#counted(this.#phase ?? 'starting')}${wait}${forIt}, ${leftText(left, overdue)}`
  }

  #counted(phase: string): string {
    const done = [...this.#counts.values()].reduce((sum, each) => sum + each, 0)
    const bad = (['fail', 'broken', 'blocked', 'warn'] as const)
      .filter((verdict) => this.#counts.has(verdict))
      .map((verdict) => `, ${this.#counts.get(verdict)} ${verdict}`)
    const seconds = Math.round((Date.now() - this.#started) / 1000)
    return `${phase}: ${done} of ${this.#selected.size} checks${bad.join('')}, ${seconds} s`
  }
}

/** `waiting for completed, 12 of 60 s (timing.settle)`. */
function awaitedText({ what, since, seconds, member }: Awaited, now: number): string {
  return `waiting for ${what}, ${Math.round((now - since) / 1000)} of ${Math.round(seconds)} s (${member})`
}
