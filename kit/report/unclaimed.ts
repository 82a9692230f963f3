import { header } from '../http/exchange.ts'
import { type Claim, hasClaim, lineFor } from '../target/claims.ts'
import type { Target } from '../target/target.ts'
import { attemptsOf } from '../webhooks/attempts.ts'
import type { Delivery } from '../webhooks/delivery.ts'

/** What a run met that the target file does not claim, each with the line that would have it judged. */
export function unclaimed(target: Target, deliveries: readonly Delivery[]): readonly string[] {
  const carry = (name: string): boolean => deliveries.some(({ headers }) => header(headers, name) !== undefined)
  const told = (claim: Claim, what: string): string[] =>
    hasClaim(target, claim) ? [] : [`present but unclaimed: ${what}; ${lineFor(claim)} has it judged`]
  return [
    ...(carry('X-Pay-Signature') ? told('payment.signingKey', 'webhooks of payments are signed') : []),
    ...(carry('X-Svc-Signature') ? told('messaging.smsWebhook.secret', 'SMS webhooks are signed') : []),
    ...(failedAndRepeated(deliveries) ? told('webhooks.retryWithin', 'webhooks that failed are tried again') : []),
  ]
}

function failedAndRepeated(deliveries: readonly Delivery[]): boolean {
  const failed = new Set<string>()
  for (const [{ inbox, answer }, { identity, attempt }] of attemptsOf(deliveries)) {
    const event = JSON.stringify([inbox, identity])
    if (attempt > 1 && failed.has(event)) return true
    if (answer.kind === 'status' && answer.status >= 300) failed.add(event)
  }
  return false
}
