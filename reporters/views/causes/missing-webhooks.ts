import type { Report, ReportedService } from '../../../kit/report/report.ts'
import { deliveriesTo, waitsFor } from './service-webhooks.ts'

/** Webhooks of a service that were waited for in vain, although the run caused some. */
export function missingWebhooks(
  { deliveries, target, cost, requirements }: Report,
  { id: service, webhooks }: ReportedService,
): string[] {
  if (webhooks === undefined) return []
  const { reachedBy, caused } = webhooks
  const sent = cost.spends[caused.budget] ?? 0
  const isMissed = requirements.some(
    ({ id, verdict }) => waitsFor(webhooks, id) && (verdict === 'fail' || verdict === 'blocked'),
  )
  if (sent === 0 || !isMissed || !target.claims.includes(reachedBy)) return []
  if (deliveriesTo(webhooks, deliveries).length > 0) return []
  return [
    `not one ${caused.webhook} of ${sent} ${caused.budget} arrived: the ${service} service sends none, or cannot reach the address that ${reachedBy} of the target file gives it; its log may say where it tried`,
  ]
}
