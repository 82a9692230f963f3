import { Clock } from '../clock.ts'
import type { Limiter } from '../limiter.ts'
import type { PaymentBehaviour } from './behaviour.ts'
import { Courier } from './domain/delivery.ts'
import { Locks } from './domain/locks.ts'
import { Provider } from './domain/provider.ts'
import { Store } from './domain/store.ts'
import { type ApiKey, type Credentials, keyRing } from './http/keys.ts'

const WINDOW_MS = 60_000

/** The parts of one running service. */
export interface Service {
  readonly behaviour: PaymentBehaviour
  readonly clock: Clock
  readonly store: Store
  readonly keys: ReadonlyMap<string, ApiKey>
  readonly limiter: Limiter
  readonly locks: Locks
  readonly courier: Courier
  readonly provider: Provider
}

export function assemble(behaviour: PaymentBehaviour, credentials: Credentials, timeScale: number): Service {
  const clock = new Clock(timeScale)
  const store = new Store()
  const courier = new Courier(behaviour, clock, credentials.signingKey)
  return {
    behaviour,
    clock,
    store,
    courier,
    keys: keyRing(credentials),
    limiter: behaviour.limiter(behaviour.limit, clock.scaled(WINDOW_MS)),
    locks: new Locks(),
    provider: new Provider(behaviour, clock, store, courier),
  }
}
