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

type Answered<P extends ClaimProbe> = AnsweredProbe & { readonly probe: P }

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
      const asked = answered.filter((each) => each.service === id && each.exchange.response?.status !== 401)
      // Booked as every request of the run: who counts what a key sends counts these.
      const t = claimsContext(session, id)
      const beside = await besideOf((request) => t.send(request), service, baseUrl, asked)
      return beside === undefined ? [] : [new SomethingElse(id, baseUrl, beside.word, beside.fix)]
    }),
  )
  const [first] = found.flat()
  if (first !== undefined && !session.signal.aborted) throw first
}

/** Where a service stands instead, by what those of its probes were answered whose key was taken. */
async function besideOf(
  send: Send,
  service: ServiceDefinition,
  baseUrl: string,
  answered: readonly AnsweredProbe[],
): Promise<Misplaced | undefined> {
  const asked = answered.filter(({ probe }) => probe.request.url.startsWith(`${baseUrl}/`))
  const probe = asked.find(isTelling)
  if (probe === undefined || !answered.every(({ exchange }) => exchange.response?.status === 404)) return undefined
  if (!answered.some(showsEndpoint)) return misplacedByKey(send, service, baseUrl, probe)
  // Nothing is above a base URL without a path, and a longer one would have the beginning of its paths twice.
  const isBare = new URL(baseUrl).pathname === '/'
  return isBare || probe.probe.ownRefusal === undefined ? undefined : misplacedByForm(send, service, baseUrl, probe)
}

const showsEndpoint = ({ probe, exchange }: AnsweredProbe): boolean => probe.showsEndpoint?.(exchange) === true

const isTelling = (each: AnsweredProbe): each is Answered<TellingProbe> => each.probe.showsEndpoint !== undefined

/** Two parts: where a base URL is too long by an endpoint, one would be an id below it. */
const undocumented = (base: string): string => `${base}/${randomUUID()}/${randomUUID()}`

const sending =
  (send: Send, request: SendRequest) =>
  (url: string): Promise<Exchange> =>
    send({ ...request, url, label: 'is its base URL right?' })

/**
 * Where the service of a probe stands instead. Undefined where a path that nobody documents is answered in another way
 * than the probe: then something knows the endpoint, be it in words of its own.
 */
async function misplacedByKey(
  send: Send,
  service: ServiceDefinition,
  baseUrl: string,
  { probe, exchange }: Answered<TellingProbe>,
): Promise<Misplaced | undefined> {
  const { request } = probe
  const path = request.url.slice(baseUrl.length)
  const ask = sending(send, request)
  if (wordsOf(await ask(undocumented(baseUrl)), baseUrl) !== wordsOf(exchange, baseUrl)) return undefined
  for (const other of candidates(service, baseUrl)) {
    const there = await ask(`${other}${path}`)
    if (!isThere(there, probe)) continue
    // What answers whatever it is asked for shows no endpoint.
    const unknown = await ask(undocumented(other))
    if (unknown.response === undefined || probe.showsEndpoint(unknown)) continue
    return {
      word: `every read with a key answers 404 there, while ${request.method} ${withoutIds(path)} answers ${shown(there, service)} at ${other}`,
      fix: `Its base URL is ${other}`,
    }
  }
  return undefined
}

/**
 * The same where a router answers every path as the document has its endpoint answer the probe. Undefined unless the
 * endpoint refuses in its own words at another base URL, and does not here.
 */
async function misplacedByForm(
  send: Send,
  service: ServiceDefinition,
  baseUrl: string,
  { probe, exchange }: Answered<TellingProbe>,
): Promise<Misplaced | undefined> {
  const { request, isShown } = probe.ownRefusal ?? {}
  if (request === undefined || isShown === undefined) return undefined
  const path = request.url.slice(baseUrl.length)
  const ask = sending(send, request)
  const here = await ask(request.url)
  const isAlike = (each: Exchange): boolean => wordsOf(each, baseUrl) === wordsOf(exchange, baseUrl)
  if (isShown(here) || !isAlike(here) || !isAlike(await ask(undocumented(baseUrl)))) return undefined
  for (const other of candidates(service, baseUrl)) {
    const there = await ask(`${other}${path}`)
    if (!isShown(there) || isShown(await ask(undocumented(other)))) continue
    return {
      word: `every path answers ${shown(here, service)} there, be it one that is documented or not, while ${request.method} ${path} answers ${shown(there, service)} at ${other}`,
      fix: `Its base URL is ${other}`,
    }
  }
  return undefined
}

/** Base URLs at which a service may stand instead, likeliest first. */
function candidates(service: ServiceDefinition, baseUrl: string): ReadonlySet<string> {
  const prefix = prefixOf(service)
  return new Set([withoutPrefix(baseUrl, prefix) ?? [], othersOf(baseUrl, prefix)].flat())
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
