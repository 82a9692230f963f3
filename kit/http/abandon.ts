import http from 'node:http'
import https from 'node:https'
import type { RecordedRequest } from './exchange.ts'

/**
 * Sends a request and drops the connection before the answer can be read: the client whose answer got lost.
 * Resolves once the bytes are out and the connection is gone.
 *
 * @param graceMs how long the connection stays open after the last byte went out, so that the target reads it whole
 */
export function abandon(request: RecordedRequest, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const { request: open } = request.url.startsWith('https:') ? https : http
    const headers: Record<string, string> = Object.fromEntries(request.headers)
    const out = open(request.url, { method: request.method, headers, agent: false })
    out.on('error', () => resolve())
    out.on('close', () => resolve())
    out.on('response', (incoming) => incoming.destroy())
    out.on('finish', () => setTimeout(() => out.destroy(), graceMs))
    out.end(request.body)
  })
}
