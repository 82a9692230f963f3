import { merchantIds } from '../http/keys.ts'
import type { Payment, Urls } from './payment.ts'

export interface Merchant {
  readonly id: string
  readonly name: string
  defaults: Urls
  /** URLs of the merchant's latest payment that brought its own. */
  latestUrls: Urls
}

/** What a used idempotency key leads to. */
export interface KeyRecord {
  readonly merchantId: string
  readonly fingerprint: string
  readonly payment: Payment
  readonly declined: boolean
}

/** Everything the service remembers; gone with it. */
export class Store {
  readonly merchants = new Map<string, Merchant>()
  readonly records = new Map<string, KeyRecord>()
  /** Idempotency keys that met the simulated outage already. */
  readonly outages = new Set<string>()
  testMode = false
  readonly #payments = new Map<string, Payment>()
  readonly #references = new Map<string, Payment[]>()

  constructor() {
    for (const [name, id] of Object.entries(merchantIds))
      this.merchants.set(id, { id, name, defaults: {}, latestUrls: {} })
  }

  add(payment: Payment, referenceScope: string): void {
    this.#payments.set(payment.id, payment)
    this.#references.set(referenceScope, [...(this.#references.get(referenceScope) ?? []), payment])
  }

  find(id: string): Payment | undefined {
    return this.#payments.get(id.toLowerCase())
  }

  /** Payments that carry a reference, the latest first. */
  withReference(scope: string): Payment[] {
    return (this.#references.get(scope) ?? []).toReversed()
  }
}
