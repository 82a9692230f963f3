import type { Exchange } from '../../../../kit/http/exchange.ts'
import type { Delivery } from '../../../../kit/webhooks/delivery.ts'
import type { CheckContext, RequirementId } from '../../define.ts'
import type { Trial } from '../story/bisect.ts'

/** A resend that was asked, and taken where it is told of. */
export interface Asked {
  readonly trial: Pick<Trial, 'whole' | 'accepted'>
}

/** A resend that was sent as it stands, and taken. */
export const taken = (answer: Exchange): Asked => ({ trial: { whole: answer, accepted: answer } })

/** Concludes from what arrived about a resend. */
export function concludeOn(
  t: CheckContext,
  id: RequirementId,
  { trial }: Asked,
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
