import type { Price } from '../rate/price.ts'
import type { RecordedRequest } from './exchange.ts'

/** A request that may not be sent. */
export interface GuardRefusal {
  readonly reason: string
  /** The line of the target file that would permit it. */
  readonly line?: string
}

/** How a request presents itself to a guard. */
export interface Guarded {
  readonly request: RecordedRequest
  /** Its body as JSON; undefined where it is none. */
  readonly content: unknown
  /** A credential of the target file goes with it: whatever it asks for may be executed. */
  readonly carriesKey: boolean
  /** How much more than the target file names the check says that it asks for. */
  readonly adds: number
}

/** Holds requests against what the target file allows, whatever the check that sends them says of itself. */
export interface Guard {
  /** What a request costs at least: never less than `said`, nor than what its endpoint and content can bring about. */
  price(guarded: Guarded, said: Price): Price
  /** Why a request may not be sent; undefined where it may, absent where it always may. */
  refusal?(guarded: Guarded): GuardRefusal | undefined
}
