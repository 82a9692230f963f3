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
  // Named one by one: what else the kit knows of them is no business of readers, and their schema refuses it.
  const { signatureHeader, signatureClaim, timestampHeader, reachedBy, caused, inboxes, awaitedBy } = webhooks
  const traits = { signatureHeader, signatureClaim, reachedBy, caused, inboxes, awaitedBy }
  return { ...service, webhooks: timestampHeader === undefined ? traits : { ...traits, timestampHeader } }
}
