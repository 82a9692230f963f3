import { randomUUID } from 'node:crypto'
import type { ClaimProbe } from '../../../kit/contract/service.ts'
import type { Exchange, RawHeaders } from '../../../kit/http/exchange.ts'
import type { Target } from '../../../kit/target/target.ts'
import { isNeeded, missing, probe, refusedKey } from '../../shared/claim-probes.ts'
import type { MessagingSection } from './section.ts'

/** Keys that are valid, each for itself. */
const VALID = ['bound', 'unbound', 'otherUser'] as const

/** A list is there, and be it empty, whoever asks for it. What reads one record says nothing of its endpoint. */
const isOfSenders = ({ response }: Exchange): boolean => response !== undefined && response.status !== 404

/** A read with each valid key that the target file names, and one of each record that it names. */
export function messagingProbes(target: Target, needed: ReadonlySet<string>): readonly ClaimProbe[] {
  // Which of its keys a check calls with is decided when it runs.
  const asked = [...needed].some((claim) => claim.startsWith('messaging'))
  const section = target.services.messaging as MessagingSection
  return [...(asked ? keyProbes(section) : []), ...recordProbes(section).filter(({ claim }) => isNeeded(claim, needed))]
}

function keyProbes({ keys = {}, baseUrl }: MessagingSection): readonly ClaimProbe[] {
  return VALID.flatMap((name): ClaimProbe[] => {
    const value = keys[name]
    if (value === undefined) return []
    const claim = `messaging.keys.${name}`
    const request = probe(claim, `${baseUrl}/v1/whatsapp/senders`, name, [['X-API-Key', value]])
    const otherwise = probe(claim, `${baseUrl}/v1/workspace/all/`, name, [['X-API-Key', value]])
    const verdict: ClaimProbe['verdict'] = (exchange) => refusedKey(claim, exchange)
    return [{ claim, request, otherwise, verdict, showsEndpoint: isOfSenders }]
  })
}

function recordProbes({ keys = {}, baseUrl, bearer, fixtures = {} }: MessagingSection): readonly ClaimProbe[] {
  const own = keys.bound === undefined ? 'unbound' : 'bound'
  const caller: RawHeaders = keys[own] === undefined ? [] : [['X-API-Key', keys[own]]]
  const { conversation, campaign } = fixtures
  const probes: ClaimProbe[] = []
  if (conversation !== undefined) {
    const claim = 'messaging.fixtures.conversation'
    const url = `${baseUrl}/v1/whatsapp/conversations/${encodeURIComponent(conversation)}`
    probes.push({ claim, request: probe(claim, url, own, caller), verdict: (exchange) => missing(claim, exchange) })
  }
  if (bearer !== undefined) {
    const claim = 'messaging.bearer'
    const url = `${baseUrl}/v1/campaign/${encodeURIComponent(campaign ?? randomUUID())}`
    const headers: RawHeaders = [...caller, ['Authorization', `Bearer ${bearer}`]]
    probes.push({ claim, request: probe(claim, url, own, headers), verdict: (exchange) => refusedKey(claim, exchange) })
  }
  return probes
}
