import { subjectOf } from '../../check/verdicts/subject.ts'
import { type Exchange, isBrokenOff, isCutUnread } from '../../http/exchange.ts'
import { foreign } from '../preflight/foreign.ts'
import { unlikelihoodAmong } from './likeness.ts'

const asked = ({ operation, key, request }: Exchange) => ({
  operation,
  key,
  body: request.body.toString('utf8'),
  request,
})

const isAnswered = ({ response }: Exchange): boolean => response !== undefined && foreign(response) === undefined

/** How long one that stands still may seem to take what reaches it over other connections, ms. */
const SAME_MOMENT_MS = 250

/**
 * Requests that a service may have gone away by: those that it broke off as it went, or of one that stands still, or behind
 * a gateway, those that it had when it answered for the last time. First what it had read, then the likeliest by what it
 * answered before, and of what is alike the one that was sent first: most servers in the making take one after the other,
 * and what came behind it nobody had looked at yet.
 *
 * @param exchanges of one service, or of several that went together
 * @param since when it went away; wall clock, ms since the epoch
 */
export function suspectsOf(exchanges: readonly Exchange[], since: number): Exchange[] {
  const refusals = exchanges.filter(({ fault, endedAt }) => fault?.kind === 'refused' && endedAt >= since)
  // Each has its own port: where one is found gone first, another may still take what comes.
  const firstRefusal = ({ service }: Exchange): number =>
    Math.min(...refusals.flatMap((each) => (each.service === service ? [each.sentAt] : [])))
  const unlikelihood = unlikelihoodAmong(exchanges.filter(isAnswered).map(asked))
  const rankOf = (each: Exchange): number => unlikelihood(asked(each))
  const broken = exchanges.filter(
    (each) => isBrokenOff(each) && each.endedAt >= since && each.sentAt <= firstRefusal(each),
  )
  return (broken.length > 0 || refusals.length > 0 ? broken : leftStanding(exchanges, since)).toSorted(
    (a, b) => Number(isCutUnread(a)) - Number(isCutUnread(b)) || rankOf(a) - rankOf(b) || a.sentAt - b.sentAt,
  )
}

/** What got no answer of the service, and was sent before its last one came or with the first that got none. */
function leftStanding(exchanges: readonly Exchange[], since: number): readonly Exchange[] {
  const isLeft = ({ fault, response }: Exchange): boolean =>
    fault?.kind === 'timeout' || (response !== undefined && foreign(response) !== undefined)
  const left = exchanges.filter((each) => each.endedAt >= since && isLeft(each))
  const first = Math.min(...left.map(({ sentAt }) => sentAt))
  return left.filter(({ sentAt }) => sentAt <= Math.max(since, first + SAME_MOMENT_MS))
}

/** `13:05:59`, UTC. */
export const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 19)

/** When a service went away, by when it was there for the last time, and when it was first seen not to be. */
export const goneAt = ([there, gone]: readonly [number, number]): string =>
  timeOf(there) === timeOf(gone) ? `at ${timeOf(gone)} UTC` : `between ${timeOf(there)} and ${timeOf(gone)} UTC`

const NOBODY_LISTENED = 'nobody listened'

/** Whether a note of a report says that a service had gone and came back, where no request met that. */
export const saysCameBack = (note: string, service: string): boolean =>
  note.startsWith(`the ${service} service broke off`) && note.includes(NOBODY_LISTENED)

/**
 * That a service had gone and came back, where only who asked for that saw it: what was sent meanwhile waited. Undefined where
 * the evidence shows it.
 * @param exchanges of one service
 */
export function cameBackNote(
  exchanges: readonly Exchange[],
  { service, from, to }: { readonly service: string; readonly from: number; readonly to: number },
): string | undefined {
  const cut = exchanges.filter((each) => isBrokenOff(each) && each.endedAt <= from)
  const since = Math.max(
    0,
    ...exchanges.flatMap(({ response, endedAt }) => (response && endedAt <= from ? [endedAt] : [])),
  )
  const isShown = exchanges.some(({ fault, endedAt }) => fault?.kind === 'refused' && endedAt >= since && endedAt <= to)
  const suspects = suspectsOf(cut, since)
  const [likeliest] = suspects
  if (isShown || likeliest === undefined) return undefined
  const first = `${subjectOf(likeliest)} (${likeliest.id} of the report)`
  const what = suspects.length === 1 ? first : `${suspects.length} requests, ${first} among them`
  return `the ${service} service broke off ${what}, and ${NOBODY_LISTENED} at ${timeOf(from)} UTC, when it was asked whether it is there: it may have ended by ${suspects.length === 1 ? 'that' : 'any of them'}, or by what it had answered before, and was back by ${timeOf(to)} UTC`
}

/**
 * What came before a service went away, and what it does since, as it stands behind the time.
 * @param word what it does now, as it stands after "it"
 * @param isAlone whether no other service went with it, which some of the requests may have been for
 */
export function goneAfter(
  exchanges: readonly Exchange[],
  suspects: readonly Exchange[],
  since: number,
  word: string,
  isAlone = true,
): string {
  const [likeliest] = suspects
  if (likeliest !== undefined) {
    const first = `${subjectOf(likeliest)} (${likeliest.id} of the report)`
    // Which of several it was nobody knows: the others were broken off with it.
    const what = suspects.length === 1 ? first : `${suspects.length} requests, ${first} among them`
    return ` while ${isAlone ? 'it was' : 'they were'} to answer ${what}: since then it ${word}`
  }
  const lost = exchanges.find(({ sentAt, response }) => sentAt >= since && response === undefined)
  const first =
    lost === undefined ? '' : `; the first request without an answer is ${subjectOf(lost)} (${lost.id} of the report)`
  return `: since then it ${word}${first}`
}
