import type { IncomingMessage } from 'node:http'
import { steadyNow } from '../../clock/steady.ts'
import { bodyHash } from '../../http/body-digest.ts'
import { json, type RawHeaders } from '../../http/exchange.ts'
import type { Volume } from '../../http/volume.ts'
import type { Delivery } from '../delivery.ts'

/** A request as read, before it is given a place and an answer. */
export type Reading = Omit<Delivery, 'id' | 'inbox' | 'answer'>

export interface ReadingLimits {
  /** Bytes of a body that are kept. */
  readonly bodyLimit: number
  /** Milliseconds without a byte, and in all, after which a sender is cut off. */
  readonly stallMs: number
  readonly totalMs: number
  readonly volume?: Volume
}

/** Reads one request to its end, its sender's end or the limit of patience. Never rejects. */
export function readRequest(request: IncomingMessage, limits: ReadingLimits): Promise<Reading> {
  const arrivedAt = Date.now()
  const arrivedMono = steadyNow()
  const { socket } = request
  const peer = `${socket.remoteAddress ?? ''}:${socket.remotePort ?? ''}`
  const hash = bodyHash()
  const chunks: Buffer[] = []
  let kept = 0
  let seen = 0
  const counts = limits.volume?.message()

  return new Promise((resolve) => {
    let idle: NodeJS.Timeout
    const finish = (aborted: boolean) => {
      clearTimeout(idle)
      clearTimeout(total)
      request.removeAllListeners('data')
      const body = Buffer.concat(chunks)
      const truncated = seen > kept
      resolve({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: pairs(request.rawHeaders),
        body,
        truncated,
        digest: hash.digest('hex'),
        aborted,
        httpVersion: request.httpVersion,
        tls: 'encrypted' in socket,
        peer,
        arrivedAt,
        completedAt: Date.now(),
        arrivedMono,
        json: truncated || aborted ? undefined : json({ body }),
      })
    }
    let done = false
    const once = (aborted: boolean) => {
      if (done) return
      done = true
      finish(aborted)
    }
    const cut = () => {
      once(true)
      socket.destroy()
    }
    const total = setTimeout(cut, limits.totalMs)
    const patience = () => {
      clearTimeout(idle)
      idle = setTimeout(cut, limits.stallMs)
    }
    patience()
    request.on('data', (chunk: Buffer) => {
      patience()
      hash.update(chunk)
      seen += chunk.length
      counts?.(chunk.length)
      const part = chunk.subarray(0, limits.bodyLimit - kept)
      if (part.length > 0) chunks.push(part)
      kept += part.length
    })
    request.on('end', () => once(false))
    request.on('error', () => once(true))
    request.on('close', () => once(!request.complete))
  })
}

/** Header lines as Node gives them, in pairs. */
export function pairs(raw: readonly string[]): RawHeaders {
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([raw[at] ?? '', raw[at + 1] ?? ''])
  return headers
}
