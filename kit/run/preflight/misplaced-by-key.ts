import { randomUUID } from 'node:crypto'
import type { ClaimProbe, ServiceDefinition } from '../../contract/service.ts'
import type { SendRequest } from '../../http/client.ts'
import { type Exchange, json } from '../../http/exchange.ts'
import { valueAt } from '../../match/index.ts'
import type { Session } from '../session.ts'
import { type AnsweredProbe, claimsContext } from './claims-probe.ts'
import { foreign } from './foreign.ts'
import { type Misplaced, NOT_THERE, othersOf, withoutIds, withoutPrefix } from './misplaced.ts'
import { SomethingElse } from './preflight-fault.ts'
import { prefixOf } from './standing.ts'

/** A probe that tells whether its endpoint is there. */
type TellingProbe = ClaimProbe & Required<Pick<ClaimProbe, 'showsEndpoint'>>

type Send = (request: SendRequest) => Promise<Exchange>

/**
 * Looks at what claim probes were answered. A service that asks for the key before it looks at the path answers alike
 * without one wherever it is asked: that its base URL is wrong by a part shows with a key alone.
 * @param answered what `denyClaims` gave back: nothing is sent where it shows that the services are there
 * @throws SomethingElse for the first service that stands at another base URL
 */
export async function assertPlaced(session: Session, answered: readonly AnsweredProbe[]): Promise<void> {
  const found = await Promise.all(
    session.services.map(async (service) => {
      const { id } = service.contract
      const { baseUrl = '' } = session.target.services[id] ?? {}
      const probe = unshown(answered.filter((each) => each.service === id))
      if (probe === undefined || !probe.probe.request.url.startsWith(`${baseUrl}/`)) return []
      // Booked as every request of the run: who counts what a key sends counts these.
      const t = claimsContext(session, id)
      const beside = await misplacedByKey((request) => t.send(request), service, baseUrl, probe)
      return beside === undefined ? [] : [new SomethingElse(id, baseUrl, beside.word, beside.fix)]
    }),
  )
  const [first] = found.flat()
  if (first !== undefined && !session.signal.aborted) throw first
}

/** An answer that does not show the endpoint, where no answer to a key that was taken shows any. */
function unshown(answered: readonly AnsweredProbe[]): (AnsweredProbe & { readonly probe: TellingProbe }) | undefined {
  const taken = answered.filter(({ exchange }) => exchange.response?.status !== 401)
  const isNowhere = taken.every(
    ({ probe, exchange }) => exchange.response?.status === 404 && probe.showsEndpoint?.(exchange) !== true,
  )
  return isNowhere ? taken.find(isTelling) : undefined
}

const isTelling = (each: AnsweredProbe): each is AnsweredProbe & { readonly probe: TellingProbe } =>
  each.probe.showsEndpoint !== undefined

/**
 * Where the service of a probe stands instead. Undefined where a path that nobody documents is answered in another way
 * than the probe: then something knows the endpoint, be it in words of its own.
 */
async function misplacedByKey(
  send: Send,
  service: ServiceDefinition,
  baseUrl: string,
  { probe, exchange }: AnsweredProbe & { readonly probe: TellingProbe },
): Promise<Misplaced | undefined> {
  const { request } = probe
  const path = request.url.slice(baseUrl.length)
  const ask = (url: string): Promise<Exchange> => send({ ...request, url, label: 'is its base URL right?' })
  // Two parts: where a base URL is too long by an endpoint, one would be an id below it.
  const undocumented = (base: string): Promise<Exchange> => ask(`${base}/${randomUUID()}/${randomUUID()}`)
  if (wordsOf(await undocumented(baseUrl), baseUrl) !== wordsOf(exchange, baseUrl)) return undefined
  const prefix = prefixOf(service)
  for (const other of new Set([withoutPrefix(baseUrl, prefix) ?? [], othersOf(baseUrl, prefix)].flat())) {
    const there = await ask(`${other}${path}`)
    if (!isThere(there, probe)) continue
    // What answers whatever it is asked for shows no endpoint.
    const unknown = await undocumented(other)
    if (unknown.response === undefined || probe.showsEndpoint(unknown)) continue
    return {
      word: `every read with a key answers 404 there, while ${request.method} ${withoutIds(path)} answers ${shown(there, service)} at ${other}`,
      fix: `Its base URL is ${other}`,
    }
  }
  return undefined
}

/** A router that has another method, or a service that does not take the key, is not the one that is looked for. */
const ELSEWHERE = [401, ...NOT_THERE.filter((status) => status !== 404)]

function isThere(exchange: Exchange, probe: TellingProbe): boolean {
  const { response } = exchange
  if (response === undefined || foreign(response) !== undefined) return false
  const { status } = response
  const isAnswer = (status >= 200 && status < 300) || (status >= 400 && status < 500)
  return isAnswer && !ELSEWHERE.includes(status) && probe.showsEndpoint(exchange)
}

/** What an answer says whatever path was asked for: routers repeat it, with the base URL or without, and count and time. */
function wordsOf({ request: { url }, response }: Exchange, baseUrl: string): string {
  const below = url.slice(baseUrl.length + 1)
  const whole = new URL(url).pathname.slice(1)
  // Some write JSON with escaped slashes.
  const text = (response?.body.toString('utf8') ?? '').replaceAll('\\/', '/')
  const blanked = withoutIds(text.replaceAll(whole, '{path}').replaceAll(below, '{path}')).replaceAll(/\d+/g, '0')
  return `${response?.status} ${blanked}`
}

/** `404 RESOURCE_NOT_FOUND` */
function shown({ response }: Exchange, { contract: { errorCodeAt } }: ServiceDefinition): string {
  const code = errorCodeAt === undefined ? undefined : valueAt(json(response), errorCodeAt)
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? `${response?.status} ${code}` : `${response?.status}`
}
