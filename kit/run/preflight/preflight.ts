import type { ServiceDefinition } from '../../contract/service.ts'
import type { RawHeaders } from '../../http/exchange.ts'
import { Transport } from '../../http/transport.ts'
import type { Target } from '../../target/target.ts'
import { TargetUnreachable } from './preflight-fault.ts'

/** Longest time, ms, that a target may take to show that it is there. */
const PATIENCE_MS = 8_000

/**
 * Asks every service once for anything at all. An answer of any status is an answer.
 * @throws TargetUnreachable for the first service that gives none.
 */
export async function preflightTarget(
  target: Target,
  services: readonly ServiceDefinition[],
  signal: AbortSignal,
): Promise<void> {
  const transport = new Transport({
    timeoutMs: Math.min(PATIENCE_MS, target.timing.request * 1000),
    network: target.network,
  })
  try {
    await Promise.all(services.map((service) => ask(transport, target, service, signal)))
  } finally {
    await transport.close()
  }
}

async function ask(
  transport: Transport,
  target: Target,
  { contract, preflightPath }: ServiceDefinition,
  signal: AbortSignal,
): Promise<void> {
  const { baseUrl = '', host } = target.services[contract.id] ?? {}
  const headers: RawHeaders = [['Accept', 'application/json'], ...(host === undefined ? [] : [['Host', host] as const])]
  const request = { method: 'GET', url: `${baseUrl}${preflightPath()}`, headers, body: Buffer.alloc(0) }
  let answered = await transport.send(request, signal)
  // One connection closed without a word may be a server that restarts.
  if ('fault' in answered && answered.fault.kind === 'reset' && !signal.aborted)
    answered = await transport.send(request, signal)
  if ('fault' in answered && !signal.aborted) throw new TargetUnreachable(contract.id, baseUrl, answered.fault)
}
