import type { CheckContext } from '../../../kit/check/context.ts'
import { type Exchange, header, isBrokenOff, json } from '../../../kit/http/exchange.ts'
import { cameBack } from '../../../kit/match/index.ts'
import type { MessagingRequirementId } from '../../../specs/messaging/requirements.ts'
import { statusOf } from './answers.ts'
import { APP_CREATE, APP_READ, CAMPAIGN } from './operations.ts'

/** What a gateway answers when the service behind it cannot be reached, restarts, or takes too long. */
const GATEWAY: readonly number[] = [502, 503, 504]
/** What an account or a layer before the service may answer to a caller that is let in at other times. */
const TURNED_AWAY: readonly number[] = [401, 402, 403]
const VALID_KEYS: readonly string[] = ['bound', 'unbound']

/** Whether a connection broke, or nobody took it. */
const isCutOff = (exchange: Exchange): boolean => isBrokenOff(exchange) || exchange.fault?.kind === 'refused'

/** Whether an answer speaks of the deployment's own trouble, or of the caller's account, and not of the request. */
export function isTrouble(exchange: Exchange): boolean {
  if (isCutOff(exchange) || GATEWAY.includes(statusOf(exchange))) return true
  return TURNED_AWAY.includes(statusOf(exchange)) && VALID_KEYS.includes(exchange.key)
}

/** How long after its answer was lost a request may still be carried out, ms: a gateway gives up before what stands behind it. */
const LATE_MS = 60_000

/**
 * Requests to an endpoint whose answer was lost, or spoke of trouble, and that may have been carried out in a span of time, ms
 * since the epoch.
 */
export const lostOnes = (
  t: Pick<CheckContext, 'exchanges'>,
  operation: string,
  { from = 0, until = Number.POSITIVE_INFINITY }: { readonly from?: number; readonly until?: number } = {},
): readonly Exchange[] =>
  t.exchanges().filter((each) => {
    const isLost = statusOf(each) === 0 || statusOf(each) >= 500
    return each.operation === operation && isLost && each.endedAt >= from - LATE_MS && each.sentAt < until
  })

/** A page that a gateway gave in place of the service, which answers in JSON. */
export const isGatewayPage = ({ response }: Exchange): boolean =>
  GATEWAY.includes(response?.status ?? 0) && typeof json(response) !== 'object'

/** Whom a deployment lets in is what these speak of; where they are judged, the request was tried again before. */
const OF_ADMISSION: readonly MessagingRequirementId[] = [
  'msg.otp.unbound-app-key',
  'msg.otp.unbound-app-id',
  'msg.conversation.app-id-accepted',
  // An id in other letters is nobody's to whoever compares texts, and some refuse what is nobody's with 403.
  'msg.conversation.id-any-case',
]

/** Whether an answer says nothing of a requirement. A reading was tried again: a live key that is still unknown is not let in. */
function isBeside(id: string, exchange: Exchange): boolean {
  const isRefusal = TURNED_AWAY.includes(statusOf(exchange))
  const isStated = id.startsWith('msg.auth.') || (OF_ADMISSION as readonly string[]).includes(id)
  const isLasting = exchange.operation.startsWith('GET ') && statusOf(exchange) === 401
  return isTrouble(exchange) && !(isRefusal && (isStated || isLasting))
}

/** Endpoints that look at an access token too, so that a live key alone may be answered 401. */
const BEARER: readonly string[] = [APP_CREATE, APP_READ, CAMPAIGN]
/** Endpoints at which a live key is turned away from which it is let in nowhere any more. */
const NOWHERE = 2

/** Whether the key of a request that was turned away was let in before and is let in nowhere since: that says nothing of what was asked. */
function isShutOut(t: Pick<CheckContext, 'exchanges'>, exchange: Exchange): boolean {
  if (statusOf(exchange) !== 401 || !isTrouble(exchange)) return false
  const own = t
    .exchanges()
    .filter(({ service, key, response }) => service === exchange.service && key === exchange.key && response)
  const lastIn = Math.max(0, ...own.flatMap((each) => (statusOf(each) === 401 ? [] : [each.sentAt])))
  const since = own.filter(({ operation, sentAt }) => sentAt > lastIn && !BEARER.includes(operation))
  // One that was never let in is not known here, which is judged.
  return lastIn > 0 && exchange.sentAt > lastIn && new Set(since.map(({ operation }) => operation)).size >= NOWHERE
}

/**
 * Whether a request may be sent once more to see whether its answer stays: it changes nothing, or lacks a live key, and
 * came to a failure that may pass.
 *
 * @param isWhole its caller lacks nothing that the endpoint asks for
 */
export function mayPass(exchange: Exchange, isWhole: boolean): boolean {
  const status = statusOf(exchange)
  const isIdle = exchange.operation.startsWith('GET ') || exchange.key === ''
  if (isCutOff(exchange) || status >= 500) return isIdle
  if (exchange.key === '') return status === 403
  // Every key of the target file is one that the deployment knows.
  return isIdle && isWhole && (status === 401 || isTrouble(exchange))
}

type Sent = Pick<CheckContext, 'exchanges'>

/** What was sent in the same words as others, by what each says: whose answers may be held against each other. */
function sameOnes(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const nameOf = ({ check, operation, label, request }: Exchange): string =>
    [check, operation, label, request.url].join(' ')
  const same = new Map<string, Exchange[]>()
  for (const each of exchanges) {
    const name = nameOf(each)
    same.set(name, [...(same.get(name) ?? []), each])
  }
  return [...same.values()]
}

/**
 * Whether whoever has no key that is known is answered 403 here: one such request stayed so however often it was sent.
 * @param tries how often that is
 */
export function staysForbidden(t: Sent, { key, response }: Exchange, tries: number): boolean {
  if (key !== '' || response?.status !== 403) return false
  const strangers = t.exchanges().filter((each) => each.key === '' && each.service === 'messaging')
  return sameOnes(strangers).some((own) => own.length >= tries && own.every((each) => statusOf(each) === 403))
}

/** Requests that stay server errors, behind which one that no other answer ever came beside is not tried again. */
const ENOUGH = 2

/**
 * Whether nothing but server errors is answered here, to callers with a key or to those without: some requests stayed so
 * however often they were sent, and no other had an answer of another kind.
 * @param tries how often that is
 */
export function staysBroken(t: Sent, exchange: Exchange, tries: number): boolean {
  if (statusOf(exchange) < 500) return false
  const alike = t
    .exchanges()
    .filter(
      ({ key, service, response }) => response && service === 'messaging' && (key === '') === (exchange.key === ''),
    )
  if (alike.some((each) => statusOf(each) < 500)) return false
  return sameOnes(alike).filter((own) => own.length >= tries).length >= ENOUGH
}

/** Whether a server error passed by itself: the same request had another answer, or a gateway spoke but once. */
export function hasPassed(failure: Exchange, all: readonly Exchange[]): boolean {
  if (statusOf(failure) < 500) return false
  const { request, operation } = failure
  const same = all.filter(
    (each) =>
      each.operation === operation &&
      each.response !== undefined &&
      each.request.url === request.url &&
      each.request.method === request.method &&
      each.key === failure.key &&
      header(each.request.headers, 'X-App-ID') === header(request.headers, 'X-App-ID') &&
      each.request.body.equals(request.body),
  )
  return same.some((each) => statusOf(each) < 500) || (same.length < 2 && GATEWAY.includes(statusOf(failure)))
}

/** The same context, in which an answer that speaks of trouble blocks what it was to be judged for. */
export function sparing<T extends Pick<CheckContext, 'exchanges' | 'judge' | 'markBlocked'>>(t: T): T {
  const judge: T['judge'] = (id, subject, expected, ...more) => {
    const isOpen = expected.test(subject).ok || !(isBeside(id, subject) || isShutOut(t, subject))
    if (isOpen) return t.judge(id, subject, expected, ...more)
    t.markBlocked(id, `the target had trouble of its own, or turned its caller away: ${cameBack(subject)}`, [subject])
    return false
  }
  return new Proxy(t, {
    get: (of, name) => {
      if (name === 'judge') return judge
      const value: unknown = Reflect.get(of, name, of)
      return typeof value === 'function' ? value.bind(of) : value
    },
  })
}
