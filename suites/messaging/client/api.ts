import type { Key } from '../../../kit/check/context.ts'
import { pathSegment } from '../../../kit/check/path-segment.ts'
import { NotExercised } from '../../../kit/check/signals.ts'
import type { SendRequest } from '../../../kit/http/client.ts'
import { type Exchange, header, type RawHeaders } from '../../../kit/http/exchange.ts'
import type { Price } from '../../../kit/rate/price.ts'
import type { JsonObject } from '../../../kit/target/file/parts.ts'
import { type Spelling, type Spellings, spelledHeaders, spelledJson } from '../../shared/spelling.ts'
import { type FixtureContext, lineFor } from '../define.ts'
import {
  APP_CREATE,
  APP_READ,
  CAMPAIGN,
  CONVERSATION,
  MARK_READ,
  RESEND,
  SEND,
  SENDERS,
  WORKSPACES,
} from './operations.ts'
import { mayPass, staysBroken, staysForbidden } from './trouble.ts'
import { againLabel, misreadIn, oneByOne, plainLabel, spelledLabel, spellingsFor } from './wording.ts'

export * from './operations.ts'

/** Endpoints whose usage examples and table differ in a trailing slash, or may. */
const EITHER_FORM: readonly string[] = [APP_CREATE, CAMPAIGN, WORKSPACES]

/** The endpoints marked Bearer. */
const BEARER: readonly string[] = [APP_CREATE, APP_READ, CAMPAIGN]

/** The first pauses of the retry guidance. */
const AGAIN_MS: readonly number[] = [1000, 2000, 4000]

/** How a request presents itself. What is absent is not sent. */
export interface Caller {
  /** X-API-Key: a key of the target file, or a text of our own. */
  readonly key?: Key | string | undefined
  /** Authorization, whole: `Bearer …`. */
  readonly authorization?: string
  /** X-App-ID. */
  readonly appId?: string
  /** Its request is written in ways that mean the same, with this one or as the seed has it; where that is refused, plainly. */
  readonly spelled?: Spelling | 'any'
}

/** A caller whose next request, which a lawful deployment takes, is written in other words, with this spelling among them. */
export const inOtherWords = (as: Caller, spelling?: Spelling): Caller => ({ ...as, spelled: spelling ?? 'any' })

/** A JSON value, the very bytes to send, or no body at all. */
export type Content = JsonObject | readonly unknown[] | string | number | null | Buffer | undefined

interface Call {
  readonly operation: string
  readonly path: string
  readonly label: string
  readonly as: Caller
  readonly body?: Content
  /** Media type of the body; that of JSON when absent. */
  readonly type?: string
  readonly price?: Price | undefined
  readonly spelling?: Spellings
  /** The form of the path that is tried first, whichever has answered. */
  readonly form?: Form
}

/** The form of a path that its usage example shows, where its row has no slash. */
type Form = 'slashed'

/** The caller of the run: the key bound to an app where there is one, else the unbound one. No access token. */
export function user(t: FixtureContext): Caller {
  return { key: runKey(t) }
}

/** The caller of the endpoints marked Bearer. Checks that call it name `messaging.bearer` among their needs. */
export function developer(t: FixtureContext): Caller {
  const token = t.service.bearer
  if (token === undefined)
    t.abortUnexercised('not claimed', 'the target file names no access token', lineFor('messaging.bearer'))
  return { ...user(t), authorization: `Bearer ${token}` }
}

/** The key of the run: `bound` when claimed, else `unbound`. */
function runKey(t: FixtureContext): Key {
  const key = t.key('bound') ?? t.key('unbound')
  return (
    key ?? t.abortUnexercised('not claimed', 'the target file names no key of a user', lineFor('messaging.keys.bound'))
  )
}

/**
 * What a request may cost. `sent`: a lawful target sends a message. `refused`: it does not, and what was booked is given
 * back. `impossible`: not even a broken target could send one, and nothing is booked.
 */
type Expectation = 'sent' | 'refused' | 'impossible'

/** A resend. */
export function resend(
  t: FixtureContext,
  as: Caller,
  body: Content,
  { label = '', expects }: { label?: string; expects: Expectation },
): Promise<Exchange> {
  return call(t, { operation: RESEND, path: '/v1/otp/resend', label, as, body, price: messages(1, expects) })
}

/** A send to `recipients` numbers, each one message. */
export function sendInstant(
  t: FixtureContext,
  as: Caller,
  body: Content,
  { label = '', expects, recipients = 1 }: { label?: string; expects: Expectation; recipients?: number },
): Promise<Exchange> {
  const price = messages(recipients, expects)
  return call(t, { operation: SEND, path: '/v1/message/send-instant', label, as, body, price })
}

export function readConversation(t: FixtureContext, as: Caller, id: string, label = ''): Promise<Exchange> {
  return call(t, { operation: CONVERSATION, path: `/v1/whatsapp/conversations/${pathSegment(id)}`, label, as })
}

/** @param body absent: the request has no body. */
export function markRead(t: FixtureContext, as: Caller, id: string, body: Content, label = ''): Promise<Exchange> {
  return call(t, { operation: MARK_READ, path: `/v1/whatsapp/conversations/${pathSegment(id)}/read`, label, as, body })
}

export function createApp(t: FixtureContext, as: Caller, body: Content, label = '', form?: Form): Promise<Exchange> {
  return call(t, { operation: APP_CREATE, path: '/v1/developer_apps', label, as, body, ...(form && { form }) })
}

export function readApp(t: FixtureContext, as: Caller, appKey: string, label = ''): Promise<Exchange> {
  return call(t, { operation: APP_READ, path: `/v1/developer_apps/get-by-key/${pathSegment(appKey)}`, label, as })
}

/** Sends bytes that no endpoint executes: nothing is booked for them. */
export function postBytes(
  t: FixtureContext,
  as: Caller,
  what: { operation: string; path: string; body: Buffer; type: string; label: string },
): Promise<Exchange> {
  return call(t, { ...what, as })
}

/** @param query as it stands after the question mark; empty for none. */
export function listSenders(t: FixtureContext, as: Caller, query = '', label = ''): Promise<Exchange> {
  return call(t, { operation: SENDERS, path: `/v1/whatsapp/senders${query === '' ? '' : `?${query}`}`, label, as })
}

export function readCampaign(t: FixtureContext, as: Caller, id: string, label = '', form?: Form): Promise<Exchange> {
  return call(t, { operation: CAMPAIGN, path: `/v1/campaign/${pathSegment(id)}`, label, as, ...(form && { form }) })
}

export function listWorkspaces(t: FixtureContext, as: Caller, label = '', query = ''): Promise<Exchange> {
  return call(t, { operation: WORKSPACES, path: `/v1/workspace/all/${query === '' ? '' : `?${query}`}`, label, as })
}

/** Repeats a request whose path has either form in the form that it did not have. No redirect is followed. */
export function otherForm(
  t: FixtureContext,
  as: Caller,
  { operation, request }: Exchange,
  label: string,
): Promise<Exchange> {
  return t.send(requestOf({ operation, path: '', label, as }, otherUrl(request.url)))
}

function messages(count: number, expects: Expectation): Price | undefined {
  if (expects === 'impossible') return undefined
  return { spends: { messages: count }, ...(expects === 'refused' ? { refund: 'refused' as const } : {}) }
}

/** Refusals that may be those of a reader that does not understand what it reads. */
const MISREAD: readonly number[] = [400, 401, 403, 411, 415, 422]

async function call(t: FixtureContext, what: Call): Promise<Exchange> {
  const { spelled } = what.as
  if (spelled === undefined) return ask(t, what)
  const { label, price, body } = what
  const misread = misreadIn(t.exchanges(), isMisread)
  const wanted = {
    hasBody: body !== undefined,
    isDear: price !== undefined,
    ...(spelled !== 'any' && { wanted: spelled }),
  }
  const spelling = spellingsFor(t.seed, label, wanted).filter((each) => !misread.includes(each))
  if (spelling.length === 0) return ask(t, what)
  const free = price === undefined ? {} : { price: { ...price, refund: 'refused' as const } }
  const answer = await ask(t, { ...what, ...free, spelling, label: spelledLabel(label, spelling) })
  if (!isMisread(answer)) return answer
  const plain = await ask(t, { ...what, label: plainLabel(label) })
  // What was refused for a passing reason is taken now: the same refusal once more is that of its spelling.
  if (!isSuccess(plain)) return plain
  const second = await again(t, { ...what, ...free, spelling, label: againLabel(label) })
  // One at a time only where what is taken costs nothing.
  if (second === undefined || !isMisread(second) || spelling.length === 1 || price !== undefined) return plain
  for (const each of oneByOne(spelling)) {
    const alone = await again(t, { ...what, ...free, spelling: each, label: spelledLabel(label, [each]) })
    if (alone === undefined || isMisread(alone)) break
  }
  return plain
}

const isMisread = ({ response }: Exchange): boolean => MISREAD.includes(response?.status ?? 0)

/** Undefined where what it may cost is used up. */
async function again(t: FixtureContext, what: Call): Promise<Exchange | undefined> {
  try {
    return await ask(t, what)
  } catch (error) {
    if (!(error instanceof NotExercised)) throw error
    return undefined
  }
}

/**
 * Sends a request in the form of the path that this run found to be answered, first that of the table. A redirect to
 * the other form is followed once, with method, headers and body as they were; each step is an exchange of its own.
 */
async function ask(t: FixtureContext, what: Call): Promise<Exchange> {
  const base = t.service.baseUrl ?? t.abortUnexercised('not claimed', 'the target file names no messaging service')
  const url = `${base}${EITHER_FORM.includes(what.operation) ? formed(t, what) : what.path}`
  const request = requestOf(what, url)
  const token = t.service.bearer
  const isWhole =
    !BEARER.includes(what.operation) || (token !== undefined && what.as.authorization === `Bearer ${token}`)
  const first = await settled(t, request, isWhole)
  const led = elsewhere(first)
  if (led !== undefined) return settled(t, { ...request, url: led }, isWhole)
  const other = unrouted(t, first, what)
  if (other === undefined) return first
  const second = await settled(t, { ...request, url: other }, isWhole)
  // Led back to the form tried first: what that one said was the answer of the endpoint.
  return elsewhere(second) === undefined ? second : first
}

/** How often a request is sent at most where its answer may pass by itself. */
export const MOST_TRIES = AGAIN_MS.length + 1

/** Errors: a server error is tried again with backoff where that repeats nothing. What stays is the answer. */
async function settled(t: FixtureContext, request: SendRequest, isWhole: boolean): Promise<Exchange> {
  let answer = await t.send(request)
  for (const pauseMs of AGAIN_MS) {
    if (!mayPass(answer, isWhole) || staysForbidden(t, answer, MOST_TRIES) || staysBroken(t, answer, MOST_TRIES)) break
    await t.pause(pauseMs)
    answer = await t.send(request)
  }
  return answer
}

function requestOf(
  { operation, label, as, body, type = 'application/json', price, spelling }: Call,
  url: string,
): SendRequest {
  const { key } = as
  return {
    method: operation.slice(0, operation.indexOf(' ')),
    url,
    operation,
    label,
    headers: spelledHeaders(
      [
        ...headers(as),
        ...(body === undefined ? [] : ([['Content-Type', type]] as const)),
        ['Accept', 'application/json'],
      ],
      spelling,
    ),
    key: key === undefined || typeof key === 'string' ? '' : key.name,
    ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : Buffer.from(spelledJson(body, spelling)) }),
    ...price,
  }
}

function headers({ key, authorization, appId }: Caller): RawHeaders {
  return [
    ...(key === undefined ? [] : ([['X-API-Key', typeof key === 'string' ? key : key.value]] as const)),
    ...(authorization === undefined ? [] : ([['Authorization', authorization]] as const)),
    ...(appId === undefined ? [] : ([['X-App-ID', appId]] as const)),
  ]
}

/**
 * The other form, when a redirect leads there: one after which clients repeat a request as it was, and any where the
 * document shows that form as well. The scheme of its Location is that of an inner server where a proxy stands
 * before it: the request goes to the origin that it went to before, never elsewhere.
 */
function elsewhere({ operation, request, response }: Exchange): string | undefined {
  const location = header(response?.headers ?? [], 'Location')
  if (location === undefined) return undefined
  const statuses = EITHER_FORM.includes(operation) ? REDIRECTS : leadsOn(request.method)
  if (!statuses.includes(response?.status ?? 0)) return undefined
  if (!URL.canParse(location, request.url)) return undefined
  const [from, to] = [new URL(request.url), new URL(location, request.url)]
  return from.hostname === to.hostname && differBySlash(from.pathname, to.pathname) ? otherUrl(request.url) : undefined
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/** Redirects after which clients repeat a request as it was: 301 and 302 keep a reading, and turn anything else into one. */
const leadsOn = (method: string): readonly number[] => (method === 'GET' ? [301, 302, 307, 308] : [307, 308])

/** The path in the form that is asked for, else in the one in which this endpoint answered 2xx before. */
function formed(t: FixtureContext, { operation, path, form }: Call): string {
  const slashed = form === undefined ? knownForm(t, operation) : true
  if (slashed === undefined) return path
  const [name = '', ...query] = path.split('?')
  return [`${bare(name)}${slashed ? '/' : ''}`, ...query].join('?')
}

/** Whether this endpoint answered 2xx with a trailing slash; undefined where it did not answer so yet. */
function knownForm(t: Pick<FixtureContext, 'exchanges'>, operation: string): boolean | undefined {
  const answered = t.exchanges().find((each) => each.operation === operation && isSuccess(each))
  return answered === undefined ? undefined : isSlashed(answered)
}

/** The other form, when the form that was tried may not exist: 404 or 405, and it is not the one that has answered. */
function unrouted(t: FixtureContext, tried: Exchange, { operation }: Call): string | undefined {
  if (![404, 405].includes(tried.response?.status ?? 0) || !EITHER_FORM.includes(operation)) return undefined
  return knownForm(t, operation) === isSlashed(tried) ? undefined : otherUrl(tried.request.url)
}

/** Whether an answer speaks of a form of the path that the endpoint does not have: it is no answer of the endpoint. */
export function isNoForm(t: Pick<FixtureContext, 'exchanges'>, exchange: Exchange): boolean {
  const { operation, response } = exchange
  if ((response?.status !== 404 && response?.status !== 405) || !EITHER_FORM.includes(operation)) return false
  const known = knownForm(t, operation)
  return known !== undefined && known !== isSlashed(exchange)
}

const isSlashed = ({ request }: Exchange): boolean => new URL(request.url).pathname.endsWith('/')

function otherUrl(text: string): string {
  const url = new URL(text)
  url.pathname = url.pathname.endsWith('/') ? bare(url.pathname) : `${url.pathname}/`
  return url.href
}

const differBySlash = (one: string, other: string): boolean => one !== other && bare(one) === bare(other)
const bare = (path: string): string => path.replace(/\/+$/, '')
const isSuccess = ({ response }: Exchange): boolean => response !== undefined && Math.floor(response.status / 100) === 2
