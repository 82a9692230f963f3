import { Clock } from '../clock.ts'
import type { Limiter } from '../limiter.ts'
import type { MessagingBehaviour } from './behaviour.ts'
import { Courier } from './domain/courier.ts'
import { Store } from './domain/store.ts'
import { type ApiKey, type Credentials, keyRing } from './http/keys.ts'
import { Pipeline } from './http/pipeline.ts'

const WINDOW_MS = 60_000

/** The parts of one running service. */
export interface Service {
  readonly behaviour: MessagingBehaviour
  readonly clock: Clock
  readonly store: Store
  readonly keys: ReadonlyMap<string, ApiKey>
  readonly bearerToken: string
  readonly limiter: Limiter
  readonly courier: Courier
  readonly pipeline: Pipeline
  readonly tally: { readings: number }
}

export function assemble(behaviour: MessagingBehaviour, credentials: Credentials, timeScale: number): Service {
  const clock = new Clock(timeScale)
  const store = new Store(credentials)
  const courier = new Courier(behaviour, clock, store)
  return {
    behaviour,
    clock,
    store,
    courier,
    keys: keyRing(credentials),
    bearerToken: credentials.bearer,
    limiter: behaviour.limiter(behaviour.limit, clock.scaled(WINDOW_MS)),
    pipeline: new Pipeline(behaviour, clock, store, courier),
    tally: { readings: 0 },
  }
}
