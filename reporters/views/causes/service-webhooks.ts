import type { ReportedDelivery } from '../../../kit/evidence/recorder.ts'
import type { ReportedService } from '../../../kit/report/report.ts'

type Traits = NonNullable<ReportedService['webhooks']>

/** The deliveries that came to inboxes of a service. */
export function deliveriesTo({ inboxes }: Traits, deliveries: readonly ReportedDelivery[]): ReportedDelivery[] {
  const pattern = patternOf(inboxes)
  return deliveries.filter(({ inbox }) => pattern.test(inbox))
}

/** Whether a requirement waits for webhooks of a service. */
export const waitsFor = ({ awaitedBy }: Traits, requirement: string): boolean => patternOf(awaitedBy).test(requirement)

/** A report may have been changed on its way: what is no pattern matches nothing. */
function patternOf(source: string): RegExp {
  try {
    return new RegExp(source)
  } catch {
    return /(?!)/
  }
}
