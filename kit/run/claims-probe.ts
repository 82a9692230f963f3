import type { ClaimProbe, DeniedClaim } from '../contract/service.ts'
import type { Context } from './context.ts'

/**
 * Asks after what the target file claims, a read for each claim: nothing is made by it. Gives back what the target denies.
 * @param t sends as the service that the probes are of
 */
export async function deniedBy(t: Context, service: string, probes: readonly ClaimProbe[]): Promise<DeniedClaim[]> {
  const found = await Promise.all(
    probes.map(async ({ claim, request, verdict }) => {
      const denied = verdict(await t.send(request))
      return denied === undefined ? [] : [{ claim, caller: `${service}.keys.${request.key}`, ...denied }]
    }),
  )
  return found.flat().map(({ caller, ...denied }, _, all) => {
    if (denied.claim === caller || !all.some((each) => each.claim === caller)) return denied
    // A refusal that the caller explains says nothing of what was asked after.
    return { ...denied, reason: `${denied.claim} can only be tried with ${caller}, which the target does not take.` }
  })
}
