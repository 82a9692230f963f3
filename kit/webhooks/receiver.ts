import type { Delivery } from './delivery.ts'
import type { Inbox, InboxOptions } from './inbox.ts'
import type { PreflightResult } from './listener/preflight.ts'

/** Where the webhooks of a run arrive: a listener of its own, or what another one writes to a file. */
export interface Receiver {
  /** Base under which targets reach it, without a slash at the end. */
  readonly url: string
  /** The inbox of this name, made on first use; options of later calls are not looked at. */
  inbox(name: string, options?: InboxOptions): Inbox
  /** What came to any inbox, in the order of arrival. */
  all(): readonly Delivery[]
  /** Proves that the URL leads here and what the way there alters. Never throws. */
  preflight(): Promise<PreflightResult>
  close(): Promise<void>
}
