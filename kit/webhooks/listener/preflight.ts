import { randomUUID } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { TLSSocket } from 'node:tls'
import type { RawHeaders } from '../../http/exchange.ts'
import type { Delivery } from '../delivery.ts'

export interface PreflightResult {
  /** The nonce came back to this server. */
  readonly reachable: boolean
  /** Signatures can be judged: every byte of the body arrived as sent. */
  readonly bytesFaithful: boolean
  /** Letter case and repetition of header lines arrived as sent. */
  readonly headersFaithful: boolean
  readonly roundTripMs: number | undefined
  /** What to know or to repair, one sentence; empty when all is well. */
  readonly note: string
}

export interface PreflightResponse {
  readonly status: number
  /** Why the certificate would not be trusted, when it would not. */
  readonly distrust?: string
}

/** Sends one POST, header lines in the given order and case. Rejects when no response comes. */
export type PreflightSend = (url: string, headers: RawHeaders, body: Buffer) => Promise<PreflightResponse>

/** Sends through the public URL what a careless tunnel would alter, and compares what arrives. Never throws. */
export async function preflight(
  url: string,
  arrived: (nonce: string) => { readonly delivery: Delivery; readonly misrouted: boolean } | undefined,
  send: PreflightSend = sendRaw,
): Promise<PreflightResult> {
  const nonce = randomUUID()
  // CRLF, an escape, a number with a zero fraction, a repeated key, raw UTF-8 and a line end: all lost by re-serialising.
  const body = Buffer.from(`{"nonce":"${nonce}",\r\n "text":"caf\\u00e9 é","amount":5000.0,"amount":5000.00}\n`)
  const odd: RawHeaders = [
    ['X-nOnCe-Odd', nonce],
    ['X-Nonce-Twice', 'one'],
    ['X-Nonce-Twice', 'two'],
  ]
  const headers: RawHeaders = [['Content-Type', 'application/json'], ...odd]
  const start = performance.now()
  let response: PreflightResponse | undefined
  let fault = ''
  try {
    response = await send(url, headers, body)
  } catch (error) {
    fault = error instanceof Error ? error.message || error.name : String(error)
  }
  const roundTripMs = performance.now() - start
  const found = arrived(nonce)
  if (found === undefined || found.misrouted) {
    const why =
      found !== undefined
        ? 'a request to the public URL arrives with its path changed; forward the path as it is'
        : response === undefined
          ? `the public URL does not answer: ${fault}`
          : `the public URL answers ${response.status}, but the request does not arrive here; is it forwarded to this listener?`
    return { reachable: false, bytesFaithful: false, headersFaithful: false, roundTripMs: undefined, note: why }
  }
  const lines = found.delivery.headers.filter(([name]) => /^x-nonce-/i.test(name))
  const bytesFaithful = found.delivery.body.equals(body)
  const headersFaithful = JSON.stringify(lines) === JSON.stringify(odd)
  const notes = [
    bytesFaithful ? '' : 'bodies are altered on the way, so that signatures cannot be judged',
    headersFaithful ? '' : 'case or repetition of header lines is altered on the way',
    response === undefined ? `requests arrive, but no answer goes back: ${fault}` : '',
    response !== undefined && response.status !== 200 ? `the answer 200 arrives as ${response.status}` : '',
    response?.distrust === undefined ? '' : `the certificate is not trusted here: ${response.distrust}`,
  ]
  const note = notes.filter((each) => each !== '').join('; ')
  return { reachable: true, bytesFaithful, headersFaithful, roundTripMs, note }
}

const PATIENCE = 10_000

export function sendRaw(url: string, headers: RawHeaders, body: Buffer): Promise<PreflightResponse> {
  const { host, protocol } = new URL(url)
  const lines = [['Host', host], ...headers, ['Content-Length', String(body.length)], ['Connection', 'close']]
  return new Promise((resolve, reject) => {
    const secure = protocol === 'https:'
    const options = {
      method: 'POST',
      headers: lines.flat(),
      agent: false,
      signal: AbortSignal.timeout(PATIENCE),
      // Only a nonce is sent, and it proves who received it. Distrust is reported instead of hiding everything else.
      rejectUnauthorized: false,
    }
    const request = (secure ? requestHttps : requestHttp)(url, options, (response) => {
      const socket = response.socket as Partial<TLSSocket>
      const distrust = secure && socket.authorized === false ? String(socket.authorizationError) : undefined
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, ...(distrust === undefined ? {} : { distrust }) }),
      )
      response.resume()
    })
    request.on('error', reject)
    request.end(body)
  })
}
