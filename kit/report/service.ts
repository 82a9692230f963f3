import type { ServiceDefinition } from '../contract/service.ts'
import { paceFor } from '../rate/pace.ts'
import type { ReportedService } from './schema/run.ts'

/** What readers of a report need to know of a service that was judged. */
export function reportedService(
  { contract, section, examplePath, webhooks }: ServiceDefinition,
  { timeScale }: { readonly timeScale: number },
): ReportedService {
  const { id, prefix, title, rate } = contract
  const { reached } = section
  const service = {
    id,
    prefix,
    title,
    pace: paceFor(rate, timeScale),
    ...(examplePath === undefined ? {} : { examplePath }),
    ...(reached === undefined ? {} : { reached }),
  }
  if (webhooks === undefined) return service
  // The run alone needs these.
  const { importedInbox: _, successes: __, ...traits } = webhooks
  return { ...service, webhooks: traits }
}
