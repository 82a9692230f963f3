import type { ReportedExchange } from '../../../kit/evidence/recorder.ts'
import { lowerIdsIn } from './ids.ts'

/** A time that parts the messages of a run, wall clock, ms since the epoch. */
export interface Parting {
  /** What was sent before it stands on one side, */
  readonly from: number
  /** and what was sent at it or later on the other. */
  readonly to: number
  /** What was answered up to `from` stands on one side, and what was answered later on the other, whenever it was sent. */
  readonly isByAnswer?: true
}

type Times = Pick<ReportedExchange, 'sentAt' | 'endedAt'>

export const isBefore = ({ sentAt, endedAt }: Times, { from, isByAnswer }: Parting): boolean =>
  isByAnswer === true ? endedAt <= from : sentAt < from
export const isAfter = ({ sentAt, endedAt }: Times, { from, to, isByAnswer }: Parting): boolean =>
  isByAnswer === true ? endedAt > from : sentAt >= to

const CONFLICT = 409

/** Whether an answer speaks of what was there already, or of what was made: the request may have been carried out before. */
const mayBeDoneBefore = ({ response }: ReportedExchange): boolean =>
  response !== undefined && (response.status < 300 || response.status === CONFLICT)

const isSentAgain = (one: ReportedExchange, other: ReportedExchange): boolean =>
  one.sentAt < other.sentAt &&
  one.key === other.key &&
  one.operation === other.operation &&
  one.label === other.label &&
  one.request.method === other.request.method &&
  one.request.url === other.request.url &&
  one.request.body === other.request.body

/**
 * Messages of a failure but for those that were broken off, sent again and refused for what is in them: only the refusal is
 * what fails, and nothing was there before it.
 */
export const withoutBrokenOff = (messages: readonly ReportedExchange[]): readonly ReportedExchange[] =>
  messages.filter(
    (each) =>
      each.response !== undefined ||
      !messages.some((other) => other.response !== undefined && !mayBeDoneBefore(other) && isSentAgain(each, other)),
  )

/** What a request names that is of this run alone: ids, and what was made up with the run in its name, as references are. */
export function namesIn({ request }: Pick<ReportedExchange, 'request'>, run: string): readonly string[] {
  const headers = request.headers.flatMap(([name, value]) => (name.toLowerCase() === 'user-agent' ? [] : [value]))
  const text = [request.url, request.body, ...headers].join(' ')
  return [...lowerIdsIn(text), ...(run === '' ? [] : text.split(/[^\w-]+/).filter((word) => word.includes(run)))]
}

/** Fewer may be gone for reasons of their own. */
const FEWEST = 2

/** Requests by which something was there, by its id and the key that it was seen with, and those by which it was not. */
interface Seen {
  readonly there: Times[]
  readonly gone: Times[]
  /** What showed that it is gone, as it is told. */
  readonly by: Set<string>
}

const READ_IN_VAIN = 'reads of them are answered 404'
const MADE_ANEW = 'a creation that is sent again makes another'

const isTaken = ({ response }: ReportedExchange): boolean => response !== undefined && response.status < 300

/** What makes two requests one that is sent twice; undefined where nothing in it is of this run alone. */
function sameAs(exchange: ReportedExchange, run: string): string | undefined {
  const { request, key } = exchange
  const names = namesIn(exchange, run)
  return names.length === 0 ? undefined : JSON.stringify([key, request.method, request.url, request.body, names])
}

interface Sightings {
  readonly seen: readonly Seen[]
  /** When a creation that was sent again was answered as the first one; wall clock, ms since the epoch. */
  readonly knownAgain: readonly number[]
}

/** What creations were answered with, once and when they were sent again, and reads asked after, in their order. */
function sightings(own: readonly ReportedExchange[], run: string): Sightings {
  const seen = new Map<string, Seen>()
  const made = new Map<string, string>()
  const knownAgain: number[] = []
  const of = (name: string): Seen => {
    const known = seen.get(name) ?? { there: [], gone: [], by: new Set() }
    seen.set(name, known)
    return known
  }
  for (const each of own.toSorted((a, b) => a.sentAt - b.sentAt)) {
    const isRead = each.request.method === 'GET'
    if (!isRead && !isTaken(each)) continue
    const text = isRead ? new URL(each.request.url).pathname : (each.response?.body ?? '')
    const ids = [...new Set(lowerIdsIn(text))]
    for (const id of ids) {
      const name = `${each.key} ${id}`
      // A read of what nobody made tells nothing.
      if (isRead && !seen.has(name)) continue
      const { there, gone, by } = of(name)
      if (isTaken(each)) there.push(each)
      else if (each.response?.status === 404) {
        gone.push(each)
        by.add(READ_IN_VAIN)
      }
    }
    const request = isRead ? undefined : sameAs(each, run)
    // What a request names itself is not made by it, as by a refresh.
    const asked = lowerIdsIn(`${each.request.url} ${each.request.body}`)
    const [id] = ids.filter((one) => !asked.includes(one))
    if (request === undefined || id === undefined) continue
    const first = made.get(request)
    if (first === undefined) made.set(request, id)
    else if (ids.includes(first)) knownAgain.push(each.endedAt)
    else {
      const { gone, by } = of(`${each.key} ${first}`)
      gone.push(each)
      by.add(MADE_ANEW)
    }
  }
  return { seen: [...seen.values()], knownAgain }
}

const ended = (spans: readonly Times[]): number[] => spans.map(({ endedAt }) => endedAt)
const lastOf = (spans: readonly Times[]): number => Math.max(...ended(spans))
const firstOf = (spans: readonly Times[]): number => Math.min(...ended(spans))

/**
 * The moment before which everything was there that is gone behind it, where there is one; of several that by which most
 * went. Requests under way at that moment stand on the side of their answers: a service carries out in about the order in
 * which it answers.
 */
export function partingIn(
  own: readonly ReportedExchange[],
  run: string,
): (Parting & { readonly many: number; readonly by: readonly string[] }) | undefined {
  const { seen, knownAgain } = sightings(own, run)
  const lost = seen.filter(
    ({ there, gone }) => gone.length > 0 && lastOf(there) <= Math.min(...gone.map(({ sentAt }) => sentAt)),
  )
  const moments = [...new Set(lost.map(({ gone }) => firstOf(gone)))].toSorted((a, b) => a - b)
  const partings = moments.flatMap((to) => {
    const together = lost.filter(({ there, gone }) => lastOf(there) < to && firstOf(gone) >= to)
    if (together.length < FEWEST) return []
    const last = lastOf(together.flatMap(({ there }) => there))
    // What is there behind it and was there before was kept: then the others are gone for another reason.
    const from = lastOf(seen.flatMap(({ there }) => (firstOf(there) <= last ? there : [])))
    // Who never knew a creation again has forgotten none.
    const isKnown = together.some(({ by }) => by.has(READ_IN_VAIN)) || knownAgain.some((at) => at <= from)
    const by = [...new Set(together.flatMap((each) => [...each.by]))]
    return from < to && isKnown ? [{ from, to, isByAnswer: true as const, many: together.length, by }] : []
  })
  return partings.toSorted((a, b) => b.many - a.many)[0]
}
