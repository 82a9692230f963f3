import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Requirement } from '../../specs/contract.ts'
import type { Dimension } from '../check/cells.ts'
import type { Fixture } from '../check/check.ts'
import type { Evidence } from '../check/context.ts'
import type { Depth } from '../check/depth.ts'
import { random } from '../check/random.ts'
import type { Sampling } from '../check/sampling.ts'
import { NotExercised } from '../check/signals.ts'
import type { Person } from '../check/steps.ts'
import { type Clock, systemClock } from '../clock/clock.ts'
import { pause } from '../clock/pause.ts'
import { NO_STALLS, type Stalls } from '../clock/stalls.ts'
import { requirementIn } from '../contract/catalogues.ts'
import type { DeniedClaim, ServiceDefinition } from '../contract/service.ts'
import type { Driver } from '../driver/driver.ts'
import { openDriver } from '../driver/open-driver.ts'
import { Store } from '../evidence/store.ts'
import type { Wire } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { Lanes } from '../http/lanes.ts'
import { RecipeClient } from '../http/recipe-client.ts'
import { Silence } from '../http/silence.ts'
import { Transport } from '../http/transport.ts'
import { type Eligible, refusalOf } from '../plan/eligibility.ts'
import { isHasty, paceOf } from '../plan/haste.ts'
import { generatedBudget, samplingOf } from '../plan/sampling.ts'
import { idPrefixOf, type Shard } from '../plan/shards.ts'
import { GENERATED, Ledger } from '../rate/ledger.ts'
import { Pacer } from '../rate/pacer.ts'
import { type Claims, claimsOf } from '../target/claims.ts'
import type { Driven } from '../target/section.ts'
import type { Target } from '../target/target.ts'
import type { Inbox } from '../webhooks/inbox.ts'
import type { Receiver } from '../webhooks/receiver.ts'
import type { Awaited } from './awaited.ts'
import { Context } from './context.ts'
import type { Ending } from './end/ending.ts'
import { FixtureCache } from './fixtures.ts'
import { RunLog } from './log.ts'
import { CLEAN_UP, nameOfFixture, type Owner } from './owner.ts'
import { standingOf } from './preflight/standing.ts'
import { Liveness } from './presence/liveness.ts'
import { isOut } from './presence/outage.ts'
import { Denials } from './sending/denials.ts'
import { KeyAllocator } from './sending/keys.ts'
import { permissionOf } from './sending/permission-of.ts'
import { arrivalsOf, type SessionOptions } from './session-options.ts'
import type { Stages } from './stages.ts'
import { Undoing } from './undo/undoing.ts'
import { livePorts } from './world/live.ts'
import type { Ports } from './world/ports.ts'

/** Part of the events that are taken by a plain success, where others are as good. */
const PLAIN = 0.4

/** How many events are under way to one party, but for those that are to arrive at one moment. */
const EVENTS_AT_ONCE = 2

const lanesOf = ({ contract, section }: ServiceDefinition): (readonly [string, Lanes])[] =>
  section.reached === 'by events' ? [[contract.id, new Lanes(EVENTS_AT_ONCE)]] : []

/** What the checks of one run share. */
export class Session {
  readonly target: Target
  readonly services: readonly ServiceDefinition[]
  readonly claims: Claims
  readonly seed: number
  readonly depth: Depth
  readonly runs: number | undefined
  readonly path: string | undefined
  readonly shard: Shard | undefined
  readonly certify: boolean
  readonly capture: Receiver | undefined
  readonly stages: Stages | undefined
  readonly clock: Clock
  readonly stalls: Stalls
  /** In every name that the run makes up, so that its leftovers can be found. */
  readonly runId: string
  readonly signal: AbortSignal
  readonly person: Person | undefined
  readonly log = new RunLog()
  /** What is waited for at the moment, the longest first. */
  readonly awaited = new Set<Awaited>()
  /** Names of checks and fixtures that asked for an inbox where there is none. */
  readonly withoutInbox = new Set<string>()
  readonly #inboxes = new Map<string, Set<Inbox>>()
  readonly store: Store
  readonly ledger: Ledger
  readonly pacer: Pacer
  readonly requirement: (id: string) => Requirement
  readonly ports: Ports
  readonly undoing: Undoing
  /** Holds requests back for others; nothing is held where it is absent. */
  hold: Wire['hold']
  readonly #stop = new AbortController()
  #ending: Ending | undefined
  readonly #transport: Transport
  readonly #liveness: Liveness
  readonly #denials = new Denials()
  readonly #fixtures: FixtureCache
  readonly #keys: KeyAllocator
  /** What takes events may take them one by one: it is not to be late because a run sends them all at once. */
  readonly #lanes: ReadonlyMap<string, Lanes>
  readonly #wire: Wire
  readonly #recipeClient: RecipeClient
  readonly #drivers = new Map<string, Driver>()

  /** @param ports the world outside, made of this session; the target and the system when absent */
  constructor(options: SessionOptions, ports?: (session: Session) => Ports) {
    const { target, services, signal = new AbortController().signal, volume } = options
    this.target = target
    this.services = services
    this.claims = claimsOf(services.map(({ section }) => section))
    this.seed = options.seed
    this.depth = options.depth ?? 'standard'
    this.runs = options.runs
    this.path = options.path
    this.shard = options.shard
    this.certify = options.certify ?? false
    this.capture = options.capture
    this.stages = options.stages
    this.person = options.person
    this.stalls = options.stalls ?? NO_STALLS
    this.clock = options.clock ?? systemClock(target.timeScale)
    this.signal = AbortSignal.any([signal, this.#stop.signal])
    this.runId = `asy${this.clock.now().toString(36)}${randomBytes(2).toString('hex')}`
    const contracts = services.map(({ contract }) => contract)
    this.requirement = (id) => requirementIn(contracts, id)
    // Every wait of every check listens to it.
    setMaxListeners(0, this.signal)
    this.ledger = new Ledger({ ...target.allow.budgets, [GENERATED]: generatedBudget(this) })
    this.store = new Store(arrivalsOf(options), options.onExchange, idPrefixOf(options.shard))
    this.pacer = this.#newPacer()
    this.#transport = new Transport({
      timeoutMs: target.timing.request * 1000,
      network: target.network,
      ...(volume === undefined ? {} : { volume }),
    })
    this.#liveness = this.#newLiveness()
    this.#lanes = new Map(services.flatMap(lanesOf))
    this.#wire = this.#newWire()
    this.#recipeClient = new RecipeClient(target)
    // The pacer keeps every other run below the limit, whichever of its keys sends the most.
    const sent = isHasty(this) ? (key: string): number => this.ledger.sent(key) : undefined
    this.#keys = new KeyAllocator(target, this.#denials, sent)
    this.#fixtures = new FixtureCache((fixture) => this.#make(fixture))
    this.ports = ports?.(this) ?? this.#portsOf(this.#wire)
    this.undoing = new Undoing({
      onChange: options.onChange,
      contextFor: (undone) => this.#undoesWith(undone),
      stopped: this.signal,
      awaited: this.awaited,
      clock: this.clock,
    })
  }

  /** What a check or fixture sees of this run. */
  context(owner: Owner): Context {
    return new Context(this, owner)
  }

  /** A key that no check asked for: evidence names it already. */
  key(service: string, name: string) {
    return this.#keys.key(service, name)
  }

  dimensionsOf(id: string): Readonly<Record<string, Dimension>> {
    return this.services.find(({ contract }) => contract.id === id)?.dimensions ?? {}
  }

  successOf(id: string, inbox: string): (nth: number) => number {
    const { successes = [] } = this.services.find(({ contract }) => contract.id === id)?.webhooks ?? {}
    return (nth) => {
      const chance = random(`${this.seed}/${inbox}/${nth}`)
      const [plain = 200, ...others] = successes
      return others.length === 0 || chance() < PLAIN ? plain : (others[Math.floor(chance() * others.length)] ?? plain)
    }
  }

  samplingOf(owner: Pick<Owner, 'generated'>): Sampling {
    return samplingOf(owner.generated, this)
  }

  troubleIn(service: string, exchange: Exchange, requirement: string): string | undefined {
    const definition = this.services.find(({ contract }) => contract.id === service)
    return definition?.troubleIn?.(exchange, requirement)
  }

  isOut(service: string, message: Evidence, requirement: string): boolean {
    return isOut(
      message,
      this.services.find(({ contract }) => contract.id === service),
      requirement,
    )
  }

  inboxesOf(owner: string): Set<Inbox> {
    const own = this.#inboxes.get(owner) ?? new Set<Inbox>()
    this.#inboxes.set(owner, own)
    return own
  }

  fixture(fixture: Fixture): Promise<unknown> {
    return this.#fixtures.use(fixture)
  }

  /** What needs one of these claims is blocked from now on. */
  deny(denied: readonly DeniedClaim[]): void {
    this.#denials.deny(denied, this.target)
  }

  /** Whether the target denies a claim, so that what needs it is blocked. */
  isDenied(claim: string): boolean {
    return this.#denials.has(claim)
  }

  /** Throws NotExercised for the first claim, permission or person that is missing, Blocked for one that the target denies. */
  admit(what: Eligible): void {
    const refusal = refusalOf(what, this)
    if (refusal !== undefined) throw new NotExercised(refusal.why, refusal.reason, refusal.line)
    this.#denials.assertBorneOut(what.needs)
  }

  /** Ends the run: nothing more is sent, every wait ends. */
  end(ending: Ending): void {
    if (this.signal.aborted) return
    this.#ending = ending
    this.#stop.abort(ending.reason)
  }

  /** Why the run ended itself, where it did. */
  get ending(): Ending | undefined {
    return this.#ending
  }

  /** What the changes of a service are undone with. */
  #undoesWith(signal: AbortSignal): (service: string) => Context {
    // A few requests more than the suite allows itself in a minute: what was changed is not left for the sake of a margin.
    const { presence: _, hold: __, silence: ___, ...unwatched } = this.#wire
    const ports = this.#portsOf({
      ...unwatched,
      pacer: this.#newPacer(),
      signal,
      pause: (ms: number) => pause(ms, signal),
    })
    return (service) =>
      new Context(this, { name: CLEAN_UP, service, uses: [], needs: [], covers: [], cost: {} }, { ports, signal })
  }

  /** Lets the connections go. */
  async close(): Promise<void> {
    this.#liveness.presence.close()
    const drivers = [...this.#drivers.values()].map((each) => each.close())
    await Promise.all([this.#wire.transport.close(), this.#recipeClient.close(), ...drivers])
  }

  #newPacer(): Pacer {
    return new Pacer({ paceOf: (key) => paceOf(key, this), ledger: this.ledger, clock: this.clock })
  }

  #newWire(): Wire {
    const { target, services, signal } = this
    return {
      transport: this.#transport,
      pacer: this.pacer,
      ledger: this.ledger,
      clock: this.clock,
      record: (exchange) => this.store.exchange(exchange),
      signal,
      pause: (ms) => pause(ms, signal),
      permission: permissionOf(target, services),
      host: (service) => target.services[service]?.host,
      userAgent: (check) => `assay/0.1 (${this.runId}; ${check})`,
      ...(isHasty(this) && { silence: new Silence() }),
      hold: (key, sender) => this.hold?.(key, sender),
      enter: (service) => this.#lanes.get(service)?.enter(),
      presence: this.#liveness.presence,
    }
  }

  /** Since when services that were asked have given no answer at all, where that is so when a run is stopped. */
  silent(now: number): { readonly since: number; readonly because: string } | undefined {
    return this.#liveness.silent(now)
  }

  /** That services went away and came back, where the evidence does not show it. */
  readonly cameBack = (): readonly string[] => this.#liveness.cameBack(this.store.exchanges)

  /** Ends the run with what it was to end with, unless a service has gone away: then with that. */
  async endUnlessGone(ending: Ending): Promise<void> {
    await this.#liveness.confirm()
    this.end(ending)
  }

  /** Resolves once it is known whether a service is still there that did not answer last. */
  settle(service: string): Promise<void> {
    return this.#liveness.presence.settle(service)
  }

  #newLiveness(): Liveness {
    const { target, services, signal } = this
    return new Liveness({
      ...{ target, services, signal },
      exchanges: () => this.store.exchanges,
      pause: (ms) => pause(ms, signal),
      standing: (service, until) =>
        standingOf(this.#transport, target, service, until, () => this.ledger.askedForPresence()),
      onGone: (ending) => this.end(ending),
    })
  }

  #portsOf(wire: Wire): Ports {
    return livePorts({
      wire,
      store: this.store,
      recipeClient: this.#recipeClient,
      keys: this.#keys,
      log: this.log,
      runId: this.runId,
      receiver: this.capture,
      stages: this.stages,
      driverOf: (service) => this.#driverOf(service),
      stalls: this.stalls,
    })
  }

  #driverOf(service: string): Driver {
    const { [service]: section } = this.target.services
    const driver =
      this.#drivers.get(service) ??
      (section === undefined ? undefined : openDriver(section as Driven, this.target.folder))
    if (driver === undefined) throw new TypeError(`nothing says how the client of ${service} is reached`)
    this.#drivers.set(service, driver)
    return driver
  }

  async #make(fixture: Fixture): Promise<unknown> {
    this.admit(fixture)
    const owner: Owner = { ...fixture, name: nameOfFixture(fixture), covers: [] }
    const context = this.context(owner)
    try {
      return await this.ports.make(owner, () => fixture.make(context))
    } finally {
      this.log.observations.push(...context.observations)
    }
  }
}
