import type { RawHeaders } from '../http/exchange.ts'

/** What the capture server did with an attempt. */
export type Answer =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly delayMs?: number
      readonly headers?: Record<string, string>
      /** JSON text of the answer; one that says whether the event was received when absent. */
      readonly body?: string
    }
  /** Keeps the connection open without a word for so long, then closes it. */
  | { readonly kind: 'hang'; readonly forMs: number }
  /** Resets the connection (RST) after the request was read. */
  | { readonly kind: 'reset' }
  /** None was possible: the sender had gone, or was cut off for stalling. Never programmed. */
  | { readonly kind: 'none' }

/** One webhook attempt as it arrived. */
export interface Delivery {
  readonly id: string
  /** Name of the inbox whose URL was called; empty for a request that matched none (noise). */
  readonly inbox: string
  readonly method: string
  /** Path and query as received. */
  readonly path: string
  /** The same below the address of its inbox, where an interface is served there. */
  readonly below?: string
  readonly headers: RawHeaders
  readonly body: Buffer
  /** The body was larger than the limit: `body` holds its beginning only, and nothing may be judged from it. */
  readonly truncated: boolean
  /** Equal for equal bodies of one run: of the whole body in hex, also when truncated. */
  readonly digest: string
  /** The sender closed the connection before its body was complete. */
  readonly aborted: boolean
  readonly httpVersion: string
  readonly tls: boolean
  readonly peer: string
  /** Wall clock, ms since the epoch: header block read, body complete. */
  readonly arrivedAt: number
  readonly completedAt: number
  /** Monotonic clock at arrival, ms: intervals between attempts are taken from it. */
  readonly arrivedMono: number
  readonly answer: Answer
  /** The body as JSON, undefined where it is none, and where it is not whole. */
  readonly json: unknown
  /** It was not received by this run: another listener wrote it down. */
  readonly imported?: true
  /** Code of the error when the bytes were no HTTP request (noise only); `body` then holds what was read of them. */
  readonly fault?: string
}
