import type { IncomingHttpHeaders } from 'node:http'
import type { LimiterKind } from '../limiter.ts'
import type { Outcome } from '../post.ts'
import type {
  App,
  CallbackTarget,
  ChatMessage,
  Conversation,
  EventKind,
  JsonObject,
  Operation,
  Otp,
  OtpRequest,
  Sender,
  ServiceEvent,
  Sms,
  SmsFate,
  Subscription,
  Workspace,
} from './domain/domain.ts'
import type { Store } from './domain/store.ts'
import type { ApiKey } from './http/keys.ts'
import type { Cause, Facts, Problem, Refusal } from './http/refusal.ts'

/** What a request passes before its operation acts; the order is a decision. */
export type Step = 'key' | 'limit' | 'bearer' | 'permission' | 'parse' | 'validate' | 'app'

/** How a path answers in one of its two forms, with or without the trailing slash. */
export type SlashForm = 'served' | 'absent' | 301 | 307 | 308

/** The kinds of objects that answers show. */
export type RecordKind =
  | 'resend'
  | 'enveloped-conversation'
  | 'bare-conversation'
  | 'read-result'
  | 'sender'
  | 'app'
  | 'workspace'
  | 'campaign'
  | 'send'

/** An answer of something that stands before the service: a proxy, a gateway, a router. */
export interface Detour {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request as what stands before the service sees it. `number` counts the requests of the operation from 1. */
export interface Approach {
  readonly operation: Operation
  readonly number: number
  readonly path: string
  readonly id: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly isEmpty: boolean
}

/** Steps in the life of a code of which its callback target may be told. */
export type OtpStep = 'sent' | 'delivered' | 'verified' | 'expired'

/** What an operation is about to do, once its request passed every step. */
export interface Intent extends Facts {
  readonly id: string
  readonly appIdHeader: string | undefined
  readonly query: Readonly<Record<string, unknown>>
  readonly bound: boolean
  readonly otp?: OtpRequest
}

/** One attempt of a delivery. `attempt` counts from 1. */
export interface Attempt {
  readonly event: ServiceEvent
  readonly attempt: number
  readonly subscription: Subscription
}

export interface Signing extends Attempt {
  readonly secret: string
  readonly body: string
}

/** The filters of the sender list; absent ones were left out. */
export interface SenderFilters {
  readonly is_active?: boolean
  readonly is_default?: boolean
}

/** A code under way to its recipient. Times in ms since the epoch. */
export interface OtpDraft {
  readonly request: OtpRequest
  readonly channel: string
  readonly code: string
  readonly minutes: number
  readonly prior: Otp | undefined
  readonly now: number
}

/** Every decision of the service. A lawful choice or a seeded fault is a patch over these, never a branch elsewhere. */
export interface MessagingBehaviour {
  // The way of a request
  /** An answer before any step of the service; undefined lets the request through. */
  detour(approach: Approach): Detour | 'drop' | undefined
  /** What comes in place of the answer of the service, which has done what it was asked. */
  loses(approach: Approach): Detour | 'drop' | undefined
  steps: Readonly<Record<Operation, readonly Step[]>>
  prefix(operation: Operation): string
  slashes(operation: Operation): { readonly plain: SlashForm; readonly slashed: SlashForm }
  /** Whether a live key is turned away. */
  refusesKey(key: ApiKey): boolean
  /** The key that a text stands for. */
  keyOf(keys: ReadonlyMap<string, ApiKey>, text: string): ApiKey | undefined
  /** X-API-Key as it reads it. @param raw names and values of the headers, by turns, as they were sent */
  apiKey(
    headers: IncomingHttpHeaders,
    raw: readonly string[],
    query: Readonly<Record<string, unknown>>,
  ): string | undefined
  /** Whether a body of this Content-Type is read at all. */
  takesMediaType(value: string | undefined): boolean
  /** The value of a body once its JSON has been read; undefined where there is none. */
  unwraps(value: unknown, text: string): unknown
  /** Whether a text is the access token. */
  tokenFits(text: string, token: string): boolean
  /** The token of an Authorization header, or undefined where it carries none. */
  readToken(authorization: string): string | undefined
  bearerNeeded(operation: Operation): boolean
  /** The last word on the defects found in a request. */
  problems(found: readonly Problem[], facts: Facts): readonly Problem[]
  /** The sender of an SMS that the target file names, where not every one is taken. */
  readonly registeredSender: string | undefined
  /** The last word on a refusal; undefined lets the request pass where it can go on. */
  refuse(refusal: Refusal, facts: Facts): Refusal | undefined
  /** An objection against a request that passed its steps. */
  objects(intent: Intent): Cause | undefined
  /** Whether a resend with a bound key is let pass with this app_key; undefined where the body has none. */
  boundKeyTakes(appKey: unknown): boolean
  /** Id of the app of a resend with a bound key. */
  boundApp(own: string, header: string | undefined): string
  conversationBoundToApp: boolean
  readBodyNeeded: boolean

  // Rate
  limiter: LimiterKind
  /** Requests per minute of the documents' clock and key. */
  limit: number
  /** Headers of a 429. Times in ms since the epoch. */
  limitHeaders(resetAt: number, now: number): Record<string, string>

  // One-time passwords
  /** Whether only a number that had a code before is sent another. */
  /** Whether a number needs a code before another one is sent: one that it had, or one of the app that is still good. */
  priorCodeNeeded: 'no' | 'had' | 'good'
  otpChannel(request: OtpRequest): string
  /** The channel by which it really leaves. */
  otpCarrier(channel: string, request: OtpRequest): string
  otpLength(request: OtpRequest): number
  otpMinutes(request: OtpRequest): number
  otpCode(length: number, prior: Otp | undefined): string
  otpExpiresAt(draft: OtpDraft, scaledMs: number): number
  otpSender(draft: OtpDraft, senders: readonly Sender[], otps: readonly Otp[]): string | null
  otpText(draft: OtpDraft): string
  otpTemplate(draft: OtpDraft): string | null
  /** Whether a fresh code ends an earlier one of the same phone number. */
  otpEnds(earlier: Otp, fresh: Otp): boolean
  otpValid(otp: Otp, now: number): boolean
  /** What becomes of the codes of its number when a resend is refused. */
  refusedResend(cause: Cause): 'nothing' | 'sends one' | 'ends them' | 'keeps its target'
  callbackScope(appId: string, phone: string): string
  /** Where a callback_url leads. */
  callbackAddress(url: string): string
  /** The next target of a scope, once a fresh code is sent there. */
  callbackNext(
    before: CallbackTarget | undefined,
    given: CallbackTarget | undefined,
    now: number,
    fresh: Otp,
    request: OtpRequest,
  ): CallbackTarget | undefined
  callbackLives(target: CallbackTarget, now: number): boolean
  otpSteps: readonly OtpStep[]
  /** Whom an event of a code is told beside its target. */
  otpReports(target: Subscription | undefined): readonly Subscription[]

  // Conversations
  conversationShape(readings: number): 'enveloped' | 'bare'
  unread(conversation: Conversation): number
  /** Messages that a request marks read. */
  marks(conversation: Conversation, upTo: Date | undefined): readonly ChatMessage[]
  /** What the result says of them. */
  counted(newly: number, conversation: Conversation, upTo: Date | undefined): number

  // Apps and lists
  appNamed(name: string): string
  keepsApp: boolean
  appOfKey(apps: readonly App[], key: string): App | undefined
  /** `restricted` tells of a key without permissions, where it gets this far. */
  listedSenders(
    senders: readonly Sender[],
    userId: string,
    filters: SenderFilters,
    restricted: boolean,
  ): readonly Sender[]
  /** `ofKey` is the workspace of the app that the key is bound to. */
  listedWorkspaces(workspaces: readonly Workspace[], userId: string, ofKey: string | null): readonly Workspace[]

  // Answers
  statusOf(operation: Operation): number
  record(kind: RecordKind, record: JsonObject): JsonObject
  body(operation: Operation, content: unknown): unknown
  envelope(data: JsonObject): unknown
  errorBody(refusal: Refusal): unknown
  errorType(refusal: Refusal): string
  errorHeaders(refusal: Refusal): Record<string, string>
  successType: string
  responseHeaders(): Record<string, string>
  serialise(body: unknown): string
  answerPauseMs: number
  /** For how long a read still shows what was before a change, real ms. */
  lagMs: number
  /** For how long the inbox still shows a code as good that is over, real ms. */
  inboxLagMs: number
  framing: 'sized' | 'chunked' | 'until-close'
  /** Whether an answer that is on its way is announced by a 102. */
  announces: boolean
  /** The job that the answer to a send names. */
  shownJobId(jobId: string, appId?: string): string | undefined

  // The SMS pipeline
  course(fate: SmsFate): readonly EventKind[]
  /** What becomes of the recipients of a send that is refused. */
  refusedSend(cause: Cause): 'nothing' | 'sends'
  /** The app that a send reports to; undefined reports nothing. */
  linkedApp(appId: string | undefined): string | undefined
  webhooksOf(store: Store, appId: string, channel: string): readonly Subscription[]
  /** The recipients whose submit is reported. */
  reportedAtSubmit(batch: readonly Sms[]): readonly Sms[]
  eventName(kind: EventKind): string | undefined
  eventData(kind: EventKind, sms: Sms, at: Date): JsonObject
  /** What is told in place of one event. */
  tells(event: ServiceEvent): readonly ServiceEvent[]
  /** Events of other channels that go with one, each to the webhook of its channel. */
  besides(event: ServiceEvent): readonly ServiceEvent[]
  /** Milliseconds, on the documents' clock, for which an event is held back. */
  heldBackMs(event: ServiceEvent): number

  // Deliveries
  /** What a registration leaves at its place; undefined refuses it. */
  webhookNext(before: Subscription | undefined, given: Subscription): Subscription | undefined
  signs: boolean
  payload(attempt: Attempt): JsonObject
  serialiseEvent(payload: JsonObject, attempt: Attempt): string
  signature(signing: Signing): string
  /** The text sent for a body that was signed. */
  sentBody(body: string, attempt: Attempt): string
  deliveryMethod: string
  deliveryHeaders(headers: Record<string, string>, attempt: Attempt): Record<string, string>
  succeeded(outcome: Outcome): boolean
  retries(outcome: Outcome, attempt: Attempt): boolean
  followsRedirects: boolean
  maxAttempts: number
  /** Pause after so many attempts, on the documents' clock. */
  retryPauseMs(attempts: number): number
  /** How long an attempt waits for its answer, on the documents' clock. */
  timeoutMs: number
  copiesAfterSuccess: number
  /** Events of one lane keep their order. */
  lane(event: ServiceEvent, subscription: Subscription): string
  /** Whether an event holds its lane until it was taken or given up, and not for its first attempt alone. */
  holdsLane: boolean
}
