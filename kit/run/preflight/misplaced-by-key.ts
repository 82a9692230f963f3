import type { ClaimProbe, ServiceDefinition } from '../../contract/service.ts'
import type { SendRequest } from '../../http/client.ts'
import { type Exchange, json } from '../../http/exchange.ts'
import { valueAt } from '../../match/index.ts'
import { permits } from '../../target/tiers.ts'
import type { Session } from '../session.ts'
import { type AnsweredProbe, claimsContext } from './claims-probe.ts'
import { othersOf, withoutPrefix } from './misplaced.ts'
import { type AskBare, isOwnAnswer, type Misplaced, NOT_THERE, nowhere, undocumented } from './nowhere.ts'
import { SomethingElse } from './preflight-fault.ts'
import { EMPTY, JSON_HEADERS, listed, prefixOf } from './standing.ts'
import { withoutIds, wordsOf } from './words.ts'

/** A probe that tells whether its endpoint is there. */
type TellingProbe = ClaimProbe & Required<Pick<ClaimProbe, 'showsEndpoint'>>

type Answered<P extends ClaimProbe> = AnsweredProbe & { readonly probe: P }

/** Asked where nothing knows the endpoint of a probe, here or beside. */
type Otherwise = () => Promise<Misplaced | undefined>

/** What a request is for that asks whether a base URL is right. */
export const PLACING = 'is its base URL right?'

type Send = (request: SendRequest) => Promise<Exchange>

/**
 * Looks at what claim probes were answered. A service that asks for the key before it looks at the path answers alike
 * without one wherever it is asked: that its base URL is wrong by a part shows with a key alone.
 * @param answered what `denyClaims` gave back: nothing is sent where it shows that the services are there
 * @throws SomethingElse for the first service that stands at another base URL
 */
export async function assertPlaced(session: Session, answered: readonly AnsweredProbe[]): Promise<void> {
  const all = permits(session.target, 'refuse')
  const found = await Promise.all(
    session.services.map(async (service) => {
      const { id } = service.contract
      const { baseUrl = '' } = session.target.services[id] ?? {}
      const asked = answered.filter((each) => each.service === id && each.exchange.response?.status !== 401)
      // Booked as every request of the run: who counts what a key sends counts these.
      const t = claimsContext(session, id)
      const beside = await besideOf((request) => t.send(request), service, baseUrl, asked, all)
      return beside === undefined ? [] : [new SomethingElse(id, baseUrl, beside.word, beside.fix)]
    }),
  )
  const [first] = found.flat()
  if (first !== undefined && !session.signal.aborted) throw first
}

/**
 * Where a service stands instead, by what those of its probes were answered whose key was taken.
 * @param all whether endpoints may be asked that change something when they are asked in another way
 */
async function besideOf(
  send: Send,
  service: ServiceDefinition,
  baseUrl: string,
  answered: readonly AnsweredProbe[],
  all: boolean,
): Promise<Misplaced | undefined> {
  const asked = answered.filter(({ probe }) => probe.request.url.startsWith(`${baseUrl}/`))
  const probe = asked.find(isTelling)
  if (probe === undefined || !answered.every(({ exchange }) => exchange.response?.status === 404)) return undefined
  const isShown = answered.some(showsEndpoint)
  // Nothing is above a base URL without a path, and a longer one would have the beginning of its paths twice.
  if (isShown && new URL(baseUrl).pathname === '/') return undefined
  const { headers = [], key, operation } = probe.probe.request
  const ask: AskBare = async (base, { method, path }) => {
    const body = method === 'GET' ? {} : { body: EMPTY, headers: [...headers, ...JSON_HEADERS] }
    const asked = await send({
      method,
      url: `${base}${path}`,
      headers,
      ...body,
      key,
      operation,
      label: PLACING,
    })
    return asked.response
  }
  // Without a member a creation is refused; a replacement may be taken, and nothing else may be known to be refused.
  const endpoints = listed(service, all).filter(({ method }) => method === 'GET' || method === 'POST')
  const otherwise: Otherwise = () => nowhere(ask, baseUrl, endpoints, candidates(service, baseUrl))
  return (isShown ? misplacedByForm : misplacedByKey)(send, service, baseUrl, probe, otherwise)
}

const showsEndpoint = ({ probe, exchange }: AnsweredProbe): boolean => probe.showsEndpoint?.(exchange) === true

const isTelling = (each: AnsweredProbe): each is Answered<TellingProbe> => each.probe.showsEndpoint !== undefined

const sending =
  (send: Send, request: SendRequest) =>
  (url: string): Promise<Exchange> =>
    send({ ...request, url, label: PLACING })

/**
 * Where the service of a probe stands instead. Undefined where a path that nobody documents is answered in another way
 * than the probe: then something knows the endpoint, be it in words of its own.
 */
async function misplacedByKey(
  send: Send,
  service: ServiceDefinition,
  baseUrl: string,
  telling: Answered<TellingProbe>,
  otherwise: Otherwise,
): Promise<Misplaced | undefined> {
  const { probe, exchange } = telling
  const { request } = probe
  const path = request.url.slice(baseUrl.length)
  const ask = sending(send, request)
  if (wordsIn(await ask(`${baseUrl}${undocumented()}`), baseUrl) !== wordsIn(exchange, baseUrl)) return undefined
  for (const other of candidates(service, baseUrl)) {
    const there = await ask(`${other}${path}`)
    if (!showsIn(telling, there)) continue
    // What answers whatever it is asked for shows no endpoint.
    const unknown = await ask(`${other}${undocumented()}`)
    if (unknown.response === undefined || probe.showsEndpoint(unknown)) continue
    return {
      word: `every read with a key answers 404 there, while ${request.method} ${withoutIds(path)} answers ${shown(there, service)} at ${other}`,
      fix: `Its base URL is ${other}`,
    }
  }
  return otherwise()
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
  otherwise: Otherwise,
): Promise<Misplaced | undefined> {
  const { request, isShown } = probe.ownRefusal ?? {}
  if (request === undefined || isShown === undefined) return otherwise()
  const path = request.url.slice(baseUrl.length)
  const ask = sending(send, request)
  const here = await ask(request.url)
  const isAlike = (each: Exchange): boolean => wordsIn(each, baseUrl) === wordsIn(exchange, baseUrl)
  if (isShown(here) || !isAlike(here) || !isAlike(await ask(`${baseUrl}${undocumented()}`))) return undefined
  for (const other of candidates(service, baseUrl)) {
    const there = await ask(`${other}${path}`)
    if (!isShown(there) || isShown(await ask(`${other}${undocumented()}`))) continue
    return {
      word: `every path answers ${shown(here, service)} there, be it one that is documented or not, while ${request.method} ${path} answers ${shown(there, service)} at ${other}`,
      fix: `Its base URL is ${other}`,
    }
  }
  return otherwise()
}

/** Base URLs at which a service may stand instead, likeliest first. */
function candidates(service: ServiceDefinition, baseUrl: string): ReadonlySet<string> {
  const prefix = prefixOf(service)
  return new Set([withoutPrefix(baseUrl, prefix) ?? [], othersOf(baseUrl, prefix)].flat())
}

/** A router that has another method, or a service that does not take the key, is not the one that is looked for. */
const ELSEWHERE = [401, ...NOT_THERE.filter((status) => status !== 404)]

const showsIn = ({ probe }: Answered<TellingProbe>, exchange: Exchange): boolean =>
  exchange.response !== undefined &&
  isOwnAnswer(exchange.response) &&
  !ELSEWHERE.includes(exchange.response.status) &&
  probe.showsEndpoint(exchange)

const wordsIn = ({ request, response }: Exchange, baseUrl: string): string => wordsOf(request, response, baseUrl)

/** `404 RESOURCE_NOT_FOUND` */
function shown({ response }: Exchange, { contract: { errorCodeAt } }: ServiceDefinition): string {
  const code = errorCodeAt === undefined ? undefined : valueAt(json(response), errorCodeAt)
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? `${response?.status} ${code}` : `${response?.status}`
}
