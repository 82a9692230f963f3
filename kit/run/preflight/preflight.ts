import type { ServiceDefinition } from '../../contract/service.ts'
import { Transport } from '../../http/transport.ts'
import type { Target } from '../../target/target.ts'
import { permits } from '../../target/tiers.ts'
import { foreign } from './foreign.ts'
import { type FirstLook, Knocking } from './knocking.ts'
import { claimsOf, misplaced } from './misplaced.ts'
import { SomethingElse, TargetSilent } from './preflight-fault.ts'
import { type Asker, standingOf } from './standing.ts'

/** Longest time, ms, that a target may take to show that it is there; what takes events may answer each after 10 s. */
const PATIENCE_MS = 8_000
const EVENTS_PATIENCE_MS = 20_000

/**
 * Asks every service whether it is there.
 * @throws TargetSilent for the first that gives no answer, SomethingElse where another server answers for it, or
 * where its base URL is wrong by a part of its path, and it stands beside
 */
export async function preflightTarget(
  target: Target,
  services: readonly ServiceDefinition[],
  signal: AbortSignal,
): Promise<FirstLook> {
  const asked = services.map((service) => ({
    service,
    transport: new Transport({ timeoutMs: patienceMs(service, target), network: target.network }),
  }))
  const knocking = asked.map(({ service, transport }) => ({ service, asker: new Knocking(transport) }))
  try {
    await Promise.all(knocking.map(({ service, asker }) => assertThere(asker, target, service, signal)))
    const looks = knocking.map(({ asker }) => asker.look)
    return { asked: looks.reduce((sum, { asked: many }) => sum + many, 0), taken: looks.flatMap(({ taken }) => taken) }
  } finally {
    await Promise.all(asked.map(({ transport }) => transport.close()))
  }
}

/** How long, ms, a service is waited for. */
export function patienceMs(
  { section }: Pick<ServiceDefinition, 'section'>,
  { timing }: Pick<Target, 'timing'>,
): number {
  return Math.min(section.reached === 'by events' ? EVENTS_PATIENCE_MS : PATIENCE_MS, timing.request * 1000)
}

async function assertThere(
  transport: Asker,
  target: Target,
  service: ServiceDefinition,
  signal: AbortSignal,
): Promise<void> {
  const { id } = service.contract
  const { baseUrl = '' } = target.services[id] ?? {}
  const standing = await standingOf(transport, target, service, signal)
  if (signal.aborted) return
  if (standing.kind === 'silent')
    throw new TargetSilent(id, baseUrl, standing.fault, target.network.proxy, standing.cutOff)
  const beside = await misplaced(transport, target, service, standing, signal)
  if (signal.aborted) return
  if (beside !== undefined) throw new SomethingElse(id, baseUrl, beside.word, beside.fix)
  if (standing.kind === 'foreign' && !(await knowsKey(transport, target, service, signal)))
    throw new SomethingElse(id, baseUrl, `it ${standing.word}`)
}

/**
 * Whether a service whose every answer without a key looks like another server's answers a read with one in words of its own:
 * what stands before it may write such pages.
 */
async function knowsKey(
  transport: Asker,
  target: Target,
  service: ServiceDefinition,
  signal: AbortSignal,
): Promise<boolean> {
  const [probe] = service.claimProbes(target, claimsOf(service))
  if (probe === undefined || !permits(target, 'read')) return false
  const { method, url, headers, body = Buffer.alloc(0) } = probe.request
  const answered = await transport.send({ method, url, headers, body }, signal)
  return 'response' in answered && foreign(answered.response) === undefined
}
