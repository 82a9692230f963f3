import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentStatus } from '../../specs/payment/statuses.ts'
import type { LimiterKind } from '../limiter.ts'
import type { Outcome } from '../post.ts'
import type {
  Course,
  CreateRequest,
  JsonObject,
  Operation,
  Payment,
  Role,
  StatusEvent,
  Urls,
} from './domain/payment.ts'
import type { KeyRecord } from './domain/store.ts'
import type { ApiKey } from './http/keys.ts'
import type { Cause, Facts, Refusal } from './http/refusal.ts'

/** What a request passes before its operation acts; the order is a decision. */
export type Step =
  | 'authenticate'
  | 'limit'
  | 'media-type'
  | 'test-mode'
  | 'key-header'
  | 'parse'
  | 'replay'
  | 'validate'
  | 'id'

/** One attempt of a delivery, before it is sent. `attempt` counts from 1. */
export interface Attempt {
  readonly event: StatusEvent
  readonly role: Role
  readonly attempt: number
  readonly now: Date
  readonly firstAt: Date
}

/** What a signature is made from. */
export interface Signing extends Attempt {
  readonly key: string
  readonly timestamp: string
  readonly body: string
}

/** Where the URLs of a payment may come from. */
export interface UrlSources {
  readonly type: string
  readonly own: Urls
  readonly defaults: Urls
  /** URLs of the merchant's latest earlier payment that had its own. */
  readonly latest: Urls
}

/** URLs to call, by role. */
export type Called = Payment['urls']

/** Every decision of the service. A lawful choice or a seeded fault is a patch over these, never a branch elsewhere. */
export interface PaymentBehaviour {
  // The way of a request
  steps: Readonly<Record<Exclude<Operation, 'replay'>, readonly Step[]>>
  prefix(operation: Operation): string
  /** What a request presents as its Authorization. */
  authorization(headers: IncomingHttpHeaders, raw: readonly string[]): string | undefined
  /** The token of an Authorization header, or undefined where it carries none. */
  readToken(authorization: string): string | undefined
  /** Whether test mode, on or off, keeps a key from moving money. */
  keyBlocked(key: { readonly test: boolean }, testMode: boolean): boolean
  /** The last word on a refusal; undefined lets the request pass where it can go on. */
  refuse(refusal: Refusal, facts: Facts): Refusal | undefined
  /** An objection of its own against a request that passed its steps. */
  objects(
    operation: Operation,
    to: {
      readonly payment?: Payment
      readonly request?: CreateRequest
      readonly key?: ApiKey
      readonly idempotencyKey?: string
    },
  ): Cause | undefined

  /** What answers a request before the service looks at it: a gateway, or a part of it that is out for a moment. */
  interrupts(operation: Operation): Refusal | undefined
  /** What comes in place of the answer of the service, which has done what it was asked. */
  loses(operation: Operation): Refusal | undefined
  /** What becomes, all the same, of a creation that is answered with such a refusal, or that such a cause held against. */
  executes(cause: Cause, facts: Facts): Course | undefined

  // Rate
  limiter: LimiterKind
  limit: number
  limiterName(key: ApiKey): string
  /** Headers of a 429. Both times in ms since the epoch. */
  resetHeaders(resetAt: number, now: number, operation: Operation): Record<string, string>

  /** Whether a Content-Type is that of JSON. */
  takesMediaType(value: string): boolean

  // Idempotency keys
  keyAbsent(header: string | undefined): boolean
  keyLimit: number
  keyScope(merchantId: string, key: string): string
  fingerprint(body: JsonObject, raw: Buffer): string
  /** What a request does while another with its key is in progress. */
  sameKey: 'wait' | 'conflict' | 'race'
  /** Whether a creation leaves a record of its key. */
  remembers(facts: { readonly aborted: boolean }): boolean
  /** Whether the record of a used key is found. */
  finds(record: KeyRecord, fingerprint: string): boolean
  /** What a retry that finds a payment has its provider begin anew; nothing where undefined. */
  beginsAnew(payment: Payment): Course | undefined
  declinedReplay: 'refusal' | 'payment'

  // References
  locksReference: boolean
  referenceScope(merchantId: string, reference: string, key: ApiKey): string
  referenceTaken(existing: Payment, idempotencyKey: string, asked: CreateRequest): boolean

  // Creation
  /** The value that the text of a body stands for; throws where it stands for none. */
  reads(text: string): unknown
  /** What is taken for the body of a request. */
  unwraps(value: unknown, text: string): unknown
  minimumAmount: number
  networkRequired: boolean
  /** A phone as digits with country code, or undefined where it is bad. */
  readPhone(phone: string): string | undefined
  initialStatus: PaymentStatus
  /** How the target file tells to bring an end about: by the phone of a mobile payment, or by a call for any payment. */
  recipes: 'by phone' | 'by call'
  /** Whether the phone decides what becomes of payments of a type. */
  looksAtPhone(type: string): boolean
  /** A payment whose provider succeeds is completed before its creation is answered. */
  immediate: boolean
  /** Ends that an immediate provider tells before the answer. */
  immediateEnds: readonly PaymentStatus[]
  /** Whether a decline is told as an event. */
  reportsDeclined: boolean
  /** What the provider makes of a payment that was declined; nothing where undefined. */
  declinedCourse: Course | undefined
  /** Whether an outage is kept with its key, and is what each retry with it is answered with. */
  outageStored: boolean
  /** Whether a simulated outage leaves a payment behind, which takes the reference or not. */
  orphanOnOutage: 'none' | 'aside' | 'in-the-way'
  /** The URLs of a payment once a creation with its reference was refused. */
  urlsAfterDuplicate(called: Called, asked: CreateRequest): Called
  /** The status of a payment once a creation with its reference was refused. */
  afterDuplicate(payment: Payment): PaymentStatus
  /** Whether a payment that was made of a refused creation takes the reference. */
  executedTakesReference: boolean

  // Status
  path(course: Course): readonly PaymentStatus[]
  /** What the service makes of a status that the provider sets; undefined ignores it. */
  settlesAs(status: PaymentStatus): PaymentStatus | undefined
  movable(payment: Payment): boolean
  /** The status that the upstream reports to a refresh. */
  reported(payment: Payment): PaymentStatus
  /** The status that a failed refresh leaves. */
  afterFailedRefresh(payment: Payment): PaymentStatus

  // Answers
  statusOf(operation: Operation): number
  record(payment: Payment, operation: Operation): JsonObject
  body(record: JsonObject, operation: Operation): unknown
  errorBody(refusal: Refusal): unknown
  errorType(refusal: Refusal): string
  errorHeaders(refusal: Refusal): Record<string, string>
  responseHeaders(): Record<string, string>
  serialise(body: unknown): string
  answerPauseMs: number
  /** How long the provider thinks about a new payment, ms before scaling. */
  authoriseMs: number
  framing: 'sized' | 'chunked' | 'until-close'
  /** Whether an empty URL removes a default; it is refused otherwise. */
  clearsProfile: boolean
  /** Whether a profile update is kept. */
  keepsProfile(): boolean
  /** Whether a URL may be a default of the merchant. */
  takesDefault(url: string): boolean
  /** The defaults that a rejected profile update leaves. */
  afterRejectedUpdate(defaults: Urls, asked: Urls): Urls
  /** What a merchant's defaults are once a key of its own that is not let in has asked for others. */
  afterUpdateTurnedAway(defaults: Urls, asked: Urls): Urls

  // Events
  urls(sources: UrlSources): Called
  urlsSettled: 'at-creation' | 'at-event'
  calls(role: Role, event: StatusEvent): boolean
  /** Changes told in place of one change. */
  tells(event: StatusEvent): readonly StatusEvent[]
  payload(attempt: Attempt): JsonObject
  serialiseEvent(payload: JsonObject): string
  inOrder: boolean
  /** Milliseconds, on the documents' clock, for which an event is held back. */
  heldBackMs(event: StatusEvent): number

  // Deliveries
  deliveryMethod: string
  timestamp(attempt: Attempt): string
  signature(signing: Signing): string
  /** The bytes sent for a body that was signed. */
  sentBody(body: string): string
  deliveryId(attempt: Attempt): string
  deliveryHeaders(headers: Record<string, string>, attempt: Attempt): Record<string, string>
  succeeded(outcome: Outcome): boolean
  retries(outcome: Outcome, attempt: Attempt): boolean
  maxAttempts: number
  /** Pause before the first retry on the documents' clock; it doubles from there. */
  retryBaseMs: number
  copiesAfterSuccess: number
}
