import type { ServiceDefinition } from '../contract/service.ts'
import { paceFor } from '../rate/pace.ts'
import type { ReportedService } from './schema/run.ts'

/** What readers of a report need to know of a service that was judged. */
export function reportedService(
  { contract, examplePath, webhooks }: ServiceDefinition,
  { timeScale }: { readonly timeScale: number },
): ReportedService {
  const { id, prefix, title, rate } = contract
  const service = { id, prefix, title, examplePath, pace: paceFor(rate, timeScale) }
  if (webhooks === undefined) return service
  // The run alone needs these.
  const { importedInbox: _, retriesUnstated: __, successes: ___, ...traits } = webhooks
  return { ...service, webhooks: traits }
}
