import type { ReportedDelivery } from '../../../kit/evidence/recorder.ts'
import type { ReportedService } from '../../../kit/report/report.ts'
import { patternOf } from '../../../kit/schema/pattern.ts'

type Traits = NonNullable<ReportedService['webhooks']>

/** The deliveries that came to inboxes of a service. */
export function deliveriesTo({ inboxes }: Traits, deliveries: readonly ReportedDelivery[]): ReportedDelivery[] {
  const fits = patternOf(inboxes)
  return fits === undefined ? [] : deliveries.filter(({ inbox }) => fits(inbox))
}

/** Whether a requirement waits for webhooks of a service. */
export const waitsFor = ({ awaitedBy }: Traits, requirement: string): boolean =>
  patternOf(awaitedBy)?.(requirement) === true
