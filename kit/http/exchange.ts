import { parsed } from './parsed.ts'
import type { Signed } from './signed.ts'

/** Header lines in the order and letter case of the wire; a repeated name is a repeated pair. */
export type RawHeaders = ReadonlyArray<readonly [name: string, value: string]>

/** Why no response came: the transport's word, never a judgement. */
export interface TransportFault {
  /**
   * `refused`: no connection. `reset`: closed before a whole response. `timeout`: nothing in time. `garbage`: not HTTP.
   * `tls`, `dns`: as named. `stopped`: the run ended while it was under way.
   */
  readonly kind: 'refused' | 'reset' | 'timeout' | 'garbage' | 'tls' | 'dns' | 'stopped'
  readonly message: string
}

export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly headers: RawHeaders
  readonly body: Buffer
  /** Present where its sender signed it. */
  readonly signed?: Signed
}

export interface RecordedResponse {
  readonly status: number
  readonly headers: RawHeaders
  readonly body: Buffer
}

/** Message of a connection that the suite dropped itself, before its answer was read. */
export const ABANDONED = 'the suite dropped the connection before the answer'

/** Message of a request that was still waiting for its connection when the run was stopped. */
export const UNSENT = 'the run was stopped before it was sent'

/** Whether anything of a request may have reached anybody: without a connection nothing was sent. */
export const wasSent = ({
  fault,
}: {
  readonly fault?: Pick<TransportFault, 'kind' | 'message'> | undefined
  readonly response?: unknown
}): boolean => fault?.kind !== 'refused' && fault?.kind !== 'dns' && fault?.message !== UNSENT

/** Whether the target itself ended an exchange without an answer: it closed the connection, or sent what is no HTTP. */
export const isBrokenOff = ({ fault }: Pick<Exchange, 'fault'>): boolean =>
  (fault?.kind === 'reset' && fault.message !== ABANDONED) || fault?.kind === 'garbage'

/**
 * Whether a request was broken off unread: a process that ends closes the connections of which it has read everything, and
 * its system resets those of which something was left.
 */
export const isCutUnread = ({ fault }: Pick<Exchange, 'fault'>): boolean =>
  fault?.kind === 'reset' && fault.message.includes('ECONNRESET')

/** Whether an answer ended before, or went on behind, the length that its headers say. */
export const isOfOtherLength = (fault?: Pick<TransportFault, 'message'>): boolean =>
  fault?.message.includes('CONTENT_LENGTH_MISMATCH') === true

/** What is known of a request, whatever came back: exact bytes, raw headers and times. */
interface Sent {
  readonly id: string
  /** The service that it was sent to, by the id of its contract. */
  readonly service: string
  /** The check that sent it. */
  readonly check: string
  /** What the sender called this step, for failure texts and reports. */
  readonly label: string
  /** The endpoint of the document it addresses, such as `POST /loans`; empty for none. */
  readonly operation: string
  /** Name of the key in the target file it was sent with (`members[0]`, `guest`); empty for none. */
  readonly key: string
  /** It was sent to meet the rate limiter: 429 is an answer to it. */
  readonly expects429?: true
  readonly request: RecordedRequest
  /** Wall clock, ms since the epoch, at the first byte out. */
  readonly sentAt: number
  /** Wall clock, ms since the epoch, when the last byte was in or the fault known. */
  readonly endedAt: number
}

/** What came back: an answer, or why there is none. */
export type Received =
  | { readonly response: RecordedResponse; readonly fault?: never }
  | { readonly fault: TransportFault; readonly response?: never }

/** One request with what came back. */
export type Exchange = Sent & Received

/** The same before it is kept, which gives it its id. */
export type UnkeptExchange = Omit<Sent, 'id'> & Received

/** Value of a header by name in any letter case; several lines of one name are joined with a comma and a blank. */
export function header(headers: RawHeaders, name: string): string | undefined {
  const wanted = name.toLowerCase()
  const values = headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(', ')
}

/** The body as JSON, or undefined where it is none. Shared by all who ask: not to be changed. */
export const json = (message: { readonly body: Buffer } | undefined): unknown =>
  message === undefined || message.body.length === 0 ? undefined : parsed(message.body)
