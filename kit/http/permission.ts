import { GENERATED } from '../rate/ledger.ts'
import type { Price } from '../rate/price.ts'
import type { Target } from '../target/target.ts'
import { permits } from '../target/tiers.ts'
import { json, type RecordedRequest } from './exchange.ts'
import type { Guard, Guarded } from './guard.ts'

/** Raised instead of sending a request that the target file does not permit. */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted'
  /** The line of the target file that would permit it. */
  readonly line: string | undefined

  constructor(reason: string, line?: string) {
    super(reason)
    this.line = line
  }
}

/** The budget that permits what is sent below a base URL. */
export interface PlacedBudget {
  readonly baseUrl: string
  readonly name: string
  /** What to write for it. */
  readonly line: string
}

/** Holds every request against the target file, whatever the check that sends it says of itself. */
export class Permission {
  readonly #target: Target
  readonly #guards: readonly Guard[]
  readonly #credentials: readonly string[]
  readonly #budgets: readonly PlacedBudget[]

  /**
   * @param guards of every service of the target: which one a request reaches is decided by its URL, not by its sender
   * @param credentials every key and token that the target file names: what is sent with one of them may be executed
   * @param budgets of the services, for what is to be written where nothing may be spent
   */
  constructor(
    target: Target,
    guards: readonly Guard[],
    credentials: readonly string[],
    budgets: readonly PlacedBudget[] = [],
  ) {
    this.#target = target
    this.#guards = guards
    this.#budgets = budgets
    this.#credentials = credentials.filter((each) => each !== '')
  }

  /**
   * What a request costs at least. What only the guards say is given back where the target refuses.
   * @throws TypeError for a budget that no section has
   */
  price(request: RecordedRequest, said: Price): Price {
    // Each of these may bring anything about, and is counted as nothing else.
    if ((said.spends[GENERATED] ?? 0) > 0) return said
    const guarded = this.#guarded(request, 0)
    const price = this.#guards.reduce((sum, guard) => guard.price(guarded, sum), said)
    const known = this.#target.allow.budgets
    const strange = Object.keys(price.spends).find((name) => name !== GENERATED && !Object.hasOwn(known, name))
    if (strange === undefined) return price
    const names = Object.keys(known).join(', ')
    throw new TypeError(
      `${request.method} ${request.url} is priced in ${strange}, which is no budget of any section (${names}): a guard or a check names it`,
    )
  }

  /**
   * @param adds how much more than the target file names the check says that it asks for
   * @throws NotPermitted
   */
  assert(request: RecordedRequest, adds: number): void {
    const guarded = this.#guarded(request, adds)
    if (request.method !== 'GET' && guarded.carriesKey && !permits(this.#target, 'refuse')) {
      throw new NotPermitted(`a ${this.#target.environment} target without a budget is only read`, this.#line(request))
    }
    for (const guard of this.#guards) {
      const refusal = guard.refusal?.(guarded)
      if (refusal !== undefined) throw new NotPermitted(refusal.reason, refusal.line)
    }
  }

  /** What would permit a request: the budget that it spends, else one of the service that it goes to. */
  #line(request: RecordedRequest): string {
    const [asked] = Object.keys(this.price(request, { spends: {} }).spends)
    const placed =
      this.#budgets.find(({ name }) => name === asked) ??
      this.#budgets.find(({ baseUrl }) => asked === undefined && request.url.startsWith(baseUrl))
    const [first = GENERATED] = Object.keys(this.#target.allow.budgets)
    return placed === undefined ? `allow.${asked ?? first}: 40` : `allow.${placed.name}: ${placed.line}`
  }

  #guarded(request: RecordedRequest, adds: number): Guarded {
    const carriesKey = request.headers.some(([, value]) => this.#credentials.some((each) => value.includes(each)))
    return { request, content: json(request), carriesKey, adds }
  }
}
