import type { Contract } from '../../specs/contract.ts'
import type { Dimension } from '../check/cells.ts'
import type { Check, Restorer } from '../check/check.ts'
import type { Depth } from '../check/depth.ts'
import type { Step } from '../check/steps.ts'
import type { RedactionPlaces } from '../evidence/redact.ts'
import type { SendRequest } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Guard } from '../http/guard.ts'
import type { NamedAmount } from '../target/named-amount.ts'
import type { SectionDefinition } from '../target/section.ts'
import type { Target } from '../target/target.ts'
import type { Delivery } from '../webhooks/delivery.ts'

/** A claim of the target file that the target does not bear out. */
export interface DeniedClaim {
  readonly claim: string
  /** One sentence: what was asked, what came back, and whose mistake it is. */
  readonly reason: string
  /** Nothing that needs it can be judged. Otherwise its checks say what is wrong. */
  readonly blocks: boolean
}

/** A read that asks after a claim of the target file: nothing is made by it. */
export interface ClaimProbe {
  readonly claim: string
  readonly request: SendRequest
  /** Sent where the first answer denies the claim: what another endpoint bears out is no mistake of the file. */
  readonly otherwise?: SendRequest
  /**
   * The same with credentials that nobody has. Sent where the claim is denied in words that blame the target: one that
   * has the same words for these does not know those of the file.
   */
  readonly stranger?: SendRequest
  /**
   * Undefined where the answer bears the claim out, or says nothing of it.
   * @param toStranger the answer to the stranger, where that was sent
   */
  verdict(exchange: Exchange, toStranger?: Exchange): Omit<DeniedClaim, 'claim'> | undefined
  /**
   * Whether an answer is one of the endpoint that is asked, rather than of a router that knows no such path. Where none of
   * a service is, its base URL may be wrong by a part, and others are tried. Absent where an endpoint that is there may be
   * answered like one that is not.
   */
  showsEndpoint?(exchange: Exchange): boolean
  /**
   * A read that the endpoint alone refuses in these words. Some routers answer every path as the endpoint answers the first
   * one: where they do, this one tells them apart.
   */
  readonly ownRefusal?: { readonly request: SendRequest; isShown(exchange: Exchange): boolean }
}

/** What the kit needs to know of the webhooks of a service. */
export interface WebhookTraits {
  /** Header that carries the signature, and the claim with which it is verified. */
  readonly signatureHeader: string
  readonly signatureClaim: string
  /** Header with the time of sending, Unix seconds; absent where there is none. */
  readonly timestampHeader?: string
  /** Claims without which nothing arrives, the budget of what brings webhooks about, and what those are called. */
  readonly reachedBy: string
  readonly caused: { readonly budget: string; readonly webhook: string }
  /** Pattern of the names of its inboxes, and of requirements that wait for its webhooks. */
  readonly inboxes: string
  readonly awaitedBy: string
  /**
   * Statuses by which a receiver takes an event, where its document allows more than 200: a run answers with them by
   * turns, as its seed decides.
   */
  readonly successes?: readonly number[]
  /** The inbox of a delivery that another listener wrote down; undefined where it is not of this service. */
  importedInbox(delivery: Pick<Delivery, 'headers' | 'json'>): string | undefined
}

/** What evidence of a service is redacted and shown with. */
export interface RedactionTraits extends RedactionPlaces {
  /** Bodies of the target file, whose people are hidden in running text too. */
  bodies?(target: Target): readonly unknown[]
}

/** One party that can be judged: its contract, and what the kit needs to know beside. A value; the kit knows none by name. */
export interface ServiceDefinition {
  readonly contract: Contract
  /** Its section of the target file: schema, claims, budgets. */
  readonly section: SectionDefinition
  guard(target: Target): Guard
  /**
   * A listed path, asked for without credentials before anything is judged: cheap, and it changes nothing. Present where
   * the party is reached by requests.
   */
  preflightPath?(): string
  /** A path that its base URL is followed by, for people who look for it. Present where there are such. */
  readonly examplePath?: string
  /** @param needed the claims of the checks that are to run; no other is asked after */
  claimProbes(target: Target, needed: ReadonlySet<string>): readonly ClaimProbe[]
  /**
   * What a run made at the target beside what its budgets tell, and nobody can take away again: one sentence each.
   * @param steps what recipes of the target file did for it
   */
  leftovers?(exchanges: readonly Exchange[], runId: string, steps: readonly Step[]): readonly string[]
  /**
   * Why what a claim names may not be asked for, by the limits of the same target file, and the line that would permit it;
   * undefined where it may.
   */
  overLimit?(target: Target, claim: string): { readonly reason: string; readonly line: string } | undefined
  /**
   * @param adds how much more than the target file names checks ask for
   * @param isUsed whether checks of the run use what a claim names
   */
  largestAmount?(target: Target, adds: number, isUsed: (claim: string) => boolean): NamedAmount | undefined
  /**
   * Why an answer that contradicts a requirement says nothing of it: an outage, a gateway, a key that is not let in. Such
   * an answer blocks. Undefined where it is an answer to what was asked.
   */
  troubleIn?(exchange: Exchange, requirement: string): string | undefined
  /** Whether a run has so few requests in a minute that checks which yield are left to its end. */
  isShort?(target: Target, depth: Depth): boolean
  readonly redaction: RedactionTraits
  readonly webhooks?: WebhookTraits
  /** What its statements range over beside endpoints, credentials and the like: how a message shows where it stands. */
  readonly dimensions?: Readonly<Record<string, Dimension>>
  /** Claims whose checks meet each other's effects, wherever they run: one shard asks them all. */
  readonly together?: readonly string[]
}

/** A service and the checks that judge it, in reading order. Loaded on demand: most commands need none. */
export interface Suite {
  readonly service: ServiceDefinition
  checks(): Promise<readonly Check[]>
  /** What undoes the changes of a run that was cut off, by the names that its checks give. */
  restorers?(): Promise<Readonly<Record<string, Restorer>>>
}
