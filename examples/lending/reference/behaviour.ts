import { createHmac, randomUUID } from 'node:crypto'
import { daysAfter, type Hold, type LibraryEvent, type Loan, type Operation } from './domain.ts'
import { fixedWindow, type LimiterKind } from './limiter.ts'
import { type Cause, type Refusal, Refused, refusalOf } from './refusal.ts'

/** One attempt at an event. `number` counts from 1. */
export interface Attempt {
  readonly event: LibraryEvent
  readonly number: number
  /** Unix seconds. */
  readonly now: number
  readonly firstAt: number
}

/** What a signature is made of. */
export interface Signing {
  readonly secret: string
  readonly t: number
  readonly body: string
}

/** Every decision of the library. A lawful choice or a seeded fault is a patch over these, never a branch elsewhere. */
export interface LibraryBehaviour {
  // Requests
  steps: readonly ('limit' | 'authenticate')[]
  /** The member who has a key, undefined where nobody has. */
  memberOf(key: string, members: ReadonlyMap<string, string>): string | undefined
  /** The last word on a refusal; undefined lets the request pass. */
  refuse(refusal: Refusal, operation: Operation): Refusal | undefined
  problem(refusal: Refusal): object
  problemType: string

  // Loans
  /** What is held against lending a copy, in the order in which it is looked at. */
  objections: readonly Cause[]
  loanDays: number
  /** The day until which a renewed loan lasts. */
  renewedUntil(loan: Loan): string
  loanLimit: number
  /** The text of an id whose number is the next. */
  id(kind: 'loan' | 'hold', number: number): string
  creationStatus: number
  /** A loan as the named operation shows it. */
  loan(loan: Loan, operation: Operation): object
  list(loans: readonly Loan[], member: string): readonly Loan[]
  /** Whether the copy of a loan is out because of it. */
  isOut(loan: Loan): boolean
  /** Whether a loan is one of the few that a member may have. */
  counts(loan: Loan): boolean
  /** Whether a return shows the loan. */
  returnShows: boolean

  // Holds
  /** The hold that is served next. */
  next(queue: readonly Hold[]): Hold | undefined
  hold(hold: Hold, position: number): object

  // Events
  tells(event: LibraryEvent): boolean
  /** Seconds for which an event is held back. */
  heldBack(event: LibraryEvent): number
  payload(attempt: Attempt): object
  timestamp(attempt: Attempt): number
  /** Value of the header `Library-Signature`; undefined sends none. */
  signature(signing: Signing, attempt: Attempt): string | undefined
  /** Whether an attempt that was answered so, 0 for not at all, is followed by another one. */
  retries(status: number): boolean
  attempts: number
  /** Seconds between attempts. */
  pause: number
  copiesAfterSuccess: number

  // Rate
  limiter: LimiterKind
  limit: number
  /** Headers of a 429. Times in ms since the epoch. */
  retryAfter(resetAt: number, now: number): Record<string, string>
}

export const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** The library as its document describes it, with the usual choice wherever it leaves one. */
export const lawfulBehaviour: LibraryBehaviour = {
  steps: ['authenticate', 'limit'],
  memberOf: (key, members) => members.get(key),
  // A return is safe to repeat.
  refuse: (refusal, operation) => (refusal.cause === 'ended' && operation === 'return' ? undefined : refusal),
  problem: ({ status, code, detail }) => ({
    type: 'about:blank',
    title: code.replaceAll('-', ' '),
    status,
    code,
    detail,
  }),
  problemType: 'application/problem+json',

  objections: ['on-loan', 'kept', 'limit'],
  loanDays: 14,
  renewedUntil: ({ due }) => daysAfter(due, 14),
  loanLimit: 3,
  id: () => randomUUID(),
  creationStatus: 201,
  loan: ({ id, copy, due, renewed, returnedAt }) => ({
    id,
    copy,
    due,
    renewed,
    returned_at: returnedAt?.toISOString() ?? null,
  }),
  list: (loans, member) => loans.filter((each) => each.member === member && each.returnedAt === undefined),
  isOut: ({ returnedAt }) => returnedAt === undefined,
  counts: ({ returnedAt }) => returnedAt === undefined,
  returnShows: true,

  next: (queue) => queue[0],
  hold: ({ id, copy, ready }, position) => ({ id, copy, position, ready }),

  tells: () => true,
  heldBack: () => 0,
  payload: ({ event: { id, type, createdAt, data } }) => ({ id, type, created: createdAt.toISOString(), data }),
  timestamp: ({ now }) => now,
  signature: ({ secret, t, body }) => `t=${t},v1=${hmac(secret, `${t}.${body}`)}`,
  retries: (status) => status < 200 || status > 299,
  attempts: 4,
  pause: 10,
  copiesAfterSuccess: 0,

  limiter: fixedWindow,
  limit: 20,
  retryAfter: (resetAt, now) => ({ 'Retry-After': String(Math.max(1, Math.ceil((resetAt - now) / 1000))) }),
}

/** Refuses for a cause, unless the behaviour lets the request pass. */
export function assertNot(behaviour: LibraryBehaviour, cause: Cause, operation: Operation): void {
  const refusal = behaviour.refuse(refusalOf(cause), operation)
  if (refusal !== undefined) throw new Refused(refusal)
}
