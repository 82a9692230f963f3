import type { Price, Spends } from './price.ts'
import { showsNothingMade } from './refusal.ts'

/** Raised instead of sending a request that the target file does not allow. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
  readonly budget: string
  readonly allowed: number
  /** How much of it went to requests that the target neither took nor refused for what they ask: 429, 5xx, silence. */
  readonly wasted: number

  constructor(budget: string, allowed: number, wasted = 0) {
    const what = budget === GENERATED ? 'generated requests' : budget
    super(
      allowed === 0
        ? `the target file allows no ${what}`
        : `this run may cause ${allowed} ${what} (allow.${budget}), and has used them`,
    )
    this.budget = budget
    this.allowed = allowed
    this.wasted = wasted
  }
}

export interface LedgerTotals {
  /** Requests sent per key, `library.members[0]`; `none` for those without a key of the target file. */
  readonly requests: Readonly<Record<string, number>>
  /** What was used of each budget, requests of checks with generated values among them. */
  readonly spends: Spends
  /** How much of that, by budget, went to requests that were refused or sent elsewhere, so that they need have made nothing. */
  readonly refused?: Spends
  /** 429 answers outside the rate-limit checks. */
  readonly unexpected429: number
  /** Seconds that requests waited for the limiter, summed over requests, and the longest single wait. */
  readonly waitedSeconds: number
  readonly longestWaitSeconds: number
  /** How often a service was asked, without a key, whether it is still there: none of the requests. */
  readonly presence: number
}

/** The budget of requests with generated values, each of which may bring about anything: they are booked as nothing else. */
export const GENERATED = 'generated'

/** Counts what a run costs the target and refuses what goes over its budgets. */
export class Ledger {
  readonly #allowed: Spends
  readonly #requests = new Map<string, number>()
  readonly #spent = new Map<string, number>()
  readonly #wasted = new Map<string, number>()
  readonly #refused = new Map<string, number>()
  /** Booked by requests that are under way and may give it back. */
  readonly #held = new Map<string, number>()
  readonly #waiting: (() => void)[] = []
  #unexpected429 = 0
  #waitedMs = 0
  #longestMs = 0
  #presence = 0

  /** @param allowed the most of each budget; one that is not named allows nothing */
  constructor(allowed: Spends) {
    this.#allowed = allowed
    for (const budget of Object.keys(allowed)) this.#spent.set(budget, 0)
  }

  /**
   * Books a request before it is sent; waits while requests under way may still give back what it needs.
   * Rejects with BudgetExceeded when it would go over. Call what it returns once the answer is known.
   * @param key qualified by its service; empty for none
   * @returns to be told of the answer, and of whether the request was sent at all: one that was not is not counted
   */
  async charge(
    key: string,
    price: Price = { spends: {} },
  ): Promise<(status: number | undefined, wasSent?: boolean) => void> {
    const wanted = Object.entries(price.spends).filter(([, many]) => many > 0)
    // All of them anew after each wait: what one had room for may have been taken meanwhile.
    for (let short = this.#short(wanted); short.length > 0; short = this.#short(wanted)) {
      const used = short.find((budget) => countOf(this.#held, budget) === 0)
      if (used !== undefined) throw new BudgetExceeded(used, this.#allowed[used] ?? 0, countOf(this.#wasted, used))
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    for (const [budget, many] of wanted) add(this.#held, budget, many)
    const name = key === '' ? 'none' : key
    add(this.#requests, name, 1)
    return (status, wasSent = true) => {
      if (!wasSent) add(this.#requests, name, -1)
      this.#settle(price, status, wasSent)
    }
  }

  /** Requests sent so far with a key, qualified by its service. */
  sent(key: string): number {
    return countOf(this.#requests, key)
  }

  waited(ms: number): void {
    this.#waitedMs += ms
    this.#longestMs = Math.max(this.#longestMs, ms)
  }

  refusedByLimiter(): void {
    this.#unexpected429 += 1
  }

  askedForPresence(many = 1): void {
    this.#presence += many
  }

  totals(): LedgerTotals {
    return {
      requests: Object.fromEntries(
        [...this.#requests].filter(([, many]) => many > 0).sort(([a], [b]) => a.localeCompare(b)),
      ),
      spends: Object.fromEntries(this.#spent),
      ...(this.#refused.size === 0 ? {} : { refused: Object.fromEntries(this.#refused) }),
      unexpected429: this.#unexpected429,
      waitedSeconds: this.#waitedMs / 1000,
      longestWaitSeconds: this.#longestMs / 1000,
      presence: this.#presence,
    }
  }

  /** The budgets that have no room for this at the moment. */
  #short(wanted: readonly (readonly [budget: string, many: number])[]): readonly string[] {
    return wanted
      .filter(
        ([budget, many]) =>
          countOf(this.#spent, budget) + countOf(this.#held, budget) + many > (this.#allowed[budget] ?? 0),
      )
      .map(([budget]) => budget)
  }

  #settle({ spends, refund, ifTaken = {} }: Price, status: number | undefined, wasSent: boolean): void {
    const back =
      !wasSent || (refund !== undefined && (showsNothingMade(status) || (refund === 'replayed' && status === 200)))
    for (const [budget, many] of Object.entries(spends)) {
      if (many <= 0) continue
      add(this.#held, budget, -many)
      if (!back) add(this.#spent, budget, many)
      if (!back && isUndecided(status)) add(this.#wasted, budget, many)
      if (!back && showsNothingMade(status)) add(this.#refused, budget, many)
    }
    if (wasSent && isTaken(status)) for (const [budget, many] of Object.entries(ifTaken)) add(this.#spent, budget, many)
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

const isTaken = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300

const isUndecided = (status: number | undefined): boolean => status === undefined || status === 429 || status >= 500

const countOf = (counts: ReadonlyMap<string, number>, name: string): number => counts.get(name) ?? 0

function add(counts: Map<string, number>, name: string, many: number): void {
  counts.set(name, countOf(counts, name) + many)
}
