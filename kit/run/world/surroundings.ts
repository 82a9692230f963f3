import type { Requirement } from '../../../specs/contract.ts'
import type { Dimension } from '../../check/cells.ts'
import type { Fixture } from '../../check/check.ts'
import type { Evidence } from '../../check/context.ts'
import type { Depth } from '../../check/depth.ts'
import type { Sampling } from '../../check/sampling.ts'
import type { Person } from '../../check/steps.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Claims } from '../../target/claims.ts'
import type { Target } from '../../target/target.ts'
import type { Inbox } from '../../webhooks/inbox.ts'
import type { Awaited } from '../awaited.ts'
import type { Owner } from '../owner.ts'
import type { Undoing } from '../undo/undoing.ts'
import type { Ports } from './ports.ts'

/** What a context knows of the run that it is part of. */
export interface Surroundings {
  readonly target: Target
  readonly claims: Claims
  readonly ports: Ports
  readonly signal: AbortSignal
  readonly seed: number
  readonly depth: Depth
  readonly person: Person | undefined
  samplingOf(owner: Owner): Sampling
  /** The entry of a requirement in the catalogue. */
  requirement(id: string): Requirement
  /** The status with which the n-th event at an inbox of a service is taken, from 1. */
  successOf(service: string, inbox: string): (nth: number) => number
  /** Dimensions that statements of a service range over, of its own. */
  dimensionsOf(service: string): Readonly<Record<string, Dimension>>
  /** Why an answer that contradicts a requirement of this service says nothing of it; undefined where it does. */
  troubleIn(service: string, exchange: Exchange, requirement: string): string | undefined
  isOut(service: string, message: Evidence, requirement: string): boolean
  fixture(fixture: Fixture): Promise<unknown>
  /** Names of checks and fixtures that asked for an inbox where there is none. */
  readonly withoutInbox: Set<string>
  /** The inboxes that a check or fixture of this name has asked for. */
  inboxesOf(owner: string): Set<Inbox>
  readonly undoing: Pick<Undoing, 'add'>
  /** What is waited for at the moment. */
  readonly awaited: Set<Awaited>
}
