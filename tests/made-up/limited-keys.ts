import { vi } from 'vitest'
import type { SendRequest } from '../../kit/http/client.ts'
import type { Exchange } from '../../kit/http/exchange.ts'
import type { CheckContext } from '../../suites/payment/define.ts'
import { contextOf, exchangeOf } from './recorded.ts'

/** A request as a limiter observes it. */
export interface Asked {
  readonly key: string
  readonly operation: string
  /** 1 for the first request of its key after those that were recorded before. */
  readonly nth: number
  /** ms since the first of all. */
  readonly at: number
}

/** The status of an answer; none where the connection breaks. */
export type Limiter = (asked: Asked) => number | undefined

/** Lets so many requests of each key through, and one more for every so many milliseconds. */
export const allowing =
  (allowances: Readonly<Record<string, number>>, refillMs = Number.POSITIVE_INFINITY): Limiter =>
  ({ key, nth, at }) =>
    nth <= (allowances[key] ?? 0) + Math.floor(at / refillMs) ? 404 : 429

export interface LimitedKeys {
  readonly limiter: Limiter
  /** Recorded before. */
  readonly before?: readonly Exchange[]
  readonly live?: number
  /** Names of keys that the target file has beside the live ones. */
  readonly others?: readonly string[]
  /** Time that passes with each request, ms. */
  readonly eachMs?: number
  readonly timeScale?: number
  /** What its refusals say in X-RateLimit-Reset; nothing when absent. */
  readonly reset?: string
  /** The run was stopped before. */
  readonly isStopped?: boolean
}

/** What a service says itself of a key that is over its rate. */
const OVER = { status: 'error', error_code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests' }

/** When everything begins, ms since the epoch. */
export const BEGIN = 1_000_000_000_000

/** A check whose requests a limiter answers, on a clock that only its waits and its requests move. Ask for a faked Date before. */
export function limitedKeys({ limiter, before = [], live = 1, others = [], eachMs = 0, ...more }: LimitedKeys): {
  readonly t: CheckContext
  readonly said: string[]
  /** Its waits, ms. */
  readonly waits: number[]
} {
  const exchanges = [...before]
  const counts = new Map<string, number>()
  const waits: number[] = []
  const goOn = (ms: number): unknown => vi.setSystemTime(Date.now() + ms)
  const names = [...others, ...Array.from({ length: live }, (_, at) => `live[${at}]`)]
  const keys = { live: Array.from({ length: live }, (_, at) => `sk_${at}`) }
  const { timeScale = 1, isStopped = false, reset } = more
  const service = { baseUrl: 'http://127.0.0.1', keys }
  const { t, said } = contextOf<CheckContext>({ exchanges, target: { timeScale }, service })
  const send = async ({ key, operation, label, url }: SendRequest): Promise<Exchange> => {
    const nth = (counts.get(key) ?? 0) + 1
    counts.set(key, nth)
    const at = Date.now()
    const status = limiter({ key, operation, nth, at: at - BEGIN })
    goOn(eachMs)
    const headers = status === 429 && reset !== undefined ? [['X-RateLimit-Reset', reset] as const] : []
    const told = status === undefined ? {} : { status, headers, ...(status === 429 ? { answer: OVER } : {}) }
    const exchange = exchangeOf({
      id: `x${exchanges.length + 1}`,
      key,
      operation,
      label,
      url,
      at,
      until: Date.now(),
      ...told,
    })
    exchanges.push(exchange)
    return exchange
  }
  const own: Partial<CheckContext> = {
    ...(isStopped ? { signal: AbortSignal.abort() } : {}),
    random: () => 0.5,
    has: () => false,
    permits: () => false,
    key: (name) => (names.includes(name) ? { name, value: name } : undefined),
    send,
    use: async () => Promise.reject(new Error('no payment was made')),
    pause: async (ms) => {
      waits.push(ms)
      goOn(Math.max(0, ms))
    },
  }
  return { t: Object.assign(t, own), said, waits }
}

/** Requests with a key that were answered before everything begins, so many ms. */
export const used = (key: string, many: number, agoMs: number, status = 200): Exchange[] =>
  Array.from({ length: many }, () => exchangeOf({ key, status, at: BEGIN - agoMs }))
