import type { Clock } from '../clock/clock.ts'
import type { Asked, Told } from '../driver/protocol.ts'
import type { SendRequest } from '../http/client.ts'
import type { Exchange, RecordedRequest } from '../http/exchange.ts'
import type { Answered } from '../http/transport.ts'
import type { Matcher } from '../match/matcher.ts'
import type { Target } from '../target/target.ts'
import type { Tier } from '../target/tiers.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { Inbox, InboxOptions, StageOptions } from '../webhooks/inbox.ts'
import type { Depth } from './depth.ts'
import type { Sampling } from './sampling.ts'
import type { Person, Step } from './steps.ts'
import type { Cell } from './verdicts/judgement.ts'
import type { UnexercisedReason } from './verdicts/verdict.ts'
import type { Claimed, Vocabulary } from './vocabulary.ts'

export type Evidence = Exchange | Delivery

/**
 * What shows that something is not there: messages in which that was seen, or whoever says so of themselves, whose word
 * no message carries.
 */
export type Witness = readonly Evidence[] | 'the target file' | 'the client'

/** What was seen of something that evidence must not hold, as JSON has it. */
export type Attested = string | number | boolean | null | { readonly [member: string]: Attested | undefined }

/** A key of the service under test. */
export interface Key {
  /** Name in the target file: `members[0]`, `guest`. */
  readonly name: string
  readonly value: string
}

/** A fixture, as far as those who use it need to know. */
export interface Usable<T = unknown, Name extends string = string> {
  readonly name: Name
  make(context: never): Promise<T>
}

/** What fixtures give, by the fixture. */
type Made<F> = F extends Usable<infer T> ? T : never

/** What a fixture can do: arrange, but not judge. */
export interface FixtureContext<
  V extends Vocabulary = Vocabulary,
  Uses extends Usable = Usable,
  Needs extends string = V['claim'],
> {
  readonly target: Target
  /** What the target file says of the service under test. */
  readonly service: V['section']
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly depth: Depth
  /** Carries out what recipes ask of a person; undefined where nobody can be asked. */
  readonly person: Person | undefined
  /** A text that no other call of this run or another returns, such as `asy-m3k9x2-17`. */
  fresh(kind: string): string
  /** The number that decides everything generated in this run. */
  readonly seed: number
  /** A number in [0, 1) decided by the seed and the name of the check. */
  random(): number
  has(claim: V['claim']): boolean
  /** What the target file says at a claim that is named in `needs`: it is there. */
  claimed<C extends Needs>(claim: C): Claimed<V, C>
  /** Whether requests of this tier may be sent to this target. */
  permits(tier: Tier): boolean
  /** The result of a fixture named in `uses`; made once per run. A fixture that could not be made blocks its users. */
  use<F extends Uses>(fixture: F): Promise<Made<F>>
  /** The least used key of a name that may stand for several, or undefined when the target file has none. */
  key(name: V['key'] | `${V['key']}[${number}]`): Key | undefined
  /** Sends one request, paced, recorded, never retried but after an unexpected 429. Never throws for what the target does. */
  send(request: SendRequest): Promise<Exchange>
  /** Sends several at the same moment, released by a barrier once the pacer has room for all of them. */
  sendTogether(requests: readonly SendRequest[]): Promise<Exchange[]>
  /**
   * A place for webhooks, or undefined when the target file names none. Options count on the first use of a name:
   * `at` receives what comes to a URL that was registered beforehand.
   */
  inbox(name: string, options?: InboxOptions): Inbox | undefined
  /**
   * A base URL that an interface is served at, to the client under test.
   * @param name unique in the run
   */
  stage(name: string, options: StageOptions): Inbox
  /**
   * Has the client under test carry out one operation. Blocks where its driver gives no answer.
   * @param scenario what it is for, in a word or two
   * @param withinMs for how long its answer is waited for
   */
  operate(scenario: string, asked: Omit<Asked, 'id'>, withinMs: number): Promise<Told>
  /** Everything recorded so far, by any check. */
  exchanges(): readonly Exchange[]
  deliveries(): readonly Delivery[]
  /**
   * How late our answer to a delivery may have been because this process stood still, ms; 0 where it was in time. What a
   * sender does about an answer that was late is no fault of its own.
   * @param patienceMs of the sender: one on this machine may have stood still as well, until it gave the answer up
   */
  lateness(delivery: Delivery, patienceMs: number): number
  /** Waits so many ms; cut short when the run is stopped. */
  pause(ms: number): Promise<void>
  /**
   * Tells people what is waited for while something goes on.
   * @param what in a word or two: `completed`
   * @param member of the target file that says for how many seconds at most
   */
  awaiting<T>(what: string, seconds: number, member: string, act: () => Promise<T>): Promise<T>
  /** Stops here: what is needed to judge could not be had. */
  abortBlocked(reason: string, evidence?: readonly Evidence[]): never
  /**
   * Blocks unless the control is as expected.
   * @param hint what somebody who finds it in the way may look at
   */
  control(exchange: Exchange, expected: Matcher<Exchange>, hint?: string): void
  /** Stops here: this target cannot be asked. */
  abortUnexercised(why: UnexercisedReason, reason: string, line?: string): never
  /** Has something undone when the run is over, however it ends. Nothing in it is judged. */
  afterwards(cleanUp: {
    readonly title: string
    /** Name among the `restorers` of the suite, where one can do the same in a later run: this one may be cut off. */
    readonly restorer?: string
    undo(context: FixtureContext<V>): Promise<void>
  }): void
  /** Sends a call of the target file, which is no request to the interface under test: neither paced nor booked nor judged. */
  callOutOfBand(request: RecordedRequest): Promise<Answered>
  /** Carries out a step of a recipe and records how it ended. Gives back what a probe showed; else an empty text. */
  step(step: Pick<Step, 'recipe' | 'kind' | 'text'>, act: () => Promise<unknown>): Promise<string>
  /** Records what the target does where the documents leave it open. */
  observe(id: V['open'], value: string, evidence?: readonly Evidence[]): void
}

/** What was found by looking at something that no single message shows. */
export type Finding = (
  | { readonly ok: true; readonly actual?: string; readonly soft?: boolean }
  | {
      readonly ok: false
      readonly actual: string
      /** It only warns. */
      readonly soft?: boolean
      /** How many more of the same kind there are, which are not told one by one. */
      readonly more?: number
    }
) & {
  readonly subject: string
  readonly expected: string
  readonly note?: string
  readonly evidence: readonly Evidence[]
  /**
   * Where it was looked at, in dimensions that its evidence does not show: one cell, or the cells of many messages.
   * The first message of the evidence says the rest.
   */
  readonly at?: Cell | readonly Cell[]
  /**
   * Whether it rests on what was waited for and did not come: a run that waits less than that may take holds it against
   * nobody. When absent, all does whose subject names no delivery.
   */
  readonly awaited?: boolean
}

export interface CheckContext<
  V extends Vocabulary = Vocabulary,
  Covers extends string = V['requirement'],
  Uses extends Usable = Usable,
  Needs extends string = V['claim'],
> extends FixtureContext<V, Uses, Needs> {
  /** How many generated values are to be tried, and how. */
  readonly sampling: Sampling
  /**
   * Judges one exchange for a requirement that the check covers. Returns whether it is kept.
   * @param at where in what the requirement ranges over, in dimensions that the exchange does not show
   * @param beside what it is held against, told with it as evidence
   */
  judge(
    requirement: Covers,
    subject: Exchange,
    expected: Matcher<Exchange>,
    at?: Cell,
    beside?: readonly Evidence[],
  ): boolean
  /** Judges something that no single message shows. Returns whether it is kept. */
  conclude(requirement: Covers, finding: Finding): boolean
  /** Says why one requirement is not exercised here. */
  markUnexercised(requirement: Covers, why: UnexercisedReason, reason: string, line?: string): void
  /**
   * Says that what one requirement speaks of is not there in this deployment, which is its right: a sentence that was
   * seen to be true (`every conversation of 3 has shape A`). Neither exercised nor in the way of a certificate.
   * Evidence in which nothing was reached (no answer, 401, 429, 5xx) makes it unexercised instead.
   */
  markInapplicable(requirement: Covers, observation: string, seen: Witness): void
  /**
   * Looks at what evidence must not hold (a signature, a code, the digits of a phone number) for a requirement that the
   * check covers. What is seen is kept in place of it, and is what the same is judged by when it is judged again: so it
   * says no more of what is hidden than the judgement needs.
   * @param about what is looked at: the id of a message, or a step in words
   */
  attest<T extends Attested>(requirement: Covers, about: string, look: () => T): T
  /** The cell that a message fills, of those that a requirement ranges over; undefined where it fills none. */
  cellOf(requirement: Covers, message: Evidence, stated?: Cell): Cell | undefined
  /** Says that what is needed for one requirement could not be had, and goes on. */
  markBlocked(requirement: Covers, reason: string, evidence?: readonly Evidence[], line?: string): void
}

/** What code that serves the suites of several contracts sees of a check, whatever its vocabulary. */
export type SharedContext = Omit<CheckContext, 'afterwards'>
