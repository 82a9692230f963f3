import type { ClaimProbe, DeniedClaim } from '../../contract/service.ts'
import type { SendRequest } from '../../http/client.ts'
import type { Context } from '../context.ts'
import type { Owner } from '../owner.ts'
import type { Session } from '../session.ts'

/**
 * Asks after the claims that are needed, each at its own service: what needs one that the target denies is blocked from
 * now on. Gives back those.
 * @param canAsk whether a read can be sent; every one when absent
 */
export async function denyClaims(
  session: Session,
  needed: ReadonlySet<string>,
  canAsk: (owner: Owner, request: SendRequest) => boolean = () => true,
): Promise<readonly DeniedClaim[]> {
  const denied = await Promise.all(
    session.services.map(async ({ contract: { id }, claimProbes }): Promise<DeniedClaim[]> => {
      const owner: Owner = { name: 'claims', service: id, uses: [], needs: [], covers: [], cost: {} }
      const probes = claimProbes(session.target, needed).filter(({ request }) => canAsk(owner, request))
      return deniedBy(session.context(owner), id, probes)
    }),
  )
  session.deny(denied.flat())
  return denied.flat()
}

/**
 * What the target denies of its claims, by a read for each: nothing is made by it.
 * @param t sends as the service that the probes are of
 */
async function deniedBy(t: Context, service: string, probes: readonly ClaimProbe[]): Promise<DeniedClaim[]> {
  const found = await Promise.all(
    probes.map(async ({ claim, request, otherwise, verdict }) => {
      const first = verdict(await t.send(request))
      const denied = first === undefined || otherwise === undefined ? first : verdict(await t.send(otherwise))
      return denied === undefined ? [] : [{ claim, caller: `${service}.keys.${request.key}`, ...denied }]
    }),
  )
  return found.flat().map(({ caller, ...denied }, _, all) => {
    if (denied.claim === caller || !all.some((each) => each.claim === caller)) return denied
    // A refusal that the caller explains says nothing of what was asked after.
    return { ...denied, reason: `${denied.claim} can only be tried with ${caller}, which the target does not take.` }
  })
}
