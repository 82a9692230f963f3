import type { Attested, Key } from '../../check/context.ts'
import type { Step } from '../../check/steps.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Asked } from '../../driver/protocol.ts'
import type { SendRequest } from '../../http/client.ts'
import type { Exchange, RecordedRequest } from '../../http/exchange.ts'
import type { Answered } from '../../http/transport.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import type { Inbox, InboxOptions, StageOptions } from '../../webhooks/inbox.ts'
import type { Owner } from '../owner.ts'

/** What a step of a recipe is told with. */
export type StepTitle = Pick<Step, 'recipe' | 'kind' | 'text'>

/** What a value that was seen is told with. */
export interface AttestedTitle {
  readonly requirement: string
  readonly about: string
}

/**
 * The world outside of checks and fixtures: everything that they learn comes through here. In a run it is the target and
 * the system; where a run is judged again, what was recorded of them.
 */
export interface Ports {
  readonly clock: Clock
  /** Waits so many ms; cut short when the run is stopped. */
  pause(ms: number): Promise<void>
  send(owner: Owner, request: SendRequest): Promise<Exchange>
  /** Released by a barrier once the pacer has room for all of them. */
  sendTogether(owner: Owner, requests: readonly SendRequest[]): Promise<Exchange[]>
  /** Undefined where webhooks are not received. */
  inbox(name: string, options?: InboxOptions): Inbox | undefined
  /** A base URL that an interface is served at. */
  stage(name: string, options: StageOptions): Inbox
  /**
   * Has a client under test carry out an operation, which is noted as a step. Gives back the line that its driver said;
   * throws Blocked where it said none.
   */
  operate(owner: Owner, scenario: string, asked: Omit<Asked, 'id'>, withinMs: number): Promise<string>
  /** A text that no other call of this run or another returns. */
  fresh(owner: Owner, kind: string): string
  key(owner: Owner, name: string): Key | undefined
  /** Carries out a step of a recipe and records how it ended. Gives back what a probe showed; else an empty text. */
  step(owner: Owner, step: StepTitle, act: () => Promise<unknown>): Promise<string>
  callOutOfBand(request: RecordedRequest): Promise<Answered>
  /** How late, ms, our answer to a delivery may have been: written late, unread, or while this process stood still, also within so many ms after it. */
  lateness(owner: Owner, delivery: Delivery, forMs: number): number
  /** Looks at what evidence must not hold, for a requirement. */
  attest<T extends Attested>(owner: Owner, what: AttestedTitle, look: () => T): T
  exchanges(): readonly Exchange[]
  deliveries(): readonly Delivery[]
  /** Runs a fixture for the first of those who use it. */
  make<T>(owner: Owner, make: () => Promise<T>): Promise<T>
  /**
   * Goes on with what a fixture made, in the time of whoever uses it.
   * @param maker name of the owner that made it
   */
  made<T>(maker: string, made: Promise<T>): Promise<T>
}
