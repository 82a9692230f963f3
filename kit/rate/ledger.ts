/** What a request may cost the target. */
export interface Spends {
  readonly payments?: number
  readonly messages?: number
  /** Requests of checks with generated values. */
  readonly generated?: number
  /**
   * What is given back once the answer is known: `refused` unless it is a 2xx, `replayed` unless it is a 2xx other than 200.
   * Absent: nothing. So a request that a broken target might execute is sent only while the budget has room for it.
   */
  readonly refund?: 'refused' | 'replayed'
}

/** Raised instead of sending a request that the target file does not allow. */
export class BudgetExceeded extends Error {
  readonly kind: Kind
  readonly allowed: number

  constructor(kind: Kind, allowed: number) {
    super(`the target file allows ${allowed} ${NAMES[kind]}, and this run has used them`)
    this.name = 'BudgetExceeded'
    this.kind = kind
    this.allowed = allowed
  }
}

export interface LedgerTotals {
  /** Requests sent per key name; `none` for those without a key of the target file. */
  readonly requests: Readonly<Record<string, number>>
  readonly payments: number
  readonly messages: number
  /** Requests of checks with generated values. */
  readonly generated: number
  /** 429 answers outside the rate-limit checks. */
  readonly unexpected429: number
  /** Seconds that requests waited for the limiter, summed over requests, and the longest single wait. */
  readonly waitedSeconds: number
  readonly longestWaitSeconds: number
}

const KINDS = ['payments', 'messages', 'generated'] as const
type Kind = (typeof KINDS)[number]

const NAMES: Readonly<Record<Kind, string>> = {
  payments: 'payments',
  messages: 'messages',
  generated: 'generated requests',
}

/** Counts what a run costs the target and refuses what goes over its budget. */
export class Ledger {
  readonly #allow: Record<Kind, number>
  readonly #requests = new Map<string, number>()
  readonly #spent: Record<Kind, number> = { payments: 0, messages: 0, generated: 0 }
  /** Booked by requests that are under way and may give it back. */
  readonly #held: Record<Kind, number> = { payments: 0, messages: 0, generated: 0 }
  readonly #waiting: (() => void)[] = []
  #unexpected429 = 0
  #waitedMs = 0
  #longestMs = 0

  constructor(allow: { payments: number; messages: number; generated?: number }) {
    this.#allow = { payments: allow.payments, messages: allow.messages, generated: allow.generated ?? 0 }
  }

  /**
   * Books a request before it is sent; waits while requests under way may still give back what it needs.
   * Rejects with BudgetExceeded when it would go over. Call what it returns once the answer is known.
   */
  async charge(key: string, spends: Spends = {}): Promise<(status: number | undefined) => void> {
    for (const kind of KINDS) {
      const wanted = spends[kind] ?? 0
      while (wanted > 0 && this.#spent[kind] + this.#held[kind] + wanted > this.#allow[kind]) {
        if (this.#held[kind] === 0) throw new BudgetExceeded(kind, this.#allow[kind])
        await new Promise<void>((resolve) => this.#waiting.push(resolve))
      }
    }
    for (const kind of KINDS) this.#held[kind] += spends[kind] ?? 0
    const name = key === '' ? 'none' : key
    this.#requests.set(name, (this.#requests.get(name) ?? 0) + 1)
    return (status) => this.#settle(spends, status)
  }

  waited(ms: number): void {
    this.#waitedMs += ms
    this.#longestMs = Math.max(this.#longestMs, ms)
  }

  refusedByLimiter(): void {
    this.#unexpected429 += 1
  }

  totals(): LedgerTotals {
    return {
      requests: Object.fromEntries([...this.#requests].sort(([a], [b]) => a.localeCompare(b))),
      payments: this.#spent.payments,
      messages: this.#spent.messages,
      generated: this.#spent.generated,
      unexpected429: this.#unexpected429,
      waitedSeconds: this.#waitedMs / 1000,
      longestWaitSeconds: this.#longestMs / 1000,
    }
  }

  #settle(spends: Spends, status: number | undefined): void {
    // No answer at all: nobody knows whether it was executed, so it counts.
    const executed = status === undefined || (status >= 200 && status < 300)
    const back = spends.refund !== undefined && (!executed || (spends.refund === 'replayed' && status === 200))
    for (const kind of KINDS) {
      const booked = spends[kind] ?? 0
      this.#held[kind] -= booked
      if (!back) this.#spent[kind] += booked
    }
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
