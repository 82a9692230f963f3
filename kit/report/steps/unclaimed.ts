import type { ServiceDefinition, WebhookTraits } from '../../contract/service.ts'
import { header } from '../../http/exchange.ts'
import { patternOf } from '../../schema/pattern.ts'
import type { Claims } from '../../target/claims.ts'
import type { Target } from '../../target/target.ts'
import type { Delivery } from '../../webhooks/delivery.ts'

/** What a run met that the target file does not claim, each with the line that would have it judged. */
export function unclaimed(
  { target, claims, services }: { target: Target; claims: Claims; services: readonly ServiceDefinition[] },
  deliveries: readonly Delivery[],
): readonly string[] {
  // What came elsewhere was signed with what the run itself gave.
  const carry = ({ signatureHeader, inboxes }: WebhookTraits): boolean => {
    const isOwn = patternOf(inboxes)
    return deliveries.some(
      ({ headers, inbox }) => isOwn?.(inbox) === true && header(headers, signatureHeader) !== undefined,
    )
  }
  const note = (claim: string, what: string): string[] =>
    claims.isMade(target, claim) ? [] : [`present but unclaimed: ${what}; judged with ${claims.lineFor(claim)}`]
  return services.flatMap(({ contract, webhooks }) =>
    webhooks !== undefined && carry(webhooks)
      ? note(webhooks.signatureClaim, `webhooks of the ${contract.id} service are signed`)
      : [],
  )
}
