import { PHASE_NAMES, type Phase } from '../../../kit/check/order/phases.ts'
import type { Forecast } from '../../../kit/plan/forecast.ts'
import type { Queue } from '../../../kit/rate/pacer.ts'
import type { Awaited } from '../../../kit/run/awaited.ts'
import type { RunEvent } from '../../../kit/run/events.ts'
import type { RunHandle } from '../../../kit/run/lifecycle.ts'
import { spoken } from '../../../reporters/views/plan/amounts.ts'
import { TimeLeft } from './time-left.ts'

/** Seconds after which a check that is under way is named. */
const LONG_SECONDS = 3

/** What may be watched of a run. */
export type Watched = Pick<RunHandle, 'queues' | 'awaited'> & { readonly run: Pick<RunHandle['run'], 'events'> }

/** How far a run has come, in one line. */
export class ProgressLine {
  readonly #left: TimeLeft
  readonly #counts = new Map<string, number>()
  readonly #started = Date.now()
  /** The phase that each service is in; those of all services have none. */
  readonly #phases = new Map<string | undefined, Phase>()
  #queues: () => readonly Queue[] = () => []
  #awaited: () => readonly Awaited[] = () => []
  #selected: ReadonlySet<string> = new Set()
  #phase: Phase | undefined
  /** A check with generated values has begun: their phase comes without one, too, and is not told then. */
  #generates = false
  /** Checks under way, and when they began. */
  readonly #open = new Map<string, number>()
  /** Those that were under way when the run was stopped: what ends after that without having been begun judged nothing. */
  #openAtStop: ReadonlySet<string> | undefined

  constructor(forecast: Forecast) {
    this.#left = new TimeLeft(forecast)
  }

  /** @param selected ids of the checks that are to run: the others are not counted */
  select(selected: readonly string[]): void {
    this.#selected = new Set(selected)
  }

  /** Takes in how a run goes on from now. */
  follow({ run, queues, awaited }: Watched): void {
    this.#queues = queues
    this.#awaited = awaited
    run.events.subscribe((event) => this.#note(event))
  }

  /** The run was stopped: from now on only what is under way is counted. */
  stop(): void {
    this.#openAtStop ??= new Set(this.#open.keys())
  }

  /** @param word in place of the phase and of what is waited for, where the run is about to end */
  text(word?: string): string {
    return word === undefined ? this.#told() : this.#counted(word)
  }

  #note(event: RunEvent): void {
    if (event.kind === 'phase begun') this.#phases.set(event.service, event.phase)
    if (event.kind === 'phase ended') this.#phases.delete(event.service)
    if (event.kind === 'check begun' && event.check.generated !== undefined)
      this.#generates ||= this.#selected.has(event.check.id)
    this.#look()
    if (event.kind === 'check begun') {
      this.#open.set(event.check.id, Date.now())
      this.#left.begun(event.check.id, Date.now() / 1000)
    }
    if (event.kind === 'check ended') {
      this.#open.delete(event.result.check.id)
      this.#left.ended(event.result.check.id, Date.now() / 1000)
    }
    if (event.kind !== 'check ended' || !this.#selected.has(event.result.check.id)) return
    if (this.#openAtStop?.has(event.result.check.id) === false) return
    const { verdict } = event.result
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1)
  }

  /** A run is in the phase of the service that has come the least far. */
  #look(): void {
    const begun = [...this.#phases.values()]
    const least = PHASE_NAMES.find((phase) => begun.includes(phase) && (phase !== 'generated' || this.#generates))
    if (least === undefined || least === this.#phase) return
    this.#phase = least
  }

  #told(): string {
    const { waiting = 0, key = '', freeInMs = 0 } = this.#queues()[0] ?? {}
    const wait = waiting === 0 ? '' : `, ${waiting} wait ${Math.ceil(freeInMs / 1000)} s for the rate of ${key}`
    const [awaited] = this.#awaited()
    const forIt =
      awaited === undefined ? (waiting === 0 ? this.#longest() : '') : `, ${awaitedText(awaited, Date.now())}`
    const left = this.#left.text(Date.now() / 1000, freeInMs / 1000)
    const isAsking = this.#phase === undefined && Date.now() - this.#started > LONG_SECONDS * 1000
    const claims = isAsking
      ? ', waiting for answers to what the target file claims (429 is waited out, usually up to a minute)'
      : ''
    return `${this.#counted(this.#phase === undefined ? 'starting' : WORDS[this.#phase])}${claims}${wait}${forIt}${left === '' ? '' : `, ${left}`}`
  }

  /**
   * The check that has the most time before it, or else behind it, where one takes long or the run is past its plan: then
   * the one that is the most behind its own.
   */
  #longest(): string {
    const now = Date.now()
    const all = [...this.#open].map(([id, since]) => ({
      id,
      planned: this.#left.planned(id),
      took: (now - since) / 1000,
    }))
    const isPast = this.#left.isPast(now / 1000)
    const rank = ({ id, planned, took }: (typeof all)[number]): number =>
      isPast ? this.#left.over(id, now / 1000) : Math.max(planned, took)
    const [first] = all.toSorted((a, b) => rank(b) - rank(a))
    if (first === undefined || (first.took < LONG_SECONDS && !isPast)) return ''
    const others = all.length === 1 ? '' : ` and ${all.length - 1} more`
    return `, waiting in ${first.id}${others}, ${spoken(first.took)}${ofPlanned(first)}`
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

/** Phases for whoever has read of none. */
const WORDS: Readonly<Record<Phase, string>> = {
  main: 'side by side',
  settled: 'after a rest',
  exclusive: 'one by one',
  generated: 'generated values',
  rules: 'over all that was recorded',
}

function ofPlanned({ took, planned }: { readonly took: number; readonly planned: number }): string {
  if (planned > took) return ` of about ${spoken(planned)}`
  return planned < LONG_SECONDS ? '' : `, about ${spoken(planned)} planned`
}

/** `waiting for completed, 12 of 60 s (timing.settle)`; where the run stood still a wait lasts longer. */
function awaitedText({ what, since, seconds, member }: Awaited, now: number): string {
  const [waited, most] = [Math.round((now - since) / 1000), Math.round(seconds)]
  return waited > most
    ? `waiting for ${what}, ${waited} s, longer than the ${most} s of ${member}`
    : `waiting for ${what}, ${waited} of ${most} s (${member})`
}
