import type { ClaimProbe, DeniedClaim } from '../../contract/service.ts'
import type { SendRequest } from '../../http/client.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Context } from '../context.ts'
import type { Owner } from '../owner.ts'
import type { Session } from '../session.ts'

/** A probe, and the answer to its first request. */
export interface AnsweredProbe {
  /** Of which it is, by the id of its contract. */
  readonly service: string
  readonly probe: ClaimProbe
  readonly exchange: Exchange
}

/** What came of asking after claims. */
export interface Probed {
  readonly denied: readonly DeniedClaim[]
  readonly answered: readonly AnsweredProbe[]
}

/** Sends as a service, for the purpose of asking after claims. */
export const claimsContext = (session: Session, service: string): Context => session.context(ownerOf(service))

const ownerOf = (service: string): Owner => ({ name: 'claims', service, uses: [], needs: [], covers: [], cost: {} })

/**
 * Asks after the claims that are needed, each at its own service: what needs one that the target denies is blocked from
 * now on. Gives back those, and what was answered.
 * @param canAsk whether a read can be sent; every one when absent
 */
export async function denyClaims(
  session: Session,
  needed: ReadonlySet<string>,
  canAsk: (owner: Owner, request: SendRequest) => boolean = () => true,
): Promise<Probed> {
  const probed = await Promise.all(
    session.services.map(({ contract: { id }, claimProbes }): Promise<Probed> => {
      const probes = claimProbes(session.target, needed).filter(({ request }) => canAsk(ownerOf(id), request))
      return answersTo(claimsContext(session, id), id, probes)
    }),
  )
  const denied = probed.flatMap((each) => each.denied)
  session.deny(denied)
  return { denied, answered: probed.flatMap(({ answered }) => answered) }
}

/**
 * What the target denies of its claims, by a read for each: nothing is made by it.
 * @param t sends as the service that the probes are of
 */
async function answersTo(t: Context, service: string, probes: readonly ClaimProbe[]): Promise<Probed> {
  const found = await Promise.all(
    probes.map(async (probe) => {
      const { claim, request, otherwise, stranger, verdict } = probe
      const exchange = await t.send(request)
      const first = verdict(exchange)
      const second = first === undefined || otherwise === undefined ? first : verdict(await t.send(otherwise))
      const isBlamed = second?.blocks === false && stranger !== undefined
      const denied = isBlamed ? verdict(exchange, await t.send(stranger)) : second
      const denials = denied === undefined ? [] : [{ claim, caller: `${service}.keys.${request.key}`, ...denied }]
      return { answered: { service, probe, exchange }, denials }
    }),
  )
  const denied = found
    .flatMap(({ denials }) => denials)
    .map(({ caller, ...one }, _, all) => {
      if (one.claim === caller || !all.some((each) => each.claim === caller)) return one
      // A refusal that the caller explains says nothing of what was asked after.
      return { ...one, reason: `${one.claim} can only be tried with ${caller}, which the target does not take.` }
    })
  return { denied, answered: found.map(({ answered }) => answered) }
}
