import type { Depth } from '../check/depth.ts'
import type { Person } from '../check/steps.ts'
import type { Clock } from '../clock/clock.ts'
import type { Stalls } from '../clock/stalls.ts'
import type { ServiceDefinition } from '../contract/service.ts'
import type { Store } from '../evidence/store.ts'
import type { Volume } from '../http/volume.ts'
import type { Shard } from '../plan/shards.ts'
import type { Target } from '../target/target.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import { byArrival } from '../webhooks/inbox.ts'
import type { Receiver } from '../webhooks/receiver.ts'
import type { Stages } from './stages.ts'
import type { OnChange } from './undo/clean-ups.ts'

export interface SessionOptions {
  readonly target: Target
  /** Those of the target that are judged. */
  readonly services: readonly ServiceDefinition[]
  readonly seed: number
  /** `standard` when absent. */
  readonly depth?: Depth
  /** Generated values that each check tries; by its depth when absent. */
  readonly runs?: number
  /** Path of the one counterexample that is tried again. */
  readonly path?: string
  /** Where webhooks arrive; absent where the target can be given no address. */
  readonly capture?: Receiver
  /** Where interfaces are served; absent where no client is judged. */
  readonly stages?: Stages
  /** Deliveries that are judged besides, wherever they came from; those of `capture` when absent. */
  readonly deliveries?: () => readonly Delivery[]
  /** Aborting it ends the run: nothing more is sent, every wait ends. */
  readonly signal?: AbortSignal
  readonly onExchange?: ConstructorParameters<typeof Store>[1]
  /** Told of what has to be undone still. */
  readonly onChange?: OnChange
  /** Carries out what recipes ask of a person; absent where nobody can be asked. */
  readonly person?: Person
  /** When this process stood still; never, when absent. */
  readonly stalls?: Stalls
  /** That of the system, at the pace of the target, when absent. */
  readonly clock?: Clock
  /** Told of what the target sends; nobody counts when absent. */
  readonly volume?: Volume
  /** Present where others on other machines do the rest. */
  readonly shard?: Shard
  /** It is made for a certificate. */
  readonly certify?: boolean
}

/** Everything that arrives in a run, in the order of arrival. */
export function arrivalsOf({ deliveries, capture, stages }: SessionOptions): () => readonly Delivery[] {
  const received = deliveries ?? (() => capture?.all() ?? [])
  if (stages === undefined) return received
  return () => [...received(), ...stages.all()].toSorted(byArrival)
}
