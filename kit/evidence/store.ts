import type { Exchange, UnkeptExchange } from '../http/exchange.ts'
import type { Delivery } from '../webhooks/delivery.ts'

/** Everything a run saw, in the order it was known. What is recorded is never lost and never changed. */
export class Store {
  readonly #exchanges: Exchange[] = []
  readonly #deliveries: () => readonly Delivery[]
  readonly #onExchange: (exchange: Exchange) => void
  readonly #prefix: string

  /** @param prefix what ids begin with, where those of other runs stand beside them */
  constructor(
    deliveries: () => readonly Delivery[],
    onExchange: (exchange: Exchange) => void = () => undefined,
    prefix = '',
  ) {
    this.#deliveries = deliveries
    this.#onExchange = onExchange
    this.#prefix = prefix
  }

  exchange(exchange: UnkeptExchange): Exchange {
    const recorded: Exchange = { id: `${this.#prefix}x${this.#exchanges.length + 1}`, ...exchange }
    this.#exchanges.push(recorded)
    this.#onExchange(recorded)
    return recorded
  }

  get exchanges(): readonly Exchange[] {
    return this.#exchanges
  }

  get deliveries(): readonly Delivery[] {
    return this.#deliveries()
  }
}
