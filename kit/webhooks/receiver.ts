import type { Delivery } from './delivery.ts'
import type { Inbox, InboxOptions } from './inbox.ts'
import type { PreflightResult } from './listener/preflight.ts'

/** In place of a time, ms: an answer that nobody read. A number that JSON has. */
export const NEVER_READ = 1e9

/** Where the webhooks of a run arrive: a listener of its own, or what another one writes to a file. */
export interface Receiver {
  /** Base under which targets reach it, without a slash at the end. */
  readonly url: string
  /** Names what comes: other listeners of the run count on. Absent where another process does. */
  readonly ids?: () => string
  /** The inbox of this name, made on first use; options of later calls are not looked at. */
  inbox(name: string, options?: InboxOptions): Inbox
  /** What came to any inbox, in the order of arrival. */
  all(): readonly Delivery[]
  /** Requests that matched no inbox, and bytes that were no request: the latest. Absent where nothing is known. */
  readonly noise?: readonly Delivery[]
  /**
   * How long, ms, after the arrival of a delivery its answer was written, by its id; NEVER_READ where its sender was gone by
   * then. Those that took no time are left out; absent where nothing is known.
   */
  readonly answeredLate?: ReadonlyMap<string, number>
  /** Proves that the URL leads here and what the way there alters. Never throws. */
  preflight(): Promise<PreflightResult>
  close(): Promise<void>
}
