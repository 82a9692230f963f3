import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Failure } from '../../caller/driver.ts'
import { isAnswer, type Met } from '../../caller/exchange.ts'

/** A creation as a client is asked for it. */
export type Input = Readonly<Record<string, unknown>>

/** A delivery as a helper is given it. */
export interface Signed {
  readonly body: string
  readonly timestamp: string
  readonly signature: string
  readonly signingKey: string
}

/** Every decision of a client of the payment service. A lawful choice or a seeded fault is a patch over these. */
export interface PaymentCallerBehaviour {
  keepAlive: boolean
  /** Seconds that an answer is waited for. */
  timeout: number
  /** Requests of one operation at most. */
  attempts: number
  /** Paths below the base URL. */
  path(path: string): string
  /** What is refused before anything is sent; undefined where nothing is. */
  objection(input: Input): Failure | undefined
  /** The body of a creation. `attempt` counts from 1. */
  body(input: Input, attempt: number): string
  /** Made once for a creation, and given to `key` with every attempt. */
  newKey(input: Input): string
  key(made: string, attempt: number): string | undefined
  headers(own: readonly (readonly [string, string])[], attempt: number): readonly (readonly [string, string])[]
  authorization(apiKey: string, attempt: number): string | undefined
  isSuccess(status: number, method: string): boolean
  /** Whether a request is sent again. */
  isRetried(met: Met, request: { readonly method: string; readonly attempt: number }): boolean
  /** Seconds until the next attempt. */
  pause(attempt: number): number
  /** Seconds until the time that a limiter tells; undefined where it is not understood. */
  reset(value: string | undefined, now: number): number | undefined
  /** What is told of an answer that is none of success. */
  failure(met: Met): Failure
  /** What follows a taken reference. */
  onDuplicate: 'tell' | 'read' | 'another reference'
  /** Seconds between two reads. */
  pollEvery(nth: number): number
  isTerminal(status: string): boolean
  /** What a body of success says of its payment. */
  read(json: unknown): { readonly id?: unknown; readonly status?: unknown }
  /** A status as it is told. */
  status(status: string): string
  /** Reads behind the end of a payment. */
  readsBeyond: number
  verify(signed: Signed): boolean
}

const TERMINAL = ['completed', 'failed', 'expired', 'cancelled']

export const codeOf = (met: Met): string | undefined => {
  if (!isAnswer(met)) return undefined
  const { error_code: code } = Object(met.json) as { error_code?: unknown }
  return typeof code === 'string' ? code : undefined
}

const messageOf = (met: Met): string =>
  isAnswer(met) ? String((Object(met.json) as { message?: unknown }).message ?? '') : met.reason

/** How long a reset is away, s: seconds from now, Unix seconds, or a date. */
function secondsUntil(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (Number.isFinite(number)) return number > 1e9 ? number - now / 1000 : number
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : (date - now) / 1000
}

export const digestOf = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

export function sameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export const lawful: PaymentCallerBehaviour = {
  keepAlive: true,
  timeout: 2,
  attempts: 4,
  path: (path) => path,
  objection: () => undefined,
  body: (input) => JSON.stringify(input),
  newKey: () => randomUUID(),
  key: (made) => made,
  headers: (own) => own,
  authorization: (apiKey) => `Bearer ${apiKey}`,
  isSuccess: (status) => status >= 200 && status < 300,
  isRetried: (met) => {
    if (!isAnswer(met)) return true
    if (met.status === 429) return true
    return met.status >= 500 && codeOf(met) !== 'PROVIDER_ERROR'
  },
  pause: (attempt) => 2 ** (attempt - 1) * (0.8 + Math.random() * 0.4),
  reset: secondsUntil,
  failure: (met) => {
    const code = codeOf(met)
    const status = isAnswer(met) ? { status: met.status } : {}
    return { ...status, ...(code === undefined ? {} : { code }), message: messageOf(met) }
  },
  read: (json) => Object(json),
  onDuplicate: 'tell',
  pollEvery: () => 1,
  isTerminal: (status) => TERMINAL.includes(status),
  status: (status) => status,
  readsBeyond: 0,
  verify: ({ body, timestamp, signature, signingKey }) =>
    sameText(signature, `sha256=${digestOf(signingKey, `${timestamp}.${body}`)}`),
}
