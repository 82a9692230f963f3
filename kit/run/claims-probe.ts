import { randomUUID } from 'node:crypto'
import type { SendRequest } from '../http/client.ts'
import { type Exchange, json, type RawHeaders } from '../http/exchange.ts'
import type { Claim } from '../target/claims.ts'
import type { Target } from '../target/target.ts'
import type { Context } from './context.ts'

/** A claim of the target file that the target does not bear out. */
export interface Absent {
  readonly claim: Claim
  /** One sentence: what was asked, what came back, and whose mistake it is. */
  readonly reason: string
  /** Nothing that needs it can be judged. Otherwise its checks say what is wrong. */
  readonly blocks: boolean
}

interface Probe {
  readonly claim: Claim
  readonly request: SendRequest
  /** Undefined where the answer bears the claim out, or says nothing of it. */
  readonly verdict: (exchange: Exchange) => Omit<Absent, 'claim'> | undefined
}

/** Keys that are valid, each for itself. What the others are like is for the checks to find out. */
const PAYMENT_KEYS = ['otherMerchant', 'noDefaults'] as const
const MESSAGING_KEYS = ['bound', 'unbound', 'otherUser'] as const

/** What the payment document has a target say of a key that it does not take. */
const KEY_CODES: readonly string[] = ['invalid_api_key', 'MERCHANT_NOT_FOUND', 'UNAUTHORIZED']

/**
 * Asks after what the target file claims, a read for each claim: nothing is made by it.
 * @param needed the claims of the checks that are to run; no other is asked after
 */
export async function probeClaims(t: Context, needed: ReadonlySet<Claim>): Promise<readonly Absent[]> {
  const probes = probesOf(t.target, needed)
  const found = await Promise.all(
    probes.map(async ({ claim, request, verdict }) => {
      const absent = verdict(await t.send(request))
      return absent === undefined ? [] : [{ claim, key: request.key, ...absent }]
    }),
  )
  return found.flat().map(({ key, ...absent }, _, all) => {
    const caller: Claim = `messaging.keys.${key}` as Claim
    if (absent.claim === caller || !all.some((each) => each.claim === caller)) return absent
    // A refusal that the caller explains says nothing of what was asked after.
    return { ...absent, reason: `${absent.claim} can only be tried with ${caller}, which the target does not take.` }
  })
}

/** The keys that the claims are asked after with, one entry for each request. */
export function probedKeys(target: Target, needed: ReadonlySet<Claim>): readonly string[] {
  return probesOf(target, needed).map(({ request }) => request.key.replace(/\[\d+\]$/, ''))
}

function probesOf(target: Target, needed: ReadonlySet<Claim>): readonly Probe[] {
  const isMessaging = [...needed].some((claim) => claim.startsWith('messaging'))
  const isNeeded = ({ claim }: Probe): boolean => {
    // Which of its keys a check of the messaging service calls with is decided when it runs.
    if (claim.startsWith('messaging.keys.')) return isMessaging
    return needed.has(claim) || needed.has(claim.replace(/\[\d+\]$/, '') as Claim)
  }
  return [...paymentProbes(target), ...messagingProbes(target)].filter(isNeeded)
}

function paymentProbes({ payment }: Target): readonly Probe[] {
  if (payment === undefined) return []
  const { keys = {}, baseUrl } = payment
  const live = (keys.live ?? []).map((value, index) => ({ name: `live[${index}]` as const, value }))
  const others = PAYMENT_KEYS.flatMap((name) => (keys[name] === undefined ? [] : [{ name, value: keys[name] }]))
  return [...live, ...others].map(({ name, value }) => {
    const claim: Claim = `payment.keys.${name}`
    const url = `${baseUrl}/api/v1/payments/${randomUUID()}`
    const request = get('payment', url, name, [['Authorization', `Bearer ${value}`]], claim)
    return { claim, request, verdict: (exchange) => refusedKey(claim, exchange, KEY_CODES) }
  })
}

function messagingProbes({ messaging }: Target): readonly Probe[] {
  if (messaging === undefined) return []
  const { keys = {}, baseUrl, bearer, fixtures } = messaging
  const senders = MESSAGING_KEYS.flatMap((name): Probe[] => {
    const value = keys[name]
    if (value === undefined) return []
    const claim: Claim = `messaging.keys.${name}`
    const request = get('messaging', `${baseUrl}/v1/whatsapp/senders`, name, [['X-API-Key', value]], claim)
    return [{ claim, request, verdict: (exchange) => refusedKey(claim, exchange) }]
  })
  const own = keys.bound === undefined ? 'unbound' : 'bound'
  const caller: RawHeaders = keys[own] === undefined ? [] : [['X-API-Key', keys[own]]]
  const reading = (claim: Claim, path: string, more: RawHeaders, verdict: Probe['verdict']): Probe => {
    return { claim, request: get('messaging', `${baseUrl}${path}`, own, [...caller, ...more], claim), verdict }
  }
  const { conversation, campaign } = fixtures ?? {}
  const read: Probe[] = []
  if (conversation !== undefined) {
    const claim = 'messaging.fixtures.conversation'
    const path = `/v1/whatsapp/conversations/${encodeURIComponent(conversation)}`
    read.push(reading(claim, path, [], (exchange) => missing(claim, exchange)))
  }
  if (bearer !== undefined) {
    const path = `/v1/campaign/${encodeURIComponent(campaign ?? randomUUID())}`
    const more: RawHeaders = [['Authorization', `Bearer ${bearer}`]]
    read.push(reading('messaging.bearer', path, more, (exchange) => refusedKey('messaging.bearer', exchange)))
  }
  return [...senders, ...read]
}

function get(
  service: SendRequest['service'],
  url: string,
  key: string,
  credentials: RawHeaders,
  claim: Claim,
): SendRequest {
  const headers: RawHeaders = [...credentials, ['Accept', 'application/json']]
  return { service, method: 'GET', url, operation: '', label: `is ${claim} there?`, headers, key }
}

/** @param codes error codes that speak of the key itself; without any, a 401 does. */
function refusedKey(
  claim: Claim,
  { response }: Exchange,
  codes?: readonly string[],
): Omit<Absent, 'claim'> | undefined {
  if (response?.status !== 401) return undefined
  const { error_code: code } = Object(json(response)) as { error_code?: unknown }
  const shown = typeof code === 'string' ? `401 ${code}` : '401'
  const isFile = codes === undefined || codes.includes(String(code))
  const blame = isFile
    ? 'The target does not take the key: correct the target file, or have the target know it'
    : 'That is no answer to a request with a key: the target is at fault'
  return { reason: `${claim} is claimed, and a read with it was answered ${shown}. ${blame}.`, blocks: isFile }
}

function missing(claim: Claim, { response }: Exchange): Omit<Absent, 'claim'> | undefined {
  if (response?.status !== 404) return undefined
  const reason = `${claim} is claimed, and reading it was answered 404: the target file names another's or none, or the target does not show it`
  return { reason: `${reason}.`, blocks: false }
}
