import type { ServiceDefinition } from '../../contract/service.ts'
import { Transport } from '../../http/transport.ts'
import type { Target } from '../../target/target.ts'
import { SomethingElse, TargetSilent } from './preflight-fault.ts'
import { prefixOf, standingOf } from './standing.ts'

/** Longest time, ms, that a target may take to show that it is there. */
const PATIENCE_MS = 8_000

/**
 * Asks every service whether it is there.
 * @throws TargetSilent for the first that gives no answer, SomethingElse where another server answers for it, or
 * where its base URL ends in what the paths of its document begin with
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
    await Promise.all(services.map((service) => assertThere(transport, target, service, signal)))
  } finally {
    await transport.close()
  }
}

async function assertThere(
  transport: Transport,
  target: Target,
  service: ServiceDefinition,
  signal: AbortSignal,
): Promise<void> {
  const { id } = service.contract
  const { baseUrl = '' } = target.services[id] ?? {}
  const standing = await standingOf(transport, target, service, signal)
  if (signal.aborted) return
  if (standing.kind === 'silent') throw new TargetSilent(id, baseUrl, standing.fault)
  const shorter = await withoutPrefix(transport, target, service, signal)
  if (shorter !== undefined) throw new SomethingElse(id, baseUrl, shorter.word, shorter.fix)
  if (standing.kind === 'foreign') throw new SomethingElse(id, baseUrl, `it ${standing.word}`)
}

/** Where a base URL ends in what the document's own paths begin with, and the service stands at the URL without it. */
async function withoutPrefix(
  transport: Transport,
  target: Target,
  service: ServiceDefinition,
  signal: AbortSignal,
): Promise<{ readonly word: string; readonly fix: string } | undefined> {
  const { id } = service.contract
  const section = target.services[id]
  const prefix = prefixOf(service)
  if (section === undefined || prefix === '' || !section.baseUrl.endsWith(prefix)) return undefined
  const baseUrl = section.baseUrl.slice(0, -prefix.length)
  const shorter = { ...target, services: { ...target.services, [id]: { ...section, baseUrl } } }
  if ((await standingOf(transport, shorter, service, signal)).kind !== 'there') return undefined
  return {
    word: `its base URL ends in ${prefix}, with which every path of the document begins, so that requests would go to ${prefix}${prefix}`,
    fix: `Its base URL is ${baseUrl}`,
  }
}
