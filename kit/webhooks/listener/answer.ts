import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from '../delivery.ts'

/** Timers of answers not yet given, so that closing the server can drop them. */
export class Pending {
  readonly #timers = new Set<NodeJS.Timeout>()

  after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, ms)
    this.#timers.add(timer)
  }

  drop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}

/** Gives the answer that was recorded. `wire` is the TCP socket: a TLS socket cannot be reset. */
export function give(answer: Answer, response: ServerResponse, wire: Socket, pending: Pending): void {
  // The sender may have gone meanwhile: what is written then is dropped, and not an error of the server.
  response.on('error', () => undefined)
  switch (answer.kind) {
    case 'status':
      if (answer.delayMs === undefined || answer.delayMs <= 0) write(answer, response)
      else pending.after(answer.delayMs, () => write(answer, response))
      return
    case 'hang':
      pending.after(answer.forMs, () => wire.destroy())
      return
    case 'reset':
      wire.resetAndDestroy()
      return
    case 'none':
      wire.destroy()
  }
}

function write(answer: Answer & { kind: 'status' }, response: ServerResponse): void {
  if (response.destroyed) return
  const { status } = answer
  const bodiless = status === 204 || status === 304
  const body = bodiless ? '' : (answer.body ?? JSON.stringify({ received: status < 300 }))
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  if (!bodiless) {
    if (!response.hasHeader('content-type')) response.setHeader('Content-Type', 'application/json')
    response.setHeader('Content-Length', Buffer.byteLength(body))
  }
  response.writeHead(status).end(body)
}
