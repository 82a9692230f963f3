import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import type { CheckContext, RequirementId } from '../../define.ts'
import type { Step } from '../story/steps.ts'

/** Concludes from what arrived about a resend. */
export function concludeOn(
  t: CheckContext,
  id: RequirementId,
  { trial }: Step,
  found: {
    ok: boolean
    soft?: boolean
    expected: string
    actual: string
    deliveries: readonly Delivery[]
    /** Whether it rests on what did not come. */
    awaited?: boolean
  },
): void {
  const { ok, soft = false, expected, actual, deliveries, awaited = true } = found
  const exchange = trial.accepted ?? trial.whole
  const subject = `POST /v1/otp/resend (${exchange.label})`
  t.conclude(id, { ok, soft, subject, expected, actual, awaited, evidence: [exchange, ...deliveries.slice(0, 3)] })
}
