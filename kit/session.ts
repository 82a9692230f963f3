import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Capture } from './capture/server.ts'
import type { Arrangement, Depth, Fixture, Key, Tier } from './check.ts'
import { Context } from './context.ts'
import { Store } from './evidence/store.ts'
import { Unasked } from './halt.ts'
import type { Wire } from './http/client.ts'
import { Transport } from './http/transport.ts'
import type { Judgement, Observation } from './judgement.ts'
import { Ledger } from './pace/ledger.ts'
import { Pacer } from './pace/pacer.ts'
import { pause } from './pause.ts'
import { type Claim, hasClaim, lineFor } from './target/claims.ts'
import type { Target } from './target/target.ts'
import { generatedBudget } from './trials.ts'

export interface SessionOptions {
  readonly target: Target
  readonly seed: number
  /** `standard` when absent. */
  readonly depth?: Depth
  /** Generated values that each check tries; by its depth when absent. */
  readonly runs?: number
  /** Path of the one counterexample that is tried again. */
  readonly path?: string
  readonly capture?: Capture
  /** Aborting it ends the run: nothing more is sent, every wait ends. */
  readonly signal?: AbortSignal
  readonly onExchange?: ConstructorParameters<typeof Store>[1]
}

/** How long what the run changed may take to be undone, ms. */
const CLEANUP_MS = 30_000

const TIERS: readonly Tier[] = ['read', 'refuse', 'write']

/** What the checks of one run share: the wire, the fixtures, the names. */
export class Session {
  readonly target: Target
  readonly seed: number
  readonly depth: Depth
  readonly runs: number | undefined
  readonly path: string | undefined
  readonly capture: Capture | undefined
  /** In every name that the run makes up, so that its leftovers can be found. */
  readonly runId: string
  readonly wire: Wire
  readonly observations: Observation[] = []
  readonly judgements: Judgement[] = []
  readonly cleanups: { readonly title: string; readonly undo: (context: Arrangement) => Promise<void> }[] = []
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
    this.runId = `asy${Date.now().toString(36)}${randomBytes(2).toString('hex')}`
    const signal = options.signal ?? new AbortController().signal
    // Every wait of every check listens to it.
    setMaxListeners(0, signal)
    const wait = (ms: number): Promise<void> => pause(ms, signal)
    const ledger = new Ledger({ ...options.target.allow, generated: generatedBudget(this) })
    this.wire = {
      transport: new Transport({ timeoutMs: options.target.timing.request * 1000 }),
      pacer: new Pacer(options.target.timeScale, ledger, wait),
      ledger,
      store: new Store(() => options.capture?.all() ?? [], options.onExchange),
      signal,
      pause: wait,
      host: (service) => options.target[service]?.host,
      userAgent: (check) => `assay/0.1 (${this.runId}; ${check})`,
    }
  }

  count(): number {
    this.#count += 1
    return this.#count
  }

  /** What may be sent: production is read only unless the target file names a budget. */
  permits(tier: Tier): boolean {
    const { environment, allow } = this.target
    const spends = allow.payments > 0 || allow.messages > 0 || (allow.generated ?? 0) > 0
    const most: Tier = environment === 'production' ? (spends ? 'write' : 'read') : spends ? 'write' : 'refuse'
    return TIERS.indexOf(tier) <= TIERS.indexOf(most)
  }

  key(name: string): Key | undefined {
    const keys = { ...this.target.messaging?.keys, ...this.target.payment?.keys } as Record<
      string,
      string | string[] | undefined
    >
    const plain = /^(.*)\[(\d+)\]$/.exec(name)
    const value = keys[plain?.[1] ?? name]
    if (typeof value === 'string') return { name, value }
    if (!Array.isArray(value)) return undefined
    if (plain !== null) {
      const one = value[Number(plain[2])]
      return one === undefined ? undefined : { name, value: one }
    }
    const lanes = value.map((each, index) => ({ name: `${name}[${index}]`, value: each }))
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
    const signal = AbortSignal.timeout(CLEANUP_MS)
    const wire = { ...this.wire, signal, pause: (ms: number) => pause(ms, signal) }
    for (const { title, undo } of this.cleanups.splice(0).reverse()) {
      const context = new Context(this, { name: 'clean-up', uses: [], covers: [] }, wire)
      await undo(context).catch((error: Error) => failed.push(`${title}: ${error.message}`))
    }
    return failed
  }

  /** Throws Unasked for the first claim or permission that is missing. */
  admit(what: { needs: readonly Claim[]; tier: Tier }): void {
    const missing = what.needs.filter((claim) => !hasClaim(this.target, claim))
    if (missing.length > 0) {
      throw new Unasked(
        'not claimed',
        `the target file does not name ${missing.join(', ')}`,
        missing.map(lineFor).join('\n'),
      )
    }
    if (!this.permits(what.tier)) {
      throw new Unasked(
        'not permitted',
        `it sends requests of the tier ${what.tier}, which this target file does not allow`,
        lineFor(what.needs.some((claim) => claim.startsWith('messaging')) ? 'allow.messages' : 'allow.payments'),
      )
    }
  }

  async #make<T>(fixture: Fixture<T>): Promise<T> {
    this.admit(fixture)
    const context = new Context(this, { name: `fixture/${fixture.name}`, uses: fixture.uses, covers: [] })
    try {
      return await fixture.make(context)
    } finally {
      this.observations.push(...context.observations)
    }
  }
}
