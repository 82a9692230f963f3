import type { ServiceDefinition } from '../../contract/service.ts'
import { header } from '../../http/exchange.ts'
import type { Claims } from '../../target/claims.ts'
import type { Target } from '../../target/target.ts'
import { attemptsOf } from '../../webhooks/attempts.ts'
import type { Delivery } from '../../webhooks/delivery.ts'

/** What a run met that the target file does not claim, each with the line that would have it judged. */
export function unclaimed(
  { target, claims, services }: { target: Target; claims: Claims; services: readonly ServiceDefinition[] },
  deliveries: readonly Delivery[],
): readonly string[] {
  const carry = (name: string): boolean => deliveries.some(({ headers }) => header(headers, name) !== undefined)
  const note = (claim: string, what: string): string[] =>
    claims.isMade(target, claim) ? [] : [`present but unclaimed: ${what}; judged with ${claims.lineFor(claim)}`]
  const signed = services.flatMap(({ contract, webhooks }) =>
    webhooks !== undefined && carry(webhooks.signatureHeader)
      ? note(webhooks.signatureClaim, `webhooks of the ${contract.id} service are signed`)
      : [],
  )
  return [
    ...signed,
    ...(services.some(({ webhooks }) => webhooks?.retriesUnstated) && failedAndRepeated(deliveries)
      ? note('webhooks.retryWithin', 'webhooks that failed are tried again')
      : []),
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
