import type { ServiceDefinition } from '../../contract/service.ts'
import type { Standing } from '../preflight/standing.ts'

/** How long another service is asked that may have gone as well, ms. */
const AT_ONCE_MS = 1_000

/** Ids of the other services that are not there either, as far as that shows at once. */
export async function goneBeside(
  others: readonly ServiceDefinition[],
  signal: AbortSignal,
  ask: (service: ServiceDefinition, until: AbortSignal) => Promise<Standing>,
): Promise<readonly string[]> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(AT_ONCE_MS)])
  const found = await Promise.all(
    others.map(async (each) => ({ id: each.contract.id, standing: await ask(each, until) })),
  )
  return found.flatMap(({ id, standing }) =>
    standing.kind === 'silent' && standing.fault.kind !== 'stopped' ? [id] : [],
  )
}
