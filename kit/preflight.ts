import { randomUUID } from 'node:crypto'
import type { Service } from '../specs/index.ts'
import type { RawHeaders, TransportFault } from './http/exchange.ts'
import { Transport } from './http/transport.ts'
import { servicesOf } from './report.ts'
import type { Target } from './target/target.ts'

/** Longest time, ms, that a target may take to show that it is there. */
const PATIENCE_MS = 8_000

/** A listed path of each service, asked for without credentials: cheap, and it changes nothing. */
const PATHS: Readonly<Record<Service, () => string>> = {
  payment: () => `/api/v1/payments/${randomUUID()}`,
  messaging: () => '/v1/whatsapp/senders',
}

const HINTS: Readonly<Record<TransportFault['kind'], string>> = {
  refused: 'Is the service running, and is the port right?',
  dns: 'Is the host name spelt right, and known where this runs?',
  tls: 'Does the port speak TLS, and is its certificate valid for this host? NODE_EXTRA_CA_CERTS names a private authority.',
  timeout: 'Is a firewall or a proxy in between, or does the service hang?',
  garbage: 'Does the port speak HTTP? One that speaks TLS needs https:// in the base URL.',
  reset: 'Does the port speak HTTP? A proxy without its upstream closes connections in this way too.',
}

/** No HTTP answer came from a base URL: nothing can be judged. */
export class TargetUnreachable extends Error {
  readonly service: Service
  readonly fault: TransportFault

  constructor(service: Service, url: string, fault: TransportFault) {
    super(`the ${service} service at ${url} is not reachable: ${brief(fault.message)}. ${HINTS[fault.kind]}`)
    this.name = 'TargetUnreachable'
    this.service = service
    this.fault = fault
  }
}

/**
 * Asks every service once for anything at all. An answer of any status is an answer.
 * @throws TargetUnreachable for the first service that gives none.
 */
export async function preflightTarget(target: Target, signal: AbortSignal): Promise<void> {
  const transport = new Transport({ timeoutMs: Math.min(PATIENCE_MS, target.timing.request * 1000) })
  try {
    await Promise.all(servicesOf(target).map((service) => ask(transport, target, service, signal)))
  } finally {
    await transport.close()
  }
}

async function ask(transport: Transport, target: Target, service: Service, signal: AbortSignal): Promise<void> {
  const { baseUrl = '', host } = target[service] ?? {}
  const headers: RawHeaders = [['Accept', 'application/json'], ...(host === undefined ? [] : [['Host', host] as const])]
  const request = { method: 'GET', url: `${baseUrl}${PATHS[service]()}`, headers, body: Buffer.alloc(0) }
  let answered = await transport.send(request, signal)
  // One connection closed without a word may be a server that restarts.
  if ('fault' in answered && answered.fault.kind === 'reset' && !signal.aborted)
    answered = await transport.send(request, signal)
  if ('fault' in answered && !signal.aborted) throw new TargetUnreachable(service, baseUrl, answered.fault)
}

/** OpenSSL tells where in its source it gave up; the reason is the last but two of its parts. */
function brief(message: string): string {
  return message.trim().replace(/^TLS: \w+:error:\w+:[^:]*:[^:]*:([^:]+):[\s\S]*$/, 'TLS: $1')
}
