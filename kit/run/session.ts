import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Depth, Fixture, FixtureContext, Key, Tier } from '../check/check.ts'
import type { Judgement, Observation } from '../check/judgement.ts'
import { Blocked, NotExercised } from '../check/signals.ts'
import type { Person, Step } from '../check/steps.ts'
import { pause } from '../clock/pause.ts'
import { Store } from '../evidence/store.ts'
import type { Wire } from '../http/client.ts'
import { Permission } from '../http/permission.ts'
import { RecipeClient } from '../http/recipe-client.ts'
import { Transport } from '../http/transport.ts'
import { permits, refusalOf } from '../plan/eligibility.ts'
import { generatedBudget } from '../plan/sampling.ts'
import { Ledger } from '../rate/ledger.ts'
import { Pacer } from '../rate/pacer.ts'
import type { Target } from '../target/target.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { Receiver } from '../webhooks/receiver.ts'
import type { Absent } from './claims-probe.ts'
import { Context, type Owner } from './context.ts'
import { unlessGivenUp } from './grace.ts'

export interface SessionOptions {
  readonly target: Target
  readonly seed: number
  /** `standard` when absent. */
  readonly depth?: Depth
  /** Generated values that each check tries; by its depth when absent. */
  readonly runs?: number
  /** Path of the one counterexample that is tried again. */
  readonly path?: string
  /** Where webhooks arrive; absent where the target can be given no address. */
  readonly capture?: Receiver
  /** Deliveries that are judged besides, wherever they came from; those of `capture` when absent. */
  readonly deliveries?: () => readonly Delivery[]
  /** Aborting it ends the run: nothing more is sent, every wait ends. */
  readonly signal?: AbortSignal
  readonly onExchange?: ConstructorParameters<typeof Store>[1]
  /** Carries out what recipes ask of a person; absent where nobody can be asked. */
  readonly person?: Person
}

/** How long what the run changed may take to be undone, ms: less where somebody waits for it to stop. */
const CLEANUP_MS = 30_000
const HASTY_CLEANUP_MS = 5_000

/** What the checks of one run share: the wire, the fixtures, the names. */
export class Session {
  readonly target: Target
  readonly seed: number
  readonly depth: Depth
  readonly runs: number | undefined
  readonly path: string | undefined
  readonly capture: Receiver | undefined
  /** In every name that the run makes up, so that its leftovers can be found. */
  readonly runId: string
  readonly wire: Wire
  readonly person: Person | undefined
  readonly observations: Observation[] = []
  readonly steps: Step[] = []
  readonly aside: RecipeClient
  readonly judgements: Judgement[] = []
  /** What the run made up or chose, by the check or fixture that asked: needed to judge it again from evidence. */
  readonly choices = {
    made: [] as [owner: string, text: string][],
    keys: [] as [owner: string, asked: string, name: string][],
    inboxes: new Map<string, string>(),
  }
  /** Claims that the target does not bear out, with the reason: what needs them is blocked. */
  readonly absent = new Map<string, string>()
  readonly cleanups: { readonly title: string; readonly undo: (context: FixtureContext) => Promise<void> }[] = []
  readonly #fixtures = new Map<Fixture<unknown>, Promise<unknown>>()
  readonly #handedOut = new Map<string, number>()
  #count = 0

  constructor(options: SessionOptions) {
    this.target = options.target
    this.seed = options.seed
    this.depth = options.depth ?? 'standard'
    this.runs = options.runs
    this.path = options.path
    this.capture = options.capture
    this.person = options.person
    this.runId = `asy${Date.now().toString(36)}${randomBytes(2).toString('hex')}`
    const signal = options.signal ?? new AbortController().signal
    // Every wait of every check listens to it.
    setMaxListeners(0, signal)
    const wait = (ms: number): Promise<void> => pause(ms, signal)
    const ledger = new Ledger({ ...options.target.allow, generated: generatedBudget(this) })
    this.aside = new RecipeClient(options.target)
    this.wire = {
      transport: new Transport({ timeoutMs: options.target.timing.request * 1000, network: options.target.network }),
      pacer: new Pacer(options.target.timeScale, ledger),
      ledger,
      store: new Store(options.deliveries ?? (() => options.capture?.all() ?? []), options.onExchange),
      signal,
      pause: wait,
      permission: new Permission(options.target),
      host: (service) => options.target[service]?.host,
      userAgent: (check) => `assay/0.1 (${this.runId}; ${check})`,
    }
  }

  context(owner: Owner): Context {
    return new Context(this, owner)
  }

  count(): number {
    this.#count += 1
    return this.#count
  }

  permits(tier: Tier): boolean {
    return permits(this.target, tier)
  }

  key(name: string): Key | undefined {
    const keys = { ...this.target.messaging?.keys, ...this.target.payment?.keys } as Record<
      string,
      string | string[] | undefined
    >
    const plain = /^(.*)\[(\d+)\]$/.exec(name)
    const value = keys[plain?.[1] ?? name]
    const service =
      this.target.messaging?.keys !== undefined && name in this.target.messaging.keys ? 'messaging' : 'payment'
    const isThere = (lane: string): boolean => !this.absent.has(`${service}.keys.${lane}`)
    if (typeof value === 'string') {
      this.#assertThere([`${service}.keys.${name}`])
      return { name, value }
    }
    if (!Array.isArray(value)) return undefined
    if (plain !== null) {
      const one = value[Number(plain[2])]
      return one === undefined ? undefined : { name, value: one }
    }
    const lanes = value
      .map((each, index) => ({ name: `${name}[${index}]`, value: each }))
      .filter((each) => isThere(each.name))
    const load = ({ name: lane }: Key): number => this.#handedOut.get(lane) ?? 0
    const lane = lanes.toSorted((a, b) => load(a) - load(b))[0]
    if (lane !== undefined) this.#handedOut.set(lane.name, load(lane) + 1)
    return lane
  }

  fixture<T>(fixture: Fixture<T>): Promise<T> {
    let made = this.#fixtures.get(fixture as Fixture<unknown>) as Promise<T> | undefined
    if (made === undefined) {
      made = this.#make(fixture)
      made.catch(() => undefined)
      this.#fixtures.set(fixture as Fixture<unknown>, made)
    }
    return made
  }

  /**
   * Undoes what the run changed, also after it was stopped. Returns the titles of what could not be undone, each with
   * its reason.
   */
  async cleanUp(): Promise<string[]> {
    const failed: string[] = []
    const signal = AbortSignal.timeout(this.wire.signal.aborted ? HASTY_CLEANUP_MS : CLEANUP_MS)
    // A few requests more than the suite allows itself in a minute: what was changed is not left for the sake of a margin.
    const pacer = new Pacer(this.target.timeScale, this.wire.ledger)
    const wire = { ...this.wire, pacer, signal, pause: (ms: number) => pause(ms, signal) }
    for (const { title, undo } of this.cleanups.splice(0).reverse()) {
      const context = new Context(this, { name: 'clean-up', uses: [], covers: [], cost: {} }, wire)
      await unlessGivenUp(undo(context), signal, 0).catch((error: Error) => failed.push(`${title}: ${error.message}`))
    }
    return failed
  }

  /** What needs one of these claims is blocked from now on. */
  miss(absent: readonly Absent[]): void {
    for (const { claim, reason, blocks } of absent) if (blocks) this.absent.set(claim, reason)
    const live = (this.target.payment?.keys?.live ?? []).map((_, index) =>
      this.absent.get(`payment.keys.live[${index}]`),
    )
    if (live.length > 0 && live.every((each) => each !== undefined)) this.absent.set('payment.keys.live', live[0] ?? '')
  }

  #assertThere(claims: readonly string[]): void {
    const reason = claims.map((claim) => this.absent.get(claim)).find((each) => each !== undefined)
    if (reason !== undefined) throw new Blocked(reason)
  }

  /** Throws NotExercised for the first claim, permission or person that is missing, Blocked for one that the target denies. */
  admit(what: Parameters<typeof refusalOf>[0]): void {
    const refusal = refusalOf(what, this.target, this.person !== undefined)
    if (refusal !== undefined) throw new NotExercised(refusal.why, refusal.reason, refusal.line)
    this.#assertThere(what.needs)
  }

  async #make<T>(fixture: Fixture<T>): Promise<T> {
    this.admit(fixture)
    const { name, uses, cost } = fixture
    const context = this.context({ name: `fixture/${name}`, uses, covers: [], cost })
    try {
      return await fixture.make(context)
    } finally {
      this.observations.push(...context.observations)
    }
  }
}
