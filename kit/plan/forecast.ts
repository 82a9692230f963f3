import type { Check, Fixture } from '../check/check.ts'
import type { Depth } from '../check/depth.ts'
import type { Amounts } from '../check/order/cost.ts'
import { PHASE_NAMES, type Phase } from '../check/order/phases.ts'
import { type Batch, type Stage, scheduleOf } from '../check/order/schedule.ts'
import type { Pace } from '../rate/pace.ts'
import type { Target } from '../target/target.ts'
import { keyAt } from './key-names.ts'

/** When a check will usually be under way, in seconds from the first of them. */
export interface PlannedTime {
  readonly begins: number
  readonly ends: number
  /** The check that it waits for the end of: the last one before its phase, or one that it runs after. */
  readonly after?: string
}

/** How long a run will usually take, in seconds. */
export interface Forecast {
  readonly seconds: number
  /** Of these, what goes by the limiter of each key alone: the rest is waited for the target, or worked. */
  readonly limiterSeconds: number
  /** From when every service has left the phase before until every one has left this. */
  readonly phases: Readonly<Record<Phase, number>>
  /** By the id of a check. */
  readonly checks: Readonly<Record<string, PlannedTime>>
}

/** Time from sending a request to its answer, seconds. A run waits far more than it works, so that a rough number does. */
const LATENCY = 0.02
/** The same of one that is sent together with others, as what goes beyond a rate is: they wait for each other's answers. */
const TOGETHER = LATENCY / 8

type Unit = Check | Fixture

/** What a forecast is made of beside the checks. */
export interface ForecastOptions {
  readonly target: Target
  /** `standard` when absent. */
  readonly depth?: Depth
  /** Whether a fixture can be made for this target. */
  readonly admitted: (fixture: Fixture) => boolean
  /** How fast a run goes on a key: `library.members[0]`. */
  readonly paceOf: (key: string) => Pace
  /** Whether requests to a service are short; to none when absent. */
  readonly isShort?: (service: string) => boolean
  /** How many keys stand for a name that is a list. */
  readonly keys: Readonly<Record<string, number>>
}

/** What a unit waits for: its turn on a key, something that others make, the end of a check, or a moment. */
type Wait =
  | { readonly kind: 'key'; readonly name: string; readonly paced: boolean }
  | { readonly kind: 'fixture'; readonly fixture: Fixture }
  | { readonly kind: 'check'; readonly id: string }
  | { readonly kind: 'until'; readonly at: number }

/**
 * Plays a run through on a clock of its own: every check and fixture takes its usual requests through the same window
 * that the pacer keeps, and waits as long as it usually waits.
 */
export function forecast(checks: readonly Check[], options: ForecastOptions): Forecast {
  const simulation = new Simulation(options)
  const left = new Map<Phase, number>()
  for (const stage of scheduleOf(checks, options.isShort))
    simulation.play(stage, (phase, at) => left.set(phase, Math.max(at, left.get(phase) ?? 0)))
  const phases = {} as Record<Phase, number>
  let before = 0
  for (const phase of PHASE_NAMES) {
    const end = Math.max(before, left.get(phase) ?? 0)
    phases[phase] = end - before
    before = end
  }
  return {
    seconds: simulation.now,
    limiterSeconds: simulation.limiterSeconds,
    phases,
    checks: Object.fromEntries(simulation.times),
  }
}

/** What a unit usually asks: the typical number of each kind where it declares one that holds there. */
export function usual(
  { cost }: Pick<Unit, 'cost'>,
  { target, depth }: { readonly target: Target; readonly depth: Depth },
): Required<Amounts> {
  const { requests = {}, spends = {} } = cost
  const typical = { ...cost.typical, ...cost.typical?.at?.(target, depth) }
  const isDeep = depth === 'deep'
  const isAll = typical.isSample === true && isDeep
  return {
    requests: isAll ? requests : (typical.requests ?? requests),
    spends: { ...spends, ...typical.spends, ...(isDeep && typical.deepSpends) },
  }
}

interface Due {
  readonly at: number
  readonly task: SimulatedTask
}

interface SimulatedTask {
  readonly steps: Generator<Wait, void, number>
  readonly ended: (at: number) => void
}

class Simulation {
  now = 0
  readonly times = new Map<string, PlannedTime>()
  readonly #options: ForecastOptions
  /** When requests with each key were answered, in order: a window after that they make room. */
  readonly #used = new Map<string, number[]>()
  /** Requests per key that keep to its rate. */
  readonly #paced = new Map<string, number>()
  readonly #load = new Map<string, number>()
  readonly #made = new Map<Fixture, number>()
  readonly #awaiting = new Map<Fixture, SimulatedTask[]>()
  /** Checks under way, with those that wait for their end. */
  readonly #open = new Map<string, SimulatedTask[]>()
  readonly #due: Due[] = []

  constructor(options: ForecastOptions) {
    this.#options = options
  }

  /** Seconds that the busiest key needs for what was sent with it. */
  get limiterSeconds(): number {
    const seconds = [...this.#paced].map(([key, count]) => {
      const { requests, windowMs } = this.#options.paceOf(key)
      return (Math.max(0, Math.ceil(count / requests) - 1) * windowMs) / 1000
    })
    return Math.max(0, ...seconds)
  }

  /** Plays sequences that begin together, until the last of them is over. */
  play(stage: Stage, left: (phase: Phase, at: number) => void): void {
    const start = this.now
    const before = this.#lastOf([...this.times.keys()])
    const over = (phase: Phase, at: number): void => {
      this.now = Math.max(this.now, at)
      left(phase, at)
    }
    for (const { batches } of stage) this.#follow(batches, start, before, over)
    for (let next = this.#due.shift(); next !== undefined; next = this.#due.shift()) this.#advance(next.task, next.at)
  }

  /** The one of these checks that ends last. */
  #lastOf(ids: readonly string[]): string | undefined {
    const endOf = (id: string): number => this.times.get(id)?.ends ?? 0
    return ids.filter((id) => this.times.has(id)).toSorted((a, b) => endOf(b) - endOf(a))[0]
  }

  /** @param before the check that had the first batch wait */
  #follow(
    [batch, ...later]: readonly Batch[],
    at: number,
    before: string | undefined,
    left: (phase: Phase, at: number) => void,
  ): void {
    if (batch === undefined) return
    const { phase, concurrency, checks } = batch
    const ended = (end: number): void => {
      left(phase, end)
      const waitedFor = checks.filter(({ background }) => background !== true).map(({ id }) => id)
      this.#follow(later, end, this.#lastOf(waitedFor) ?? before, left)
    }
    if (concurrency === 'together') this.#together(checks, at, before, ended)
    else this.#inTurn(checks, at, before, ended)
  }

  #together(checks: readonly Check[], at: number, before: string | undefined, allEnded: (at: number) => void): void {
    let open = checks.filter(({ background }) => background !== true).length
    for (const check of checks) this.#open.set(check.id, [])
    for (const check of checks) {
      let begins = at
      const began = (begun: number): void => {
        begins = begun
      }
      const ended = (end: number): void => {
        this.now = Math.max(this.now, end)
        const awaited = begins > at ? this.#lastOf(check.runsAfter ?? []) : undefined
        const after = awaited ?? before
        this.times.set(check.id, { begins, ends: end, ...(after === undefined ? {} : { after }) })
        const waiting = this.#open.get(check.id) ?? []
        this.#open.delete(check.id)
        for (const each of waiting) this.#later(each, end)
        if (check.background === true) return
        open -= 1
        if (open === 0) allEnded(end)
      }
      this.#advance({ steps: this.#stepsOf(check, at, began), ended }, at)
    }
    if (checks.every(({ background }) => background === true)) allEnded(at)
  }

  #inTurn(
    [check, ...later]: readonly Check[],
    at: number,
    before: string | undefined,
    allEnded: (at: number) => void,
  ): void {
    if (check === undefined) allEnded(at)
    else
      this.#together([check], at, before, (end) =>
        this.#inTurn(later, end, check.background === true ? before : check.id, allEnded),
      )
  }

  /** @param began told when it has waited for those that it runs after */
  *#stepsOf(unit: Unit, start: number, began?: (at: number) => void): Generator<Wait, void, number> {
    let now = start
    const before = 'runsAfter' in unit ? (unit.runsAfter ?? []) : []
    for (const id of before) now = yield { kind: 'check', id }
    const begun = now
    began?.(begun)
    const fixtures = unit.uses.filter(this.#options.admitted)
    for (const fixture of fixtures) now = yield { kind: 'fixture', fixture }
    // What was made in an earlier phase has been waited for since then.
    let since = fixtures.length === 0 ? begun : Math.max(...fixtures.map((each) => this.#made.get(each) ?? begun))
    const { target, depth = 'standard' } = this.#options
    for (const [name, count] of Object.entries(usual(unit, { target, depth }).requests)) {
      for (let each = 0; each < (count ?? 0); each += 1) {
        now = yield {
          kind: 'key',
          name: keyAt(this.#options.target, unit.service, name),
          paced: unit.cost.unpaced !== true,
        }
        since = now
      }
    }
    const { waits, givesUp, lingers } = unit.cost
    const waited = Math.min(
      since + (waits?.(target, depth) ?? 0),
      begun + (givesUp?.(target, depth) ?? Number.POSITIVE_INFINITY),
    )
    const end = Math.max(waited, begun + (lingers?.(target, depth) ?? 0))
    if (end > now) yield { kind: 'until', at: end }
  }

  #advance(task: SimulatedTask, at: number): void {
    const { value: wait, done } = task.steps.next(at)
    if (done === true || wait === undefined) task.ended(at)
    else if (wait.kind === 'until') this.#later(task, wait.at)
    else if (wait.kind === 'check') this.#wait(wait.id, task, at)
    else if (wait.kind === 'key')
      this.#later(task, this.#turn(wait.name, at, wait.paced) + (wait.paced ? LATENCY : TOGETHER))
    else this.#need(wait.fixture, task, at)
  }

  /** For the end of a check that is under way. */
  #wait(id: string, task: SimulatedTask, at: number): void {
    const waiting = this.#open.get(id)
    if (waiting === undefined) this.#later(task, at)
    else waiting.push(task)
  }

  #need(fixture: Fixture, task: SimulatedTask, at: number): void {
    const made = this.#made.get(fixture)
    if (made !== undefined) {
      this.#later(task, Math.max(made, at))
      return
    }
    const others = this.#awaiting.get(fixture)
    if (others !== undefined) {
      others.push(task)
      return
    }
    this.#awaiting.set(fixture, [task])
    const ended = (end: number): void => {
      this.#made.set(fixture, end)
      for (const each of this.#awaiting.get(fixture) ?? []) this.#later(each, end)
    }
    this.#advance({ steps: this.#stepsOf(fixture, at), ended }, at)
  }

  /** When a request with this key may go: the pacer lets so many pass in any window, first come first served. */
  #turn(name: string, at: number, paced: boolean): number {
    const key = this.#leastUsed(name)
    if (key === 'none') return at
    const used = this.#used.get(key) ?? []
    this.#used.set(key, used)
    const { requests, windowMs } = this.#options.paceOf(key)
    const free = paced ? (used.at(-requests) ?? Number.NEGATIVE_INFINITY) + windowMs / 1000 : at
    const turn = Math.max(at, paced ? free : at)
    // What waits for its turn is booked for later than what goes out at once behind it.
    const place = used.findLastIndex((each) => each <= turn + LATENCY)
    used.splice(place + 1, 0, turn + LATENCY)
    if (paced) this.#paced.set(key, (this.#paced.get(key) ?? 0) + 1)
    return turn
  }

  /** The least used of several keys. */
  #leastUsed(name: string): string {
    const count = this.#options.keys[name] ?? 1
    const keys = Array.from({ length: count }, (_, index) => (count === 1 ? name : `${name}[${index}]`))
    const load = (key: string): number => this.#load.get(key) ?? 0
    const key = keys.toSorted((a, b) => load(a) - load(b))[0] ?? name
    this.#load.set(key, load(key) + 1)
    return key
  }

  #later(task: SimulatedTask, at: number): void {
    const place = this.#due.findLastIndex((each) => each.at <= at)
    this.#due.splice(place + 1, 0, { at, task })
  }
}
