import type { RequirementId, UnstatedId } from '../../specs/index.ts'
import type { SendRequest } from '../http/client.ts'
import type { Exchange, RecordedRequest } from '../http/exchange.ts'
import type { Answered } from '../http/transport.ts'
import type { Matcher } from '../match/matcher.ts'
import type { SampleCounts, Sampling } from '../plan/sampling.ts'
import type { Claim } from '../target/claims.ts'
import type { Target } from '../target/target.ts'
import type { Delivery } from '../webhooks/delivery.ts'
import type { Inbox, InboxOptions } from '../webhooks/inbox.ts'
import type { Phase } from './phases.ts'
import type { Person, Step } from './steps.ts'
import type { UnexercisedReason } from './verdict.ts'

/** `read` sends nothing that could change the target; `refuse` what must be refused; `write` payments, messages, profiles. */
export type Tier = 'read' | 'refuse' | 'write'

/**
 * How much is asked: `quick` leaves out what waits for time to pass, `deep` adds what costs more than it is likely to
 * tell, and what binds nobody.
 */
export type Depth = 'quick' | 'standard' | 'deep'

export interface Amounts {
  /** Requests per name of a key (`live`, `otherMerchant`, …); `none` for requests without a live key. */
  readonly requests?: Readonly<Record<string, number>>
  readonly payments?: number
  readonly messages?: number
}

/** What a check or fixture asks of the target at most, its fixtures not counted. */
export interface Cost extends Amounts {
  /** What it usually asks of a lawful target at the standard depth, member by member, where that is not the most. */
  readonly typical?: Amounts
  /** How much more than a body of the target file says it asks to be paid. */
  readonly adds?: number
  /** Its requests do not wait for the limiter, which they are there to meet. */
  readonly unpaced?: true
  /** Seconds for which a lawful target usually has it wait, from the last of its requests, else from when its fixtures were made. */
  waits?(target: Target): number
}

/** Something made once per run and judged by many: one created payment, one batch of messages. */
export interface Fixture<T> {
  readonly name: string
  readonly needs: readonly Claim[]
  readonly uses: readonly Fixture<unknown>[]
  readonly tier: Tier
  /** Its receivers answer as it decides: deliveries that another listener takes are of no use to it. */
  readonly scriptsReceiver?: true
  readonly cost: Cost
  make(context: FixtureContext): Promise<T>
}

export interface Check {
  /** `pay/idempotency/replay`: service, behaviour, name. */
  readonly id: string
  readonly title: string
  readonly covers: readonly RequirementId[]
  readonly needs: readonly Claim[]
  readonly uses: readonly Fixture<unknown>[]
  readonly tier: Tier
  readonly phase: Phase
  /** Ids of checks whose end it waits for, where they run at all; it begins in its own phase all the same. */
  readonly runsAfter?: readonly string[]
  /** After its first requests it only waits: the phases after its own begin beside it. */
  readonly background?: true
  /** The least depth at which it runs. */
  readonly depth: Exclude<Depth, 'quick'>
  /** Its receivers answer as it decides: deliveries that another listener takes are of no use to it. */
  readonly scriptsReceiver?: true
  /** For a rule, which sends nothing itself: what has to be claimed for it to see something. */
  readonly observes?: readonly Claim[]
  /** What it asks of the target at most; of a check with generated values, at the standard depth. */
  readonly cost: Cost
  /** Present where it tries generated values: how many. Its requests are booked as `allow.generated`. */
  readonly generated?: SampleCounts
  run(context: CheckContext): Promise<void>
}

type Given<T, Optional extends keyof T> = Omit<T, Optional> & Partial<Pick<T, Optional>>

export function defineCheck(check: Given<Check, 'needs' | 'uses' | 'tier' | 'phase' | 'depth' | 'cost'>): Check {
  return { needs: [], uses: [], tier: 'read', phase: 'main', depth: 'standard', cost: {}, ...check }
}

/** A rule is a check that sends nothing: it judges every exchange and delivery of the run. */
export function defineRule(rule: Pick<Check, 'id' | 'title' | 'covers' | 'run'> & { needs?: readonly Claim[] }): Check {
  return { needs: [], uses: [], tier: 'read', cost: {}, phase: 'rules', depth: 'standard', ...rule }
}

export function defineFixture<T>(fixture: Given<Fixture<T>, 'needs' | 'uses' | 'tier' | 'cost'>): Fixture<T> {
  return { needs: [], uses: [], tier: 'write', cost: {}, ...fixture }
}

export type Evidence = Exchange | Delivery

/** What a fixture can do: arrange, but not judge. */
export interface FixtureContext {
  readonly target: Target
  readonly signal: AbortSignal
  readonly depth: Depth
  /** Carries out what recipes ask of a person; undefined where nobody can be asked. */
  readonly person: Person | undefined
  /** A text that no other call of this run or another returns, such as `asy-m3k9x2-17`. */
  fresh(kind: string): string
  /** A number in [0, 1) decided by the seed and the name of the check. */
  random(): number
  has(claim: Claim): boolean
  /** Whether requests of this tier may be sent to this target. */
  permits(tier: Tier): boolean
  /** The result of a fixture named in `uses`; made once per run. A fixture that could not be made blocks its users. */
  use<T>(fixture: Fixture<T>): Promise<T>
  /** The least used key of a name that may stand for several (`live`), or undefined when the target file has none. */
  key(name: string): Key | undefined
  /** Sends one request, paced, recorded, never retried but after an unexpected 429. Never throws for what the target does. */
  send(request: SendRequest): Promise<Exchange>
  /** Sends several at the same moment, released by a barrier once the pacer has room for all of them. */
  sendTogether(requests: readonly SendRequest[]): Promise<Exchange[]>
  /**
   * A place for webhooks, or undefined when the target file names none. Options count on the first use of a name:
   * `at` receives what comes to a URL that was registered beforehand.
   */
  inbox(name: string, options?: InboxOptions): Inbox | undefined
  /** Everything recorded so far, by any check. */
  exchanges(): readonly Exchange[]
  deliveries(): readonly Delivery[]
  /** Waits; cut short when the run is stopped. */
  pause(ms: number): Promise<void>
  /** Stops here: what is needed to judge could not be had. */
  abortBlocked(reason: string, evidence?: readonly Evidence[]): never
  /** Blocks unless the control is as expected. */
  control(exchange: Exchange, expected: Matcher<Exchange>): void
  /** Stops here: this target cannot be asked. */
  abortUnexercised(why: UnexercisedReason, reason: string, line?: string): never
  /** Has something undone when the run is over, however it ends. Nothing in it is judged. */
  afterwards(title: string, undo: (context: FixtureContext) => Promise<void>): void
  /** Sends a call of the target file, which is no request to the interface under test: neither paced nor booked nor judged. */
  callOutOfBand(request: RecordedRequest): Promise<Answered>
  /** Records a step of a recipe. */
  noteStep(step: Omit<Step, 'check'>): void
  /** Records what the target does where the documents leave it open. */
  observe(id: UnstatedId, value: string, evidence?: readonly Evidence[]): void
}

export interface Key {
  /** Name in the target file: `live[0]`, `test`. */
  readonly name: string
  readonly value: string
}

export interface Finding {
  readonly ok: boolean
  /** A contradiction that only warns. */
  readonly soft?: boolean
  readonly subject: string
  readonly expected: string
  readonly actual: string
  readonly note?: string
  readonly evidence: readonly Evidence[]
}

export interface CheckContext extends FixtureContext {
  /** How many generated values are to be tried, and how. */
  readonly sampling: Sampling
  /** Judges one exchange or delivery for a requirement. Returns whether it is kept. */
  judge(requirement: RequirementId, subject: Evidence, expected: Matcher<Exchange>): boolean
  /** Judges something that no single message shows. Returns whether it is kept. */
  conclude(requirement: RequirementId, finding: Finding): boolean
  /** Says why one requirement is not exercised here. */
  markUnexercised(requirement: RequirementId, why: UnexercisedReason, reason: string, line?: string): void
  /** Says that what is needed for one requirement could not be had, and goes on. */
  markBlocked(requirement: RequirementId, reason: string, evidence?: readonly Evidence[]): void
}
