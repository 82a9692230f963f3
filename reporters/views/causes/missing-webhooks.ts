import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { deliveriesTo, waitsFor } from './service-webhooks.ts'

/** Webhooks of a service that were waited for in vain, although the run caused some. */
export function missingWebhooks(
  { deliveries, target, cost, requirements, exchanges }: Report,
  { id: service, webhooks }: ReportedService,
): string[] {
  if (webhooks === undefined) return []
  const { reachedBy, caused } = webhooks
  const sent = cost.spends[caused.budget] ?? 0
  // Of what was refused nothing is to be told, and nothing of what asks about one that is there.
  const isTaken = exchanges.some(
    ({ service: of, operation, response }) =>
      of === service && /^POST [^{]*$/.test(operation) && Math.floor((response?.status ?? 0) / 100) === 2,
  )
  const troubled = requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'blocked')
  const missed = troubled.filter(({ id }) => waitsFor(webhooks, id))
  if (sent === 0 || !isTaken || missed.length === 0 || !target.claims.includes(reachedBy)) return []
  if (deliveriesTo(webhooks, deliveries).length > 0) return []
  return [
    `not one ${caused.webhook} of ${sent} ${caused.budget} arrived: the ${service} service sends none, or cannot reach the address that ${reachedBy} of the target file gives it; its log may say where it tried. It explains ${missed.length} of ${troubled.length} that are broken or blocked`,
  ]
}
